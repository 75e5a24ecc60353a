import path from 'node:path';
import type { Database } from '../../database/database.ts';
import { readOwnText, TextEncodingError } from '../../text/text-lines.ts';
import { type Holiday, readHolidayFile } from './holiday-file.domain.ts';
import { hasHolidays, replaceHolidays } from './holiday.store.ts';

/** The bundled holidays, 2024 to 2037. Of Victoria's Grand Final Fridays, only the proclaimed ones are included. */
export const OWN_HOLIDAYS = path.join(import.meta.dirname, 'holidays.csv');

/** Holidays belong to the instance, not to a tenant. */
const NO_TENANT = 0;

/** An invalid holiday file; the message has a line for each finding. */
export class HolidayFileError extends Error {
  constructor(file: string, findings: readonly string[]) {
    super([`${file} is not fit to be loaded:`, ...findings.map((finding) => `  ${finding}`)].join('\n'));
  }
}

/** The holidays of a file. Throws HolidayFileError. */
export function readHolidays(file: string): readonly Holiday[] {
  const { holidays, findings } = readHolidayFile(textOf(file));
  if (findings.length > 0) throw new HolidayFileError(file, findings);
  return holidays;
}

function textOf(file: string): string {
  try {
    return readOwnText(file);
  } catch (error) {
    throw error instanceof TextEncodingError ? new HolidayFileError(file, [error.message]) : error;
  }
}

/** Replaces the holidays of the years in a file. Throws HolidayFileError, HolidayGap. */
export async function loadHolidays(database: Database, file: string): Promise<readonly Holiday[]> {
  const holidays = readHolidays(file);
  await database.transact(NO_TENANT, (tx) => replaceHolidays(tx, holidays));
  return holidays;
}

/** Loads the bundled holidays into a database that has none. */
export async function loadFirstHolidays(database: Database): Promise<void> {
  if (await database.readShared(hasHolidays)) return;
  await loadHolidays(database, OWN_HOLIDAYS);
}
