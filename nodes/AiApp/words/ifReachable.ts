/** What to do about a URL that looks private. */
export const IF_REACHABLE =
	"If the service can reach this URL, turn on 'Service Reaches Private URLs' under 'More Settings' in the credential.";
