import type { AccountKind } from '../../ledger/ledger.ts';
import { dollarsOf } from '../../platform/money.ts';
import { ACCOUNT_NAMES } from './account-names.domain.ts';
import { boundsOf, eachAccount, NOTHING, plus, type Sums } from './account-totals.ts';
import { sumAcross } from './journal.store.ts';
import { amount, type MadeReport, type ReportCall, text } from './report.types.ts';

/**
 * Every account of the books with what moved in a period; those of cardholders are one row. Debits and credits are
 * equal, and all closing balances come to zero.
 */
export async function makeTrialBalance(call: ReportCall): Promise<MadeReport> {
  const byKind = new Map<AccountKind, Sums>();
  for await (const some of eachAccount(call)) {
    for (const one of some) byKind.set(one.kind, plus(byKind.get(one.kind) ?? NOTHING, one));
  }
  const shown = Object.entries(ACCOUNT_NAMES).flatMap(([kind, name]) => {
    const sums = byKind.get(kind as AccountKind);
    return sums ? [{ name, sums }] : [];
  });
  const total = (of: 'entries' | 'opening' | 'debited' | 'credited' | 'closing') =>
    shown.reduce((sum, { sums }) => sum + sums[of], 0n);
  const row = (
    name: string,
    accounts: number,
    { entries, opening, debited, credited, closing }: Omit<Sums, 'accounts'>,
  ) => [name, String(accounts), String(entries), opening, debited, credited, closing] as const;
  const totals = {
    entries: total('entries'),
    opening: total('opening'),
    debited: total('debited'),
    credited: total('credited'),
    closing: total('closing'),
  };
  const across = await acrossEnds(call, totals);
  const isAcross = across.opening !== 0n || across.closing !== 0n;
  const agrees = totals.opening === across.opening && totals.closing === across.closing;
  return {
    title: 'Trial balance',
    columns: [
      text('Account', 38),
      text('Accounts', 10),
      text('Entries', 10),
      amount('Opening'),
      amount('Debits'),
      amount('Credits'),
      amount('Closing'),
    ],
    rows: [
      ...shown.map(({ name, sums }) => row(name, sums.accounts, sums)),
      ...(isAcross ? [['Posted on both sides of midnight', '', '', -across.opening, null, null, -across.closing]] : []),
      row(
        'Total',
        shown.reduce((sum, { sums }) => sum + sums.accounts, 0),
        {
          ...totals,
          opening: totals.opening - across.opening,
          closing: totals.closing - across.closing,
        },
      ),
    ],
    agrees,
    finding: agrees
      ? 'It adds up to zero.'
      : `It is out by ${dollarsOf(totals.closing - across.closing)}: run npm run verify.`,
  };
}

/** Cents that lie on the two sides of an end of the period. Looked for only where the balances do not come to zero. */
async function acrossEnds(call: ReportCall, sums: { readonly opening: bigint; readonly closing: bigint }) {
  const { fromMs, toMs } = boundsOf(call.period);
  const across = { opening: 0n, closing: 0n };
  if (sums.opening === 0n && sums.closing === 0n) return across;
  for await (const some of eachAccount(call)) {
    const ids = some.map(({ id }) => id);
    const at = (momentMs: number, of: 'after' | 'upTo') =>
      call.database.read(call.tenantId, (tx) =>
        sumAcross(tx, call.tenantId, { ids, seqs: some.map((one) => one[of]), momentMs }),
      );
    across.opening += await at(fromMs, 'after');
    across.closing += await at(toMs, 'upTo');
  }
  return across;
}
