import { SaxesParser } from 'saxes';
import { isDay } from '../../platform/time/day.domain.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { signedCents, withItsBalances } from './csv-statement.domain.ts';
import type { ReadStatement, Statement, StatementLine } from './statement.types.ts';

const ENTRY = 'Ntry';
const BALANCE = 'Bal';
/** Balances before the first entry. Pages of a statement have interim ones where they meet. */
const OPENING = new Set(['OPBD', 'PRCD']);
const CLOSING = new Set(['CLBD']);
const INTERIM = 'ITBD';

/** Texts of an entry, a balance or the statement by their path without namespaces: `BookgDt/Dt`. */
type Values = Map<string, string[]>;
/** `place`: which of all entries and balances of the file it is, from 1. */
type Part = { readonly kind: string; readonly place: number; readonly values: Values };
type Page = { readonly parts: Part[]; readonly values: Values };
/** A page with its balances. `isLast`: what the account has at the end, it says. */
type ReadPage = { readonly ok: true; readonly statement: Statement; readonly isLast: boolean };
type Refusal = Extract<ReadStatement, { ok: false }>;

const refused = (problem: string): Refusal => ({ ok: false, problem });
const first = (values: Values, path: string) => values.get(path)?.[0];
const all = (values: Values, path: string) => values.get(path) ?? [];

/**
 * A statement of a bank as camt.053 of ISO 20022: booked entries in Australian dollars and the booked balances of its
 * beginning and end. One whose balances are not those of its entries is refused. Several statements of an account that
 * follow each other are one.
 */
export function readCamtStatement(text: string): ReadStatement {
  const pages = pagesIn(text);
  if (!pages) return refused('it is no XML');
  if (pages.length === 0) return refused('it holds 0 statements of camt.053');
  const read: ReadPage[] = [];
  for (const page of pages) {
    const one = readPage(page);
    if (!one.ok) return one;
    read.push(one);
  }
  return joined(read);
}

function pagesIn(text: string): Page[] | undefined {
  const pages: Page[] = [];
  let [path, words, place] = [[] as string[], '', 0];
  const parser = new SaxesParser({ xmlns: false });
  const valuesAt = (kind: string | undefined) =>
    kind === ENTRY || kind === BALANCE ? pages.at(-1)?.parts.at(-1)?.values : pages.at(-1)?.values;
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name.replace(/^.*:/, ''));
    words = '';
    if (path.at(-1) === 'Stmt') pages.push({ parts: [], values: new Map() });
    const [kind, ...inner] = belowStatement(path) ?? [];
    if ((kind === ENTRY || kind === BALANCE) && inner.length === 0) {
      place += 1;
      pages.at(-1)?.parts.push({ kind, place, values: new Map() });
    }
    if (inner.join('/') === 'Amt' && 'Ccy' in attributes) valuesAt(kind)?.set('Ccy', [String(attributes['Ccy'])]);
    if (inner.join('/') === DETAILS) add(valuesAt(kind), DETAILS, '');
  });
  const listen = (more: string) => {
    words += more;
  };
  parser.on('text', listen);
  parser.on('cdata', listen);
  parser.on('closetag', () => {
    const below = belowStatement(path);
    const [kind] = below ?? [];
    const said = words.replace(/^\s+|\s+$/g, '');
    const key = kind === ENTRY || kind === BALANCE ? below?.slice(1).join('/') : below?.join('/');
    if (key !== undefined && said !== '') add(valuesAt(kind), key, said);
    path = path.slice(0, -1);
    words = '';
  });
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return pages;
}

function add(values: Values | undefined, path: string, said: string): void {
  values?.set(path, [...all(values, path), said]);
}

function belowStatement(path: readonly string[]): readonly string[] | undefined {
  const at = path.indexOf('Stmt');
  return at === -1 ? undefined : path.slice(at + 1);
}

