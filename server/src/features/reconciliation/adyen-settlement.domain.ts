import { calendarDay } from '@wattle/contract/rules/calendar-day.ts';
import { csvValues } from '../../platform/text/csv.domain.ts';
import { CURRENCY } from '../../platform/money.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { centsIn } from './column-statement.domain.ts';
import type { ReadStatement, StatementLine } from './statement.types.ts';

/** Columns that are read, wherever they are. A report has more of them, by the settings of its account. */
const COLUMNS = [
  'Merchant Account',
  'Psp Reference',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Batch Number',
] as const;
type Column = (typeof COLUMNS)[number];

/** Hours that a zone is ahead of UTC. A report is written in the zone of its account. */
const AHEAD: Readonly<Record<string, number>> = { UTC: 0, GMT: 0, BST: 1, CET: 1, CEST: 2, AEST: 10, AEDT: 11 };

type Row = StatementLine & { readonly merchant: string; readonly batch: string; readonly fee: bigint };

/** Whether a text is a settlement details report of Adyen. */
export const isAdyenSettlement = (text: string): boolean =>
  ['Psp Reference', 'Net Credit (NC)'].every((name) => (text.split('\n', 1)[0] ?? '').includes(name));

/**
 * A settlement details report of Adyen for one merchant account. An entry that belongs to a payment is a line of the whole amount
 * with its reference, and the fees that were kept of all payments of a batch are one line. Other entries, such as fees
 * of the month and the payout to the bank, are lines of what they moved.
 */
export function readAdyenSettlement(text: string): ReadStatement {
  const refused = (problem: string): ReadStatement => ({ ok: false, problem });
  const [header = '', ...written] = text.split('\n');
  const names = csvValues(header)?.map((name) => name.trim()) ?? [];
  const missing = COLUMNS.find((name) => !names.includes(name));
  if (missing !== undefined) return refused(`it has no column ${missing}`);
  const rows: Row[] = [];
  for (const [index, each] of written.entries()) {
    if (each.trim() === '') continue;
    const line = index + 2;
    const values = csvValues(each)?.map((value) => value.trim());
    if (!values) return refused(`line ${line}: its quotes are wrong`);
    const row = rowOf(line, (name) => values[names.indexOf(name)] ?? '');
    if (typeof row === 'string') return refused(`line ${line} ${row}`);
    rows.push(row);
  }
  if (rows.length === 0) return refused('there is nothing in it');
  const merchants = new Set(rows.map(({ merchant }) => merchant));
  if (merchants.size > 1) return refused('it names several merchant accounts');
  const own = rows.map(({ line, day, cents, reference, words }) => ({ line, day, cents, reference, words }));
  const lines = [...own, ...feesOf(rows, written.length + 2)].filter(({ cents }) => cents !== 0n);
  return { ok: true, statement: { lines, opening: null, closing: null, accountNumber: '' } };
}

function rowOf(line: number, of: (name: Column) => string): Row | string {
  const day = dayOf(of('Creation Date'), of('TimeZone'));
  if (day === undefined) return 'has no day, or a time zone that is not known';
  const difference = (credit: Column, debit: Column) => {
    const [plus, less] = [of(credit), of(debit)].map((said) => (said === '' ? 0n : centsIn(said)));
    return plus === undefined || less === undefined ? undefined : plus - less;
  };
  const gross = difference('Gross Credit (GC)', 'Gross Debit (GC)');
  const net = difference('Net Credit (NC)', 'Net Debit (NC)');
  if (gross === undefined || net === undefined) return 'has no amount';
  const currencies = [...(net === 0n ? [] : [of('Net Currency')]), ...(gross === 0n ? [] : [of('Gross Currency')])];
  if (currencies.some((currency) => currency !== CURRENCY)) return `is not in ${CURRENCY}`;
  const [type, psp, modification, batch] = [
    of('Type'),
    of('Psp Reference'),
    of('Modification Reference'),
    of('Batch Number'),
  ];
  const isOfPayment = psp !== '' && gross !== 0n;
  return {
    line,
    day,
    merchant: of('Merchant Account'),
    batch,
    cents: isOfPayment ? gross : net,
    fee: isOfPayment ? gross - net : 0n,
    reference: psp === '' ? (/^(?=\w*\d)\w{6,}/.exec(modification)?.[0] ?? `${type}-${batch}`) : psp,
    words: `${type} ${modification}`.trim(),
  };
}

/** Fees kept of the payments of each batch, numbered after the lines of the report. */
function feesOf(rows: readonly Row[], firstLine: number): readonly StatementLine[] {
  return [...Map.groupBy(rows, ({ batch }) => batch)].map(([batch, ofBatch], index) => {
    const { day, merchant } = ofBatch.reduce((last, row) => (row.day >= last.day ? row : last));
    const cents = -ofBatch.reduce((sum, { fee }) => sum + fee, 0n);
    return {
      line: firstLine + index,
      day,
      cents,
      reference: `FEE-${merchant}-${batch}`,
      words: `Fees of batch ${batch}`,
    };
  });
}

/** Day in Melbourne of a time in a zone: `2026-11-20 23:30:00`, `CET`. */
function dayOf(time: string, zone: string): string | undefined {
  const ahead = AHEAD[zone];
  if (ahead === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time)) return undefined;
  const at = Date.parse(`${time.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? undefined : calendarDay(at - ahead * 3_600_000, PROGRAMME_ZONE);
}
