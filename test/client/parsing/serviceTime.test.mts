import { serviceTimeToIso, serviceTimeToMs } from '../../../client/parsing/serviceTime';

it.each([
	['2026-01-11 12:43:14', '2026-01-11T12:43:14+08:00'],
	['2026-01-11T12:43:14', '2026-01-11T12:43:14+08:00'],
	[' 2026-01-11 12:43:14.250 ', '2026-01-11T12:43:14.250+08:00'],
	['2026-01-11', '2026-01-11T00:00:00+08:00'],
	['2024-02-29 00:00:00', '2024-02-29T00:00:00+08:00'],
])('%j is a time in UTC+8', (text, iso) => {
	expect(serviceTimeToIso(text)).toBe(iso);
});

it.each([
	['a time with Z', '2026-01-05T08:00:00Z'],
	['a time with an offset', '2026-01-05T08:00:00+02:00'],
])('%s is returned unchanged', (_, text) => {
	expect(serviceTimeToIso(text)).toBe(text);
});

it.each([
	...[undefined, null, '', 'soon', 'Task 5', '1', '2026-01-11 12:43', '2026-13-45 99:99:99'],
	...['2026-02-30 12:00:00', '2026-02-30T25:61:61+08:00', '2026-01-05T08:00:00+99:99'],
])('%j is no time', (nothing) => {
	expect(serviceTimeToIso(nothing)).toBeUndefined();
	expect(serviceTimeToMs(nothing)).toBeUndefined();
});

it('milliseconds count from 1970 in UTC, whatever the local time zone', () => {
	expect(serviceTimeToMs('2026-01-26 00:00:00')).toBe(Date.UTC(2026, 0, 25, 16));
});
