import { isBlank, nameText } from '@wattle/contract/rules/typed-text.ts';
import type { AppContext } from '../../compose/context.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { csvLine, csvValues, separatorFault } from '../../platform/text/csv.domain.ts';
import { openOwnFile, TextEncodingError, textLines } from '../../platform/text/text-lines.ts';
import { queueLetter } from '../activation/public.ts';
import { contactsOnRecord } from '../contact-marks/public.ts';
import { hasChannel } from '../programme/public.ts';
import { COLUMNS, type CheckedRow, checkRow, isCodeSent, REQUIRED_COLUMNS, type RowFinding } from './card-row.ts';
import { issueRow, type RowOutcome, type SendLetter } from './issue-row.ts';
import type { Place } from './people.store.ts';
import { columnNamed, rowsIn, separatorOf, withinColumns } from './sheet.domain.ts';

/** The file is refused as a whole, and nothing was done. */
export class PeopleFileError extends Error {}

export type Imported = {
  readonly accepted: number;
  readonly known: number;
  readonly refused: number;
  readonly withoutAddress: number;
};

/** Facts that rows are checked by: the business day, and the country in which people write their phone numbers. */
type Reading = { readonly today: string; readonly country: string };

type Line = { readonly number: number; readonly reference: string; readonly checked: CheckedRow };

/** Rows whose hashes are computed in parallel. */
const AT_ONCE = 8;
const RESULT_HEADER = 'line,reference,outcome,field,reason,account,card,cardId';
const BROKEN: RowFinding = { field: '', reason: 'quotes or the number of values are wrong' };

/** How the activation codes of a file would leave, by the channels that are on. */
export type CodeWays = {
  /** Rows with a mobile number whose code goes by mail, because texts are off. */
  readonly byMailInstead: number;
  /** Rows whose code cannot be sent: their number in all, and why for the first of them. */
  readonly unsent: number;
  readonly why: readonly string[];
};

const NAMED_UNSENT = 20;

/** Reads a file for how its activation codes would leave, and changes nothing. Rows with findings are passed over. */
export async function planCodes(
  ctx: Parameters<typeof hasChannel>[0],
  tenantId: number,
  file: string,
  reading: Reading,
): Promise<CodeWays> {
  const ways = { byMailInstead: 0, unsent: 0, why: [] as string[] };
  for await (const { number, checked } of linesOf(file, reading)) {
    if (!checked.ok || !isCodeSent(checked.row)) continue;
    const contacts = contactsOnRecord({ mobile: checked.row.mobileNumber, email: checked.row.email });
    const way = contacts.find(({ channel }) => hasChannel(ctx, tenantId, channel));
    if (way && way !== contacts[0]) ways.byMailInstead += 1;
    if (way) continue;
    ways.unsent += 1;
    const off = contacts.map(({ channel }) => (channel === 'sms' ? 'texts' : 'mail'));
    if (ways.unsent <= NAMED_UNSENT)
      ways.why.push(
        `line ${number}: its code cannot be sent: ${off.join(' and ')} ${off.length > 1 || off[0] === 'texts' ? 'are' : 'is'} off`,
      );
  }
  return ways;
}

/** Checks every row of the file by itself, without a database. */
export async function checkPeople(file: string, reading: Reading): Promise<{ rows: number; findings: string[] }> {
  const findings: string[] = [];
  let rows = 0;
  for await (const { number, checked } of linesOf(file, reading)) {
    rows += 1;
    if (!checked.ok) for (const { field, reason } of checked.findings) findings.push(said(number, field, reason));
  }
  return { rows, findings };
}

/**
 * Issues holders, accounts and cards of a file row by row, and writes a line of results for each. Each row commits by
 * itself. A repeated import finds the finished rows by their reference.
 */
export async function importPeople(
  ctx: Pick<AppContext, 'database' | 'clocks' | 'secrets' | 'config' | 'outboxWakeUp' | 'dueWork' | 'programmes'>,
  place: Place,
  { file, results, country }: { readonly file: string; readonly results: string; readonly country: string },
  onProgress: (done: Imported) => void = () => {},
): Promise<Imported> {
  const out = await openOwnFile(results);
  try {
    await out.write(`${RESULT_HEADER}\n`);
    const done = { accepted: 0, known: 0, refused: 0, withoutAddress: 0 };
    const sendLetter: SendLetter = (tx, letter) => queueLetter(tx, ctx, { tenantId: place.tenantId, ...letter });
    const issue = async ({ checked }: Line): Promise<RowOutcome> => {
      if (!checked.ok) return checked;
      const { row } = checked;
      return issueRow(ctx, place, row, 'system', row.letter === 'yes' ? sendLetter : undefined);
    };
    for await (const lines of inGroups(linesOf(file, { today: dayAt(ctx.clocks.business.now()), country }))) {
      const outcomes = await Promise.all(lines.map(issue));
      const text = outcomes.flatMap((outcome, index) => {
        if (!outcome.ok) done.refused += 1;
        else if (outcome.wasKnown) done.known += 1;
        else done.accepted += 1;
        if (outcome.ok && outcome.card.lacksAddress) done.withoutAddress += 1;
        return resultsOf(lines[index] as Line, outcome);
      });
      await out.write(text.map((each) => `${each}\n`).join(''));
      onProgress(done);
    }
    return done;
  } finally {
    await out.close();
  }
}

