import { csvValues, separatorFault, twice } from '../../text/csv.domain.ts';
import { isDay } from '../day.domain.ts';

export const STATES = ['NSW', 'VIC'] as const;
export type State = (typeof STATES)[number];

export type Holiday = { readonly state: State; readonly day: string; readonly name: string };

export type HolidayFile = {
  readonly holidays: readonly Holiday[];
  /** All problems found, one sentence each. Empty if the file may be loaded. */
  readonly findings: readonly string[];
};

const HEADER = 'state,date,name';
const LONGEST_NAME = 60;

/**
 * Reads public holidays: one line each, `NSW,2026-01-01,New Year's Day`, after a header. A file covers consecutive
 * whole years and must contain the days that both states always observe.
 */
export function readHolidayFile(text: string): HolidayFile {
  const [header, ...lines] = text.split(/\r?\n/);
  const findings: string[] = [];
  if (header !== HEADER) findings.push(`line 1: ${separatorFault(header ?? '') ?? `must be ${HEADER}`}`);
  const holidays: Holiday[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const found = readLine(line);
    if (typeof found === 'string') findings.push(`line ${index + 2}: ${found}`);
    else holidays.push(found);
  }
  return { holidays, findings: [...findings, ...twice(holidays.map(keyOf)), ...missing(holidays)] };
}

function readLine(line: string): Holiday | string {
  const values = csvValues(line);
  if (!values) return 'its quotes are wrong';
  const [state, day = '', name = '', ...more] = values;
  const known = STATES.find((each) => each === state);
  if (!known) return 'the state must be NSW or VIC';
  if (!isDay(day)) return 'the date must be a day, as 2026-01-26';
  if (more.length > 0 || name.includes(',') || name.trim() !== name || name.length < 1 || name.length > LONGEST_NAME) {
    return `the name must have 1 to ${LONGEST_NAME} characters and no comma`;
  }
  return { state: known, day, name };
}

const keyOf = ({ state, day }: Holiday) => `${state} ${day}`;

/** The years in the file, from the first to the last. */
export function yearsOf(holidays: readonly Pick<Holiday, 'day'>[]): number[] {
  if (holidays.length === 0) return [];
  const years = holidays.map(({ day }) => Number(day.slice(0, 4)));
  const first = Math.min(...years);
  return Array.from({ length: Math.max(...years) - first + 1 }, (_, index) => first + index);
}

/** Missing fixed-rule holidays. A year without one was truncated or mistyped. */
function missing(holidays: readonly Holiday[]): string[] {
  if (holidays.length === 0) return ['there is no holiday in it'];
  const known = new Set(holidays.map(keyOf));
  return yearsOf(holidays).flatMap((year) => {
    const easter = easterSunday(year);
    const always = [
      `${year}-01-01`,
      easter.subtract({ days: 2 }).toString(),
      easter.add({ days: 1 }).toString(),
      `${year}-04-25`,
      `${year}-12-25`,
      `${year}-12-26`,
    ];
    return STATES.flatMap((state) =>
      always.filter((day) => !known.has(`${state} ${day}`)).map((day) => `${state} ${day}: is missing`),
    );
  });
}

/** Easter of the Gregorian calendar, by Gauss's rule in the form of Meeus, Jones and Butcher. */
function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return Temporal.PlainDate.from({ year, month, day });
}
