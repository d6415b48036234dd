import { createHourlyCount } from '../../nodes/AiApp/io/spending';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function countAt(start = 0) {
	const time = { now: start };
	return { time, hourly: createHourlyCount(() => time.now) };
}

it('counts for an hour, never for less', () => {
	const { time, hourly } = countAt(30_000);
	hourly.add();

	time.now += HOUR;
	expect(hourly.count()).toBe(1);
	time.now += MINUTE;
	expect(hourly.count()).toBe(0);
});

it('takes back what was added, also a minute later', () => {
	const { time, hourly } = countAt();
	const takeBack = hourly.add();
	hourly.add();

	time.now += MINUTE;
	takeBack();

	expect(hourly.count()).toBe(1);
});

it('what is taken back after the hour is not missing later', () => {
	const { time, hourly } = countAt();
	const takeBack = hourly.add();

	time.now += 2 * HOUR;
	hourly.add();
	hourly.count();
	takeBack();

	expect(hourly.count()).toBe(1);
});