function resultsOf({ number, reference }: Line, outcome: RowOutcome): string[] {
  const line = String(number);
  if (outcome.ok) {
    const { account, maskedNumber, cardId } = outcome.card;
    return [csvLine([line, reference, 'accepted', '', '', account, maskedNumber, cardId])];
  }
  return outcome.findings.map(({ field, reason }) => csvLine([line, reference, 'refused', field, reason, '', '', '']));
}

const said = (line: number, field: string, reason: string) =>
  field === '' ? `line ${line}: ${reason}` : `line ${line}: ${field}: ${reason}`;

/** Reads line by line, so that a file of any size takes the same memory. */
async function* linesOf(file: string, reading: Reading): AsyncGenerator<Line> {
  let header: readonly string[] | undefined;
  let separator: string | undefined;
  const seen = new Set<string>();
  const fits = (values: readonly string[]) => !header || withinColumns(values, header.length).length === header.length;
  for await (const { number, text } of rowsIn(linesIn(file), fits, () => separator ?? ',')) {
    if (isBlank(text) || text.startsWith('#')) continue;
    if (!header && separator === undefined) {
      separator = separatorOf(text);
      if (separator !== undefined) continue;
    }
    const values = csvValues(text, separator)?.map(nameText) ?? null;
    if (values?.every((value) => value === '')) continue;
    if (!header) {
      const fault = separator === undefined ? separatorFault(text) : undefined;
      if (fault !== undefined) throw new PeopleFileError(`${file}: line ${number}: ${fault}`);
      header = headerOf(file, values);
      continue;
    }
    yield lineOf(number, header, values && withinColumns(values, header.length), { ...reading, seen });
  }
  if (!header) throw new PeopleFileError(`${file}: is empty`);
}

async function* linesIn(file: string): AsyncGenerator<string> {
  try {
    yield* textLines(file);
  } catch (error) {
    if (error instanceof TextEncodingError) throw new PeopleFileError(`${file}: ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new PeopleFileError(`${file}: is missing`) : error;
  }
}

function headerOf(file: string, typed: readonly string[] | null): readonly string[] {
  if (!typed) throw new PeopleFileError(`${file}: the header is broken`);
  const last = typed.findLastIndex((name) => name !== '');
  const values = typed.slice(0, last + 1).map((name) => columnNamed(COLUMNS, name));
  const nameless = values.findIndex((name) => name === '');
  if (nameless >= 0) throw new PeopleFileError(`${file}: column ${nameless + 1} has no name`);
  const faults = [
    ...values.filter((name) => !COLUMNS.includes(name)).map((name) => `${name}: is no column`),
    ...values.filter((name, at) => values.indexOf(name) < at).map((name) => `${name}: stands there twice`),
    ...REQUIRED_COLUMNS.filter((name) => !values.includes(name)).map((name) => `${name}: is missing`),
  ];
  if (faults.length > 0) throw new PeopleFileError(faults.map((fault) => `${file}: ${fault}`).join('\n'));
  return values;
}

function lineOf(
  number: number,
  header: readonly string[],
  values: readonly string[] | null,
  { today, country, seen }: Reading & { readonly seen: Set<string> },
): Line {
  if (values?.length !== header.length) return { number, reference: '', checked: { ok: false, findings: [BROKEN] } };
  const row = Object.fromEntries(header.map((name, at) => [name, values[at] ?? '']));
  const { reference = '' } = row;
  // A card number in the wrong column must not get into the results.
  const named = /^[A-Za-z0-9-]{1,40}$/.test(reference) && !/\d{13}/.test(reference) ? reference : '';
  const isTwice = named !== '' && seen.has(named);
  seen.add(named);
  if (isTwice) {
    const findings = [{ field: 'reference', reason: 'stands in the file twice' }];
    return { number, reference: named, checked: { ok: false, findings } };
  }
  return { number, reference: named, checked: checkRow(row, today, country) };
}

async function* inGroups(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let group: Line[] = [];
  for await (const line of lines) {
    group.push(line);
    if (group.length === AT_ONCE) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}
