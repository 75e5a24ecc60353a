import { dateIn, dateOfParts, dayOf } from '@wattle/contract/rules/typed-date.ts';
import { plainText } from '@wattle/contract/rules/typed-text.ts';
import { csvValues } from '../../platform/text/csv.domain.ts';

/** Separator that Excel writes in the line before the header, `sep=;`. Undefined: the line is none of these. */
export function separatorOf(line: string): string | undefined {
  return /^"?sep=([,;\t])"?[,;\t\s]*$/i.exec(line)?.[1];
}

/** Separator of a header without that line: a comma, unless it has none and the values are apart by another one. */
export function separatorIn(header: string): string {
  return header.includes(',') ? ',' : ([';', '\t'].find((one) => header.includes(one)) ?? ',');
}

/** Column that a header means: capitals, spaces, hyphens and underscores do not count. */
export function columnNamed(columns: readonly string[], typed: string): string {
  const folded = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  return columns.find((name) => folded(name) === folded(typed)) ?? typed;
}

/** Values without the empty ones behind the last column, which a spreadsheet writes where something was deleted. */
export function withinColumns(values: readonly string[], count: number): readonly string[] {
  return values.slice(count).every((value) => value === '') ? values.slice(0, count) : values;
}

/** A line break in a cell may make this many lines of one row. */
const MOST_LINES = 20;
const hasOpenQuote = (text: string) => (text.split('"').length - 1) % 2 === 1;

/**
 * Lines as rows, each with the number of its first line. Lines are joined where a quoted value goes on in the next one
 * and the row then has the values that `fits` asks for. A stray quote spoils only its own line.
 */
export async function* rowsIn(
  lines: AsyncIterable<string>,
  fits: (values: readonly string[]) => boolean,
  separator: () => string,
): AsyncGenerator<{ readonly number: number; readonly text: string }> {
  const source = lines[Symbol.asyncIterator]();
  const ahead: string[] = [];
  const look = async (at: number) => {
    while (ahead.length <= at) {
      const { done, value } = await source.next();
      if (done === true) return undefined;
      ahead.push(value);
    }
    return ahead[at];
  };
  let number = 1;
  for (let first = await look(0); first !== undefined; first = await look(0)) {
    let text = first;
    let count = 1;
    while (hasOpenQuote(text) && count < MOST_LINES) {
      const next = await look(count);
      if (next === undefined) break;
      text += `\n${next}`;
      count += 1;
    }
    const values = count > 1 && !hasOpenQuote(text) ? csvValues(text, separator()) : null;
    const taken = values && fits(values) ? count : 1;
    yield { number, text: taken === 1 ? first : text };
    ahead.splice(0, taken);
    number += taken;
  }
}

export type TypedDay = { readonly day: string } | { readonly reason: string };

const SERIAL = /^\d{4,5}(?:\.\d+)?$/;
const DAY_MS = 86_400_000;
/** Day 0 of the numbers with which spreadsheets count days. */
const SERIALS_BEGIN = Date.UTC(1899, 11, 30);
const MIDNIGHT = /[ T]+0{1,2}:00(?::00(?:\.0+)?)?(?: ?AM)?Z?$/i;
const WORDS = 'write the day as 1990-04-25';

/** Order in which a whole file writes days, where its sender has said so. */
export const DAY_ORDERS = ['day-first', 'month-first'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** A day as a spreadsheet writes it. Text that may mean two days is refused with a question, unless the order is known. */
export function sheetDay(typed: string, order?: DayOrder): TypedDay {
  const text = plainText(typed).replace(MIDNIGHT, '');
  if (SERIAL.test(text)) {
    const day = new Date(SERIALS_BEGIN + Math.floor(Number(text)) * DAY_MS).toISOString().slice(0, 10);
    return { reason: `is the number of a day: if it is ${day}, write it so, in a column of text` };
  }
  const parts = dateIn(text);
  if (!parts) return { reason: WORDS };
  if (parts.year.length !== 4) return { reason: `needs a year of four digits: ${WORDS}` };
  const day = dayOf(dateOfParts(parts));
  const turned = dayOf(dateOfParts({ ...parts, day: parts.month, month: parts.day }));
  // The year first, or the name of the month, leaves no doubt about the order.
  const isInOrder = /^\d{4}\D/.test(text) || /\p{L}/u.test(text);
  if (isInOrder) return day === null ? { reason: `is no day: ${WORDS}` } : { day };
  if (day !== null && turned !== null && day !== turned) {
    if (order === undefined) return { reason: `may be ${day} or ${turned}: write which one` };
    return { day: order === 'day-first' ? day : turned };
  }
  if (order === 'month-first' && day !== null && turned === null) return { reason: `has the day first: write ${day}` };
  if (order === 'month-first' && turned !== null) return { day: turned };
  if (day !== null) return { day };
  return turned === null ? { reason: `is no day: ${WORDS}` } : { reason: `has the month first: write ${turned}` };
}
