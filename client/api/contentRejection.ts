/** How content checks that work inside an app tell of themselves; public clients know them like this. */
const REJECTED =
	/\b(http )?code: ?422\b|content[_ -]?filter|\bsensitive\b|\bnsfw\b|policy violation|审核|敏感|违规/i;

/** Whether the reason of a failure says that the content was not let through. */
export function isContentRejection(reason: string | undefined): boolean {
	return reason !== undefined && REJECTED.test(reason);
}
