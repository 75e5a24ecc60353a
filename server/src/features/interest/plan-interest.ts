import { openLedger } from '../../ledger/open-ledger.ts';
import { startOfDay } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { monthBefore } from './interest.domain.ts';
import { paidOf } from './interest-postings.ts';
import { findEarningAccount, isInterestPosted, listEarning, type TermsBy } from './interest.store.ts';

const ledger = openLedger();

/** Maximum number of accounts that are added up for one reader; a programme has many more. */
const MOST = 200;

/** Interest that is missing for the month before a day, for the first accounts. It only reads. */
export async function planInterest(
  tx: Tx,
  tenantId: number,
  dueOn: string,
  by: TermsBy,
): Promise<{
  readonly accounts: number;
  readonly interest: bigint;
  readonly tax: bigint;
  /** False: there are more accounts than were read. */
  readonly isAll: boolean;
}> {
  const { days, firstDay } = monthBefore(dueOn);
  const ids = await listEarning(tx, tenantId, days, { by, after: 0n, most: MOST + 1 });
  const ends = days.map((day) => startOfDay(day, 1));
  let sums = { accounts: 0, interest: 0n, tax: 0n };
  for (const id of ids.slice(0, MOST)) {
    const account = await findEarningAccount(tx, tenantId, id, days, by);
    if (!account || (await isInterestPosted(tx, tenantId, account.ledger_account_id, firstDay))) continue;
    const closings = await ledger.balancesBefore(tx, tenantId, account.ledger_account_id, ends);
    const { interest, tax } = paidOf({ account, closings });
    if (interest > 0n) sums = { accounts: sums.accounts + 1, interest: sums.interest + interest, tax: sums.tax + tax };
  }
  return { ...sums, isAll: ids.length <= MOST };
}