function readPage({ parts, values: own }: Page): ReadPage | Refusal {
  const lines: StatementLine[] = [];
  let [opening, closing]: (bigint | null)[] = [null, null];
  const interim: bigint[] = [];
  for (const { kind, place: number, values } of parts) {
    const place = `${kind === ENTRY ? 'entry' : 'balance'} ${number}`;
    const cents = centsOf(values);
    if (typeof cents === 'string') return refused(`${place} ${cents}`);
    const code = first(values, 'Tp/CdOrPrtry/Cd') ?? '';
    if (kind === BALANCE && OPENING.has(code)) opening ??= cents;
    if (kind === BALANCE && CLOSING.has(code)) closing = cents;
    if (kind === BALANCE && code === INTERIM) interim.push(cents);
    // What is only announced or is information counts when it is booked.
    if (kind === BALANCE || (first(values, 'Sts/Cd') ?? first(values, 'Sts')) !== 'BOOK' || cents === 0n) continue;
    const day = bookingDay(values);
    if (day === undefined) return refused(`${place} has no booking day`);
    lines.push({ line: number, day, cents, ...saidOf(values) });
  }
  // A page that is not the first begins, and one that is not the last ends, with the balance between pages.
  opening ??= interim[0] ?? null;
  const isLast = closing !== null;
  closing ??= interim.at(-1) ?? null;
  const isPaged = interim.length > 0 && all(own, 'StmtPgntn/LastPgInd').length > 0;
  if (opening === null || closing === null || (!isLast && !isPaged)) {
    return refused('it lacks an opening or a closing balance');
  }
  const accountNumber = first(own, 'Acct/Id/Othr/Id') ?? first(own, 'Acct/Id/IBAN') ?? '';
  const read = withItsBalances({ lines, opening, closing, accountNumber });
  return read.ok ? { ...read, isLast } : read;
}

/** Several statements or pages as one, if each begins with the closing balance of the previous one. */
function joined(read: readonly ReadPage[]): ReadStatement {
  if (new Set(read.map(({ statement }) => statement.accountNumber)).size > 1) {
    return refused(`it holds ${read.length} statements of several accounts: have the bank leave a file for each`);
  }
  const follow = (given: readonly ReadPage[]) =>
    given.every(({ statement }, at) => at === 0 || statement.opening === given[at - 1]?.statement.closing);
  const ordered = [read, read.toReversed()].find(follow);
  const [begin, end] = [ordered?.[0], ordered?.at(-1)];
  if (!ordered || !begin || !end) return refused(`it holds ${read.length} statements that do not follow each other`);
  const lines = ordered.flatMap(({ statement }) => statement.lines);
  // What the account has at the end, the last page says.
  const closing = end.isLast ? end.statement.closing : null;
  return { ok: true, statement: { ...begin.statement, closing, lines } };
}

/** Day of an entry in the programme's time zone, of a time with an offset too. */
function bookingDay(values: Values): string | undefined {
  const said = first(values, 'BookgDt/Dt') ?? first(values, 'BookgDt/DtTm') ?? '';
  const day = said.slice(0, 10);
  if (!isDay(day)) return undefined;
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(said)) return day;
  try {
    return Temporal.Instant.from(said).toZonedDateTimeISO(PROGRAMME_ZONE).toPlainDate().toString();
  } catch {
    return undefined;
  }
}

const DETAILS = 'NtryDtls/TxDtls';

/** Reference and words of an entry. Those of a batch are its own, and not those of its first transaction. */
function saidOf(values: Values): Pick<StatementLine, 'reference' | 'words'> {
  const known = (path: string) => all(values, path).find((said) => said !== 'NOTPROVIDED');
  const isBatch = all(values, DETAILS).length > 1 || Number(first(values, 'NtryDtls/Btch/NbOfTxs') ?? 1) > 1;
  const structured = [...new Set(all(values, `${DETAILS}/RmtInf/Strd/CdtrRefInf/Ref`))];
  const ofEntry = known('NtryRef') ?? known('NtryDtls/Btch/PmtInfId') ?? known('AcctSvcrRef') ?? '';
  const ofDetails = known(`${DETAILS}/Refs/EndToEndId`) ?? (structured.length === 1 ? structured[0] : undefined);
  const reference = isBatch ? ofEntry : (ofDetails ?? ofEntry);
  const remittance = [
    ...all(values, `${DETAILS}/RmtInf/Ustrd`),
    ...structured.filter((said) => said !== reference),
    ...all(values, `${DETAILS}/RmtInf/Strd/AddtlRmtInf`),
  ];
  const about = all(values, 'AddtlNtryInf');
  const words = isBatch && about.length > 0 ? about : remittance.length > 0 ? remittance : about;
  return { reference, words: words.join(' ') };
}

/** Signed cents of an entry or balance, or what is wrong with them. Zeros behind the cents say nothing. */
function centsOf(values: Values): bigint | string {
  const amount = first(values, 'Amt') ?? '';
  const [whole = '', decimals = ''] = amount.split('.');
  const fraction = decimals.replace(/0+$/, '');
  const side = first(values, 'CdtDbtInd');
  if (first(values, 'Ccy') !== 'AUD' || (side !== 'CRDT' && side !== 'DBIT')) return 'has no amount in AUD';
  if (/^\d{3,}$/.test(fraction)) return `has a part of a cent: ${amount}`;
  const cents = signedCents(`${whole}.${fraction.padEnd(2, '0')}`);
  if (cents === undefined) return 'has no amount in AUD';
  return side === 'CRDT' ? cents : -cents;
}
