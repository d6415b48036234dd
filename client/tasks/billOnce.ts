import type { TaskStatus } from '../api/taskStatus';
import type { Ledger } from '../ports';
import type { Spending } from '../ports/spending';

type BillPorts = {
	readonly ledger: Pick<Ledger, 'read' | 'write'>;
	readonly spending: Pick<Spending, 'bill'>;
};

/** Adds what a finished task was billed. Another try of the execution sees the same task end once more. */
export function billOnce(
	{ ledger, spending }: BillPorts,
	key: string,
	{ billedSeconds = 0 }: TaskStatus,
): void {
	const entry = ledger.read(key);
	if (entry?.state !== 'created' && entry?.state !== 'delivered') return;
	if (entry.isBilled) return;
	spending.bill(billedSeconds);
	ledger.write(key, { ...entry, isBilled: true });
}
