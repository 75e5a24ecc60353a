import { inGroups } from '../desk/public.ts';
import { timeIn } from '@wattle/contract/rules/dates.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { ACCOUNT_NAMES } from './account-names.domain.ts';
import { eachAccount } from './account-totals.ts';
import { type JournalEntry, listDebits, listNames } from './journal.store.ts';
import { amount, date, type MadeReport, type ReportCall, text } from './report.types.ts';

/** Entries of one file. */
export const MOST_ENTRIES = 100_000;
const NAMES_AT_ONCE = 1_000;

const KINDS: Readonly<Record<number, string>> = {
  [TRANSFER_CODE.purchase]: 'Purchase',
  [TRANSFER_CODE.cash]: 'Cash',
  [TRANSFER_CODE.refund]: 'Refund',
  [TRANSFER_CODE.topUp]: 'Top-up',
  [TRANSFER_CODE.transferIn]: 'Transfer in',
  [TRANSFER_CODE.transferOut]: 'Transfer out',
  [TRANSFER_CODE.bpay]: 'BPAY',
  [TRANSFER_CODE.pay]: 'Pay',
  [TRANSFER_CODE.fee]: 'Fee',
  [TRANSFER_CODE.interest]: 'Interest',
  [TRANSFER_CODE.withholdingTax]: 'Tax withheld',
  [TRANSFER_CODE.opening]: 'Opening',
  [TRANSFER_CODE.adjustment]: 'Adjustment',
  [TRANSFER_CODE.settlement]: 'Settlement',
  [TRANSFER_CODE.comeBack]: 'Came back',
  [TRANSFER_CODE.correction]: 'Correction',
  [TRANSFER_CODE.refundReversal]: 'Refund reversed',
};

/**
 * Every transfer of a period with its two accounts, in the order of posting; undefined: more than one file has. A transfer
 * is of the day on which its debit was posted, so that the debits of the trial balance are their sum.
 */
export async function makeJournal(call: ReportCall): Promise<MadeReport | undefined> {
  const entries: JournalEntry[] = [];
  let debited = 0n;
  for await (const some of eachAccount(call)) {
    const moved = some.filter((one) => one.debited > 0n);
    debited += moved.reduce((sum, one) => sum + one.debited, 0n);
    if (moved.length === 0) continue;
    const ranges = {
      ids: moved.map(({ id }) => id),
      after: moved.map(({ after }) => after),
      upTo: moved.map(({ upTo }) => upTo),
    };
    const room = MOST_ENTRIES + 1 - entries.length;
    const found = await call.database.read(call.tenantId, (tx) => listDebits(tx, call.tenantId, ranges, room));
    for (const one of found) entries.push(one);
    if (entries.length > MOST_ENTRIES) return undefined;
  }
  entries.sort((one, other) => msOf(one) - msOf(other) || Number(one.id - other.id));
  const nameOf = await namesOf(call, entries);
  const sum = entries.reduce((all, one) => all + one.amount, 0n);
  return {
    title: 'Journal',
    columns: [
      date('Posted'),
      text('Time', 10),
      text('Entry', 12),
      text('Kind', 16),
      text('From', 32),
      text('To', 32),
      amount('Amount'),
      date('Counts for'),
      text('Receipt', 22),
    ],
    rows: [
      ...entries.map((one) => [
        dayAt(Date.parse(toInstant(one.posted_at))),
        timeIn(toInstant(one.posted_at), DEFAULT_LANGUAGE, PROGRAMME_ZONE),
        String(one.id),
        KINDS[one.code] ?? '',
        nameOf(one.debit),
        nameOf(one.credit),
        one.amount,
        dayAt(Date.parse(toInstant(one.effective_at))),
        one.receipt ?? '',
      ]),
      [null, '', '', `${entries.length} entries`, '', 'Total', sum, null, ''],
    ],
    agrees: sum === debited,
    finding:
      sum === debited
        ? 'Its sum is that of the debits of the trial balance.'
        : `It is out by ${dollarsOf(sum - debited)}: run npm run verify.`,
  };
}

const msOf = (entry: JournalEntry) => Date.parse(toInstant(entry.posted_at));

async function namesOf(
  { database, tenantId }: ReportCall,
  entries: readonly JournalEntry[],
): Promise<(id: bigint) => string> {
  const ids = [...new Set(entries.flatMap(({ debit, credit }) => [debit, credit]))];
  const names = new Map<bigint, string>();
  for (let from = 0; from < ids.length; from += NAMES_AT_ONCE) {
    const some = ids.slice(from, from + NAMES_AT_ONCE);
    for (const { id, kind, number } of await database.read(tenantId, (tx) => listNames(tx, tenantId, some))) {
      names.set(id, number === '' && isNameOf(ACCOUNT_NAMES, kind) ? ACCOUNT_NAMES[kind] : inGroups(number));
    }
  }
  return (id) => names.get(id) ?? '';
}
