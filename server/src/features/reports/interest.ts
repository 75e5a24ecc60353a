import { openLedger } from '../../ledger/open-ledger.ts';
import { dollarsOf } from '../../platform/money.ts';
import { boundsOf } from './account-totals.ts';
import { type EarnedOfYear, listEarned, sumOtherYears } from './interest.store.ts';
import { amount, type MadeReport, type ReportCall, text } from './report.types.ts';

const AT_ONCE = 500;
const ledger = openLedger();

const TAX_FILE: Readonly<Record<EarnedOfYear['tax_file'], string>> = {
  quoted: 'Quoted',
  exempt: 'Exempt',
  nonResident: 'Non-resident',
  notQuoted: 'Not quoted',
};

/**
 * Interest of each account in a tax year and the tax withheld from it, by the day on which they take effect, for the annual
 * report to the tax office. Beside it what the accounts of the books say of the same year.
 */
export async function makeInterest(call: ReportCall): Promise<MadeReport> {
  const { database, tenantId, period } = call;
  const { firstDay, lastDay } = period;
  const earned: EarnedOfYear[] = [];
  for (let after = 0n; ; ) {
    const wanted = { firstDay, lastDay, after, most: AT_ONCE };
    const some = await database.read(tenantId, (tx) => listEarned(tx, tenantId, wanted));
    earned.push(...some.filter(({ interest, tax }) => interest !== 0n || tax !== 0n));
    const last = some.at(-1);
    if (!last || some.length < AT_ONCE) break;
    after = last.id;
  }
  const interest = earned.reduce((sum, one) => sum + one.interest, 0n);
  const tax = earned.reduce((sum, one) => sum + one.tax, 0n);
  // The programme pays interest out of its account, and owes the tax.
  const paid = -(await effectiveIn(call, 'interest'));
  const withheld = await effectiveIn(call, 'withholdingTax');
  const agrees = interest === paid && tax === withheld;
  const blank = (name: string, ...cents: readonly bigint[]) => [name, '', '', '', '', ...cents];
  return {
    title: 'Interest and tax withheld',
    columns: [
      text('Account', 16),
      text('Name', 30),
      text('Tax file number', 16),
      text('State', 10),
      text('Months', 8),
      amount('Interest'),
      amount('Tax withheld'),
      amount('Received'),
    ],
    rows: [
      ...earned.map((one) => [
        one.number,
        one.name,
        TAX_FILE[one.tax_file],
        one.is_closed ? 'Closed' : 'Open',
        String(one.months),
        one.interest,
        one.tax,
        one.interest - one.tax,
      ]),
      blank('Total', interest, tax, interest - tax),
      blank('By the books', paid, withheld, paid - withheld),
    ],
    agrees,
    finding: agrees
      ? 'It is what the accounts for interest and tax say of the year.'
      : `The books say ${dollarsOf(paid)} of interest and ${dollarsOf(withheld)} of tax: money of the tax office that was paid or corrected without an account is in neither list.`,
  };
}

/** Cents that take effect on an account of the programme in the period, whenever they were posted. */
async function effectiveIn({ ctx, database, tenantId, period }: ReportCall, kind: 'interest' | 'withholdingTax') {
  const { fromMs, toMs } = boundsOf(period);
  const untilMs = Math.max(toMs, ctx.clocks.business.now());
  return database.read(tenantId, async (tx) => {
    const wanted = { fromMs, toMs: untilMs, isOwn: true, after: 0n, most: 100 };
    const all = await ledger.totalsOfEach(tx, tenantId, wanted);
    const found = all.find((one) => one.kind === kind);
    if (!found) return 0n;
    const range = { account: found.id, after: found.after, upTo: found.upTo, fromMs, toMs };
    const others = await sumOtherYears(tx, tenantId, range);
    return found.closing - found.opening - others.before - others.after;
  });
}
