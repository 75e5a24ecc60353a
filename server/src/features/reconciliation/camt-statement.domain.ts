import { SaxesParser } from 'saxes';
import { isDay } from '../../platform/day.domain.ts';
import { signedCents, withItsBalances } from './csv-statement.domain.ts';
import type { ReadStatement, StatementLine } from './statement.types.ts';

/** Paths below `Stmt` whose text is read, without namespaces. */
const ENTRY = 'Ntry';
const BALANCE = 'Bal';
const OPENING = new Set(['OPBD', 'PRCD']);
const CLOSING = new Set(['CLBD']);

/** Values of an entry or a balance by their path: `BookgDt/Dt`. The first of each counts. */
type Values = Map<string, string>;

/**
 * A statement of a bank as camt.053 of ISO 20022: booked entries in Australian dollars and the booked balances of the
 * first and last day. One whose balances are not those of its entries is refused.
 */
export function readCamtStatement(text: string): ReadStatement {
  const found: { readonly kind: string; readonly values: Values }[] = [];
  const account: Values = new Map();
  let [statements, path, words] = [0, [] as string[], ''];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name.replace(/^.*:/, ''));
    words = '';
    const [kind, ...inner] = belowStatement(path) ?? [];
    if (path.at(-1) === 'Stmt') statements += 1;
    if ((kind === ENTRY || kind === BALANCE) && inner.length === 0) found.push({ kind, values: new Map() });
    if (inner.join('/') === 'Amt' && 'Ccy' in attributes) found.at(-1)?.values.set('Ccy', String(attributes['Ccy']));
  });
  parser.on('text', (more) => {
    words += more;
  });
  parser.on('closetag', () => {
    const [kind, ...inner] = belowStatement(path) ?? [];
    const values = kind === 'Acct' ? account : kind === ENTRY || kind === BALANCE ? found.at(-1)?.values : undefined;
    const key = inner.join('/');
    const said = words.replace(/^\s+|\s+$/g, '');
    if (values && said !== '' && !values.has(key)) values.set(key, said);
    path = path.slice(0, -1);
    words = '';
  });
  try {
    parser.write(text).close();
  } catch {
    return { ok: false, problem: 'it is no XML' };
  }
  if (statements !== 1) return { ok: false, problem: `it holds ${statements} statements of camt.053` };
  return toStatement(found, account);
}

function belowStatement(path: readonly string[]): readonly string[] | undefined {
  const at = path.indexOf('Stmt');
  return at === -1 ? undefined : path.slice(at + 1);
}

function toStatement(
  found: readonly { readonly kind: string; readonly values: Values }[],
  account: Values,
): ReadStatement {
  const refused = (problem: string): ReadStatement => ({ ok: false, problem });
  const lines: StatementLine[] = [];
  let opening: bigint | null = null;
  let closing: bigint | null = null;
  for (const [index, { kind, values }] of found.entries()) {
    const place = `${kind === ENTRY ? 'entry' : 'balance'} ${index + 1}`;
    const cents = centsOf(values);
    if (cents === undefined) return refused(`${place} has no amount in AUD`);
    const code = values.get('Tp/CdOrPrtry/Cd') ?? '';
    if (kind === BALANCE && OPENING.has(code)) opening ??= cents;
    if (kind === BALANCE && CLOSING.has(code)) closing = cents;
    // What is only announced or is information counts when it is booked.
    if (kind === BALANCE || (values.get('Sts/Cd') ?? values.get('Sts')) !== 'BOOK' || cents === 0n) continue;
    const day = (values.get('BookgDt/Dt') ?? values.get('BookgDt/DtTm') ?? '').slice(0, 10);
    if (!isDay(day)) return refused(`${place} has no booking day`);
    const details = 'NtryDtls/TxDtls';
    const reference =
      values.get(`${details}/Refs/EndToEndId`) ?? values.get('NtryRef') ?? values.get('AcctSvcrRef') ?? '';
    const words = values.get(`${details}/RmtInf/Ustrd`) ?? values.get('AddtlNtryInf') ?? '';
    lines.push({ line: index + 1, day, cents, reference: reference === 'NOTPROVIDED' ? '' : reference, words });
  }
  if (opening === null || closing === null) return refused('it lacks an opening or a closing balance');
  const accountNumber = account.get('Id/Othr/Id') ?? account.get('Id/IBAN') ?? '';
  return withItsBalances({ lines, opening, closing, accountNumber });
}

/** Signed cents of an entry or balance. */
function centsOf(values: Values): bigint | undefined {
  const amount = values.get('Amt') ?? '';
  const [whole = '', fraction = ''] = amount.split('.');
  const side = values.get('CdtDbtInd');
  if (values.get('Ccy') !== 'AUD' || fraction.length > 2 || (side !== 'CRDT' && side !== 'DBIT')) return undefined;
  const cents = signedCents(`${whole}.${fraction.padEnd(2, '0')}`);
  return cents === undefined || side === 'CRDT' ? cents : -cents;
}
