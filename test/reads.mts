/** How many characters a piece of work reads: its amount of work, on any machine. */
export function reads(work: () => unknown): number {
	const reading = jest.spyOn(String.prototype, 'charCodeAt');
	work();
	const count = reading.mock.calls.length;
	reading.mockRestore();
	return count;
}
