import type { Tx } from '../../../platform/database.ts';
import type { DuePayment, Method } from '../files/bank-file.store.ts';
import { type FoundLine, lockOpenLines, saveFound } from './bank-has.store.ts';
import { likenessOf } from './sent-file.domain.ts';

type Divided = {
  /** Payments that the bank has, by the name of the file that it has them in. */
  readonly atBank: ReadonlyMap<string, readonly DuePayment[]>;
  readonly rest: readonly DuePayment[];
};

/**
 * Divides payments into those that the bank has since before the instance was restored, and the others. Each line
 * that the bank has stands for one payment: one that the restore brought back, or that was made again after it.
 */
export async function findAtBank(
  tx: Tx,
  tenantId: number,
  method: Method,
  due: readonly DuePayment[],
): Promise<Divided> {
  const open = await lockOpenLines(tx, tenantId, method);
  if (open.length === 0) return { atBank: new Map(), rest: due };
  const waiting = Map.groupBy(open, ({ account_number: accountNumber, ...line }) =>
    likenessOf(method, { ...line, accountNumber }),
  );
  const atBank = new Map<string, DuePayment[]>();
  const rest: DuePayment[] = [];
  const found: FoundLine[] = [];
  for (const payment of due) {
    const { account_number: accountNumber, amount: cents } = payment;
    const line = waiting.get(likenessOf(method, { ...payment, accountNumber, cents }))?.shift();
    if (!line) {
      rest.push(payment);
      continue;
    }
    found.push({ name: line.name, line: line.line, transferId: payment.transfer_id });
    atBank.set(line.name, [...(atBank.get(line.name) ?? []), payment]);
  }
  await saveFound(tx, tenantId, found);
  return { atBank, rest };
}
