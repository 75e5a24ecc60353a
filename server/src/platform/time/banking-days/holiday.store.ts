import { arrayRows } from '../../database/array-rows.ts';
import type { Tx } from '../../database/database.ts';
import type { BankingCalendar } from './banking-days.domain.ts';
import { type Holiday, STATES, yearsOf } from './holiday-file.domain.ts';

/** Loading these years would leave a gap between the known years; the message names it. */
export class HolidayGap extends Error {}

const CALENDAR = `
SELECT min(extract(year FROM day))::int AS first, max(extract(year FROM day))::int AS last,
       (SELECT coalesce(array_agg(both_states.day::text), '{}')
          FROM (SELECT day FROM holiday GROUP BY day HAVING count(*) = $1) AS both_states) AS shared
  FROM holiday`;

type CalendarRow = { readonly first: number | null; readonly last: number | null; readonly shared: readonly string[] };

/**
 * The banking calendar as stored in the database.
 *
 * @throws Error where no holidays are loaded
 */
export async function readBankingCalendar(tx: Tx): Promise<BankingCalendar> {
  const row = await tx.first<CalendarRow>(CALENDAR, [STATES.length]);
  if (!row || row.first === null || row.last === null) throw new Error('no holidays are loaded');
  return { from: `${row.first}-01-01`, to: `${row.last}-12-31`, holidays: new Set(row.shared) };
}

const YEARS = 'SELECT DISTINCT extract(year FROM day)::int AS year FROM holiday ORDER BY year';
const DELETE_YEARS = 'DELETE FROM holiday WHERE extract(year FROM day)::int = ANY ($1::int[])';
const INSERT = `
INSERT INTO holiday (state, day, name)
SELECT h.state, h.day, h.name FROM ${arrayRows('h', 1, { state: 'text', day: 'date', name: 'text' })}
ON CONFLICT (state, day) DO NOTHING`;

/**
 * Replaces the holidays of all years that the given ones cover.
 *
 * @throws HolidayGap if a year between them and the known years would be missing
 */
export async function replaceHolidays(tx: Tx, holidays: readonly Holiday[]): Promise<void> {
  await tx.run(DELETE_YEARS, [yearsOf(holidays)]);
  await tx.run(INSERT, [
    holidays.map(({ state }) => state),
    holidays.map(({ day }) => day),
    holidays.map(({ name }) => name),
  ]);
  const years = (await tx.query<{ year: number }>(YEARS)).map(({ year }) => year);
  const gap = years.findIndex((year, index) => index > 0 && year !== (years[index - 1] ?? year) + 1);
  if (gap > 0) throw new HolidayGap(`nothing would be known between ${years[gap - 1]} and ${years[gap]}`);
}

/** Whether any are loaded. */
export async function hasHolidays(tx: Tx): Promise<boolean> {
  return (await tx.first('SELECT FROM holiday LIMIT 1')) !== undefined;
}

const LIST = `
SELECT day::text, string_agg(state, ', ' ORDER BY state) AS states, string_agg(DISTINCT name, ' / ') AS name
  FROM holiday WHERE extract(year FROM day)::int = $1 GROUP BY day ORDER BY day`;

export type ListedHoliday = { readonly day: string; readonly states: string; readonly name: string };

/** The holidays of a year, a row for each day. */
export function listHolidays(tx: Tx, year: number): Promise<ListedHoliday[]> {
  return tx.query<ListedHoliday>(LIST, [year]);
}
