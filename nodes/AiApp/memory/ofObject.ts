/** The values that objects can have, by name. */
type Name =
	/** The keys of a ledger that are claimed at the moment. */
	| 'claimedKeys'
	/** The names that the fields of all input items have. */
	| 'columns'
	/** The first bytes of files, by their ID in n8n's store. */
	| 'fileBegins'
	/** The stored credential, as a context of n8n has read it. */
	| 'credential';

const values = new WeakMap<object, { [Each in Name]?: unknown }>();

/**
 * Returns the value that an object has under a name, and creates it at the first call.
 * @param owner the value is forgotten with this object
 */
export function ofObject<Value extends object>(
	owner: object,
	name: Name,
	begin: () => Value,
): Value {
	const own = values.get(owner) ?? {};
	values.set(owner, own);
	// Each name is read with the type that it was written with.
	return (own[name] ??= begin()) as Value;
}
