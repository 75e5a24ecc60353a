import { readCsv } from '../../platform/text/csv.domain.ts';
import { isDay } from '../../platform/time/day.domain.ts';
import type { ReadStatement, Statement, StatementLine } from './statement.types.ts';

export const HEADER = 'date,kind,amount,reference,text';
const KINDS = new Set(['account', 'opening', 'line', 'closing']);

/** Signed dollars as cents, exactly. */
export function signedCents(typed: string): bigint | undefined {
  const [, sign, dollars, cents] = /^([+-]?)(\d{1,12})\.(\d\d)$/.exec(typed) ?? [];
  if (dollars === undefined || cents === undefined) return undefined;
  const size = BigInt(dollars) * 100n + BigInt(cents);
  return sign === '-' ? -size : size;
}

/** Statement whose balances, where it has both, are those of its lines. */
export function withItsBalances(statement: Statement): ReadStatement {
  const { opening, closing, lines } = statement;
  const sum = lines.reduce((total, { cents }) => total + cents, 0n);
  const isOff = opening !== null && closing !== null && opening + sum !== closing;
  return isOff ? { ok: false, problem: 'its balances differ from its entries' } : { ok: true, statement };
}

/**
 * A statement as comma-separated values: `date,kind,amount,reference,text`, where `kind` is `line`, or `opening` and
 * `closing` for the balances, which may be left out. Amounts are dollars with a sign: above zero is money for us. A row
 * `account` has no amount, and as its reference the BSB and number of the account.
 */
export function readCsvStatement(text: string): ReadStatement {
  const { lines: rows, findings } = readCsv(text, HEADER);
  const refused = (problem: string): ReadStatement => ({ ok: false, problem });
  if (findings[0] !== undefined) return refused(findings[0]);
  const lines: StatementLine[] = [];
  const balances = new Map<string, bigint>();
  const accounts = new Set<string>();
  for (const { line, values } of rows) {
    const [day = '', kind = '', amount = '', reference = '', words = ''] = values;
    const cents = signedCents(amount);
    if (!isDay(day)) return refused(`line ${line} has no day`);
    if (kind === 'account') {
      if (reference === '') return refused(`line ${line} has no account`);
      accounts.add(reference);
      continue;
    }
    if (cents === undefined) return refused(`line ${line} has no amount`);
    if (!KINDS.has(kind)) return refused(`line ${line} is neither a line nor a balance`);
    if (kind === 'line' && cents !== 0n) lines.push({ line, day, cents, reference, words });
    if (kind !== 'line' && balances.has(kind)) return refused(`line ${line} says a balance twice`);
    if (kind !== 'line') balances.set(kind, cents);
  }
  const [opening = null, closing = null] = [balances.get('opening'), balances.get('closing')];
  if (accounts.size > 1) return refused('it names several accounts');
  const [accountNumber = ''] = accounts;
  return withItsBalances({ lines, opening, closing, accountNumber });
}
