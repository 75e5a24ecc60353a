import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Method } from '../files/bank-file.store.ts';
import { type FoundLine, lockOpenLines, saveFound } from './bank-has.store.ts';
import { likenessOf } from './sent-file.domain.ts';

/** Payment or debit that waits for a file. */
type Due = {
  readonly bsb: string;
  readonly account_number: string;
  readonly amount: bigint;
  readonly reference?: string;
};

type AtBank<T> = {
  /** Date of the bank's file. */
  readonly day: string;
  readonly payments: readonly T[];
};

type Divided<T> = {
  /** Items at the bank, by the name of their file. */
  readonly atBank: ReadonlyMap<string, AtBank<T>>;
  readonly rest: readonly T[];
};

/**
 * Divides waiting items into those that the bank has had since before the restore, and the rest. Each line at the bank
 * matches one item that the restore brought back or that was made again.
 */
export async function findAtBank<T extends Due>(
  { secrets }: Pick<AppContext, 'secrets'>,
  tx: Tx,
  { tenantId, method }: { readonly tenantId: number; readonly method: Method },
  due: readonly T[],
  idOf: (one: T) => bigint,
): Promise<Divided<T>> {
  const open = await lockOpenLines(tx, secrets, { tenantId, method });
  if (open.length === 0) return { atBank: new Map(), rest: due };
  const waiting = Map.groupBy(open, ({ account_number: accountNumber, ...line }) =>
    likenessOf(method, { ...line, accountNumber }),
  );
  const atBank = new Map<string, AtBank<T>>();
  const rest: T[] = [];
  const found: FoundLine[] = [];
  for (const one of due) {
    const { account_number: accountNumber, amount: cents, bsb, reference } = one;
    const line = waiting.get(likenessOf(method, { bsb, accountNumber, reference, cents }))?.shift();
    if (!line) {
      rest.push(one);
      continue;
    }
    found.push({ name: line.name, line: line.line, id: idOf(one) });
    const { payments = [] } = atBank.get(line.name) ?? {};
    atBank.set(line.name, { day: line.value_date, payments: [...payments, one] });
  }
  await saveFound(tx, tenantId, method, found);
  return { atBank, rest };
}
