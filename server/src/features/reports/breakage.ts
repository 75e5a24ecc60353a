import type { AccountKind } from '../../ledger/ledger.ts';
import { inGroups } from '../desk/public.ts';
import { dollarsOf } from '../../platform/money.ts';
import { ACCOUNT_NAMES } from './account-names.domain.ts';
import { eachAccount } from './account-totals.ts';
import { listExpired } from './float.store.ts';
import { amount, type MadeReport, type ReportCall, text } from './report.types.ts';

/** Accounts of the books that money goes to which its owner has not used. */
const UNUSED: readonly AccountKind[] = ['vouchers', 'expiredVouchers', 'formerHolders', 'writtenOff'];

/** Money that was not used: vouchers, former holders, and the accounts whose every card has expired. */
export async function makeBreakage(call: ReportCall): Promise<MadeReport> {
  const month = call.period.lastDay.slice(0, 7);
  const books: (readonly [string, string, bigint, bigint, bigint, bigint])[] = [];
  const expired: (readonly [string, string, bigint, bigint, bigint, bigint])[] = [];
  let isWhole = true;
  for await (const some of eachAccount(call)) {
    for (const { kind, opening, credited, debited, closing } of some) {
      if (!UNUSED.includes(kind)) continue;
      books.push([ACCOUNT_NAMES[kind], '', opening, credited, -debited, closing]);
      isWhole &&= opening + credited - debited === closing;
    }
    const held = some.filter(({ kind, closing }) => kind === 'cardholder' && closing > 0n);
    if (held.length === 0) continue;
    const ids = held.map(({ id }) => id);
    const found = await call.database.read(call.tenantId, (tx) => listExpired(tx, call.tenantId, ids, month));
    const byId = new Map(held.map((one) => [one.id, one]));
    for (const { id, number, expiry } of found) {
      const one = byId.get(id);
      if (one)
        expired.push([`Account ${inGroups(number)}`, expiry, one.opening, one.credited, -one.debited, one.closing]);
    }
  }
  const sum = (place: 2 | 3 | 4 | 5) => expired.reduce((all, row) => all + row[place], 0n);
  return {
    title: 'Breakage and expiry',
    columns: [
      text('Line', 38),
      text('Last card expired', 18),
      amount('Opening'),
      amount('In'),
      amount('Out'),
      amount('Closing'),
    ],
    rows: [
      ...books,
      ...expired,
      [`Money on ${expired.length} accounts whose cards have expired`, '', sum(2), sum(3), sum(4), sum(5)],
    ],
    agrees: isWhole,
    finding: isWhole
      ? `Money on accounts whose cards have expired: ${dollarsOf(sum(5))}.`
      : 'An account does not come to its closing balance: run npm run verify.',
  };
}
