import type { AppContext } from '../../compose/context.ts';
import { isWorkbook } from '../../documents/xlsx/read-workbook.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { csvLine } from '../../platform/text/csv.domain.ts';
import { firstBytes, openOwnFile, readBytes, TextEncodingError, textLines } from '../../platform/text/text-lines.ts';
import { queueLetter } from '../activation/public.ts';
import { contactsOnRecord } from '../contact-marks/public.ts';
import { hasChannel } from '../programme/public.ts';
import { BROKEN, type CheckedRow, checkRow, isCodeSent, namedReference, type Reading } from './card-row.ts';
import { issueRow, type RowOutcome, type SendLetter } from './issue-row.ts';
import type { Place } from './people.store.ts';
import { PeopleFileError, sheetRows, workbookRows } from './sheet-rows.ts';

export type Imported = {
  readonly accepted: number;
  readonly known: number;
  readonly refused: number;
  readonly withoutAddress: number;
};

type Line = { readonly number: number; readonly reference: string; readonly checked: CheckedRow };

/** Rows whose hashes are computed in parallel. */
const AT_ONCE = 8;
const RESULT_HEADER = 'line,reference,outcome,field,reason,account,card,cardId';

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
  given: Omit<Reading, 'today'> & { readonly file: string; readonly results: string },
  onProgress: (done: Imported) => void = () => {},
): Promise<Imported> {
  const { file, results, ...reading } = given;
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
    for await (const lines of inGroups(linesOf(file, { ...reading, today: dayAt(ctx.clocks.business.now()) }))) {
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

/** Reads a file of text line by line, so that one of any size takes the same memory. */
async function* linesOf(file: string, reading: Reading): AsyncGenerator<Line> {
  const seen = new Map<string, number>();
  try {
    const rows = isWorkbook(await firstBytes(file)) ? workbookRows(await readBytes(file)) : sheetRows(linesIn(file));
    for await (const { line: number, values } of rows) yield lineOf(number, values, reading, seen);
  } catch (error) {
    if (!(error instanceof PeopleFileError)) throw error;
    throw new PeopleFileError(error.message.replaceAll(/^/gm, `${file}: `));
  }
}

async function* linesIn(file: string): AsyncGenerator<string> {
  try {
    yield* textLines(file);
  } catch (error) {
    if (error instanceof TextEncodingError) throw new PeopleFileError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new PeopleFileError('is missing') : error;
  }
}

function lineOf(
  number: number,
  values: Readonly<Record<string, string>> | null,
  reading: Reading,
  seen: Map<string, number>,
): Line {
  if (!values) return { number, reference: '', checked: { ok: false, findings: [BROKEN] } };
  const reference = namedReference(values);
  const first = reference === '' ? undefined : seen.get(reference);
  if (first !== undefined) {
    const findings = [{ field: 'reference', reason: `is the same as in line ${first}` }];
    return { number, reference, checked: { ok: false, findings } };
  }
  seen.set(reference, number);
  const checked = checkRow(values, reading);
  if (!checked.ok || checked.row.opening === '') return { number, reference, checked };
  const findings = [{ field: 'opening', reason: 'takes two people: send the file at the desk' }];
  return { number, reference, checked: { ok: false, findings } };
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
