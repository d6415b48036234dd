import { moneySentence } from '../../nodes/AiApp/words/money';

/** What a text says last about money. */
export const FREE = moneySentence('free');
export const MAY_PAY = moneySentence('unknown');

/** How a text begins that denies a charge, also for one item of several. */
export const DENIAL = FREE.slice(0, -1);
