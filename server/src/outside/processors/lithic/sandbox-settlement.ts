import type { FakeAnswer } from '../sandbox/fake-api.ts';
import { type FakeReport, pageAfter, settledBetween } from '../sandbox/fake-settlement.ts';
import type { SandboxDesk, SandboxSettled } from '../sandbox/sandbox.ts';

const DAY_MS = 86_400_000;

/** Interchange that a programme earns, in thousandths of a purchase. */
const INTERCHANGE = 5;

/** A summary or the details of a settlement report, by the UTC day on which money was settled. */
export function reportOf(
  desk: SandboxDesk<unknown>,
  { what, day, query, report }: { what: string; day: string; query: URLSearchParams; report: FakeReport },
): FakeAnswer | undefined {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(fromMs)) return { status: 400, body: { message: 'report_date' } };
  const rows = settledBetween(desk, { fromMs, toMs: fromMs + DAY_MS }, report).map((one) => detailOf(one, day));
  const isOver = desk.nowMs >= fromMs + DAY_MS;
  if (what === 'summary') return { status: 200, body: summaryOf(rows, day, isOver && report !== 'late') };
  if (what !== 'details') return undefined;
  const most = Number(query.get('page_size') ?? 50);
  const { page, hasMore } = pageAfter(rows, ({ token }) => token, { after: query.get('starting_after'), most });
  return { status: 200, body: { data: page, has_more: hasMore } };
}

const tokenOf = ({ id }: SandboxSettled) => `settlement_${id}`;

/** Amounts are what the programme pays. */
export function detailOf(settled: SandboxSettled, day: string) {
  const { id, of, as, cents, currency, atMs } = settled;
  const gross = as === 'purchase' ? 0 - cents : 0;
  const earned = Math.round((Math.abs(gross) * INTERCHANGE) / 1000) * Math.sign(gross);
  const at = new Date(atMs).toISOString();
  return {
    token: tokenOf(settled),
    account_token: 'account_sandbox_1',
    card_program_token: 'program_sandbox_1',
    card_token: null,
    created: at,
    currency: currency.toUpperCase(),
    disputes_gross_amount: as === 'dispute' ? 0 - cents : 0,
    event_tokens: [id],
    institution: '00001',
    interchange_fee_extended_precision: 0 - earned * 10_000,
    interchange_gross_amount: 0 - earned,
    network: 'VISA' as const,
    other_fees_details: {},
    other_fees_gross_amount: 0,
    report_date: day,
    settlement_date: day,
    transaction_token: of,
    transactions_gross_amount: gross,
    type: as === 'dispute' ? ('CHARGEBACK' as const) : ('CLEARING' as const),
    updated: at,
  };
}

export function summaryOf(rows: readonly ReturnType<typeof detailOf>[], day: string, isComplete: boolean) {
  const sum = (of: (row: ReturnType<typeof detailOf>) => number) => rows.reduce((total, row) => total + of(row), 0);
  const totals = {
    currency: 'AUD',
    disputes_gross_amount: sum((row) => row.disputes_gross_amount),
    interchange_gross_amount: sum((row) => row.interchange_gross_amount),
    other_fees_gross_amount: 0,
    transactions_gross_amount: sum((row) => row.transactions_gross_amount),
  };
  const { disputes_gross_amount: disputes, interchange_gross_amount: interchange } = totals;
  const whole = { ...totals, settled_net_amount: totals.transactions_gross_amount + disputes + interchange };
  const at = `${day}T23:59:59Z`;
  return {
    ...whole,
    created: at,
    updated: at,
    report_date: day,
    is_complete: isComplete,
    details: [{ ...whole, institution: '00001', network: 'VISA' as const }],
  };
}
