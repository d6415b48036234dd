import { endingWithMoney } from '../../../client/errors/money';

it.each([
	[
		"Top up. You weren't charged. 2 other items. You may be charged.",
		'Top up. 2 other items. You may be charged.',
	],
	["Retry. You weren't charged. Request ID: a.", "Retry. Request ID: a. You weren't charged."],
	[
		"Raise it. You weren't charged. 2 of 3 items. This item wasn't charged.",
		"Raise it. 2 of 3 items. This item wasn't charged.",
	],
	['Retry later.', 'Retry later.'],
])('a description ends with one sentence about money: %s', (given, description) => {
	expect(endingWithMoney(given)).toBe(description);
});
