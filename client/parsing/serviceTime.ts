const SERVICE_OFFSET = '+08:00';

/** `Date.parse` alone is too tolerant. For example, it reads "Task 5" as a day in May. */
const TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * A time of the service (`2026-01-11 12:43:14`, UTC+8, spec: Task) as ISO 8601 with its offset.
 * Undefined if the text isn't a time. A zone in the text is kept.
 */
export function serviceTimeToIso(text: string | null | undefined): string | undefined {
	const [, day, time = '00:00:00', zone = SERVICE_OFFSET] = TIME.exec(text?.trim() ?? '') ?? [];
	if (day === undefined) return undefined;
	const iso = `${day}T${time}${zone}`;
	return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

/** A time of the service in milliseconds since 1970. Undefined if the text isn't a time. */
export function serviceTimeToMs(text: string | null | undefined): number | undefined {
	const iso = serviceTimeToIso(text);
	return iso === undefined ? undefined : Date.parse(iso);
}
