import { atTheDatabase } from './at-the-database.ts';
import type { AppConfig } from '../config/config.ts';
import { yearsOf } from '../platform/time/banking-days/holiday-file.domain.ts';
import { HolidayGap, listHolidays } from '../platform/time/banking-days/holiday.store.ts';
import { HolidayFileError, loadHolidays, readHolidays } from '../platform/time/banking-days/holidays.ts';
import type { Database } from '../platform/database/database.ts';

export type HolidaysOptions = {
  readonly argv: readonly string[];
  readonly config: Pick<AppConfig, 'mode' | 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl'>;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP = `npm run holidays -- check FILE   says everything that is wrong with a file of public holidays
npm run holidays -- load FILE    checks it and replaces what is known of its years; running servers use it at once
npm run holidays -- list YEAR    the holidays of a year, as they are loaded`;

/** `npm run holidays`: checks, loads and lists public holidays. Answers the exit code. */
export async function runHolidays(options: HolidaysOptions): Promise<number> {
  const { argv, config, say, complain } = options;
  const [command, what, ...more] = argv;
  try {
    if (what !== undefined && more.length === 0) {
      if (command === 'check') return report(say, readHolidays(what), 'nothing is wrong with');
      if (command === 'load') {
        return await atTheDatabase(config, complain, async ({ database }) =>
          report(say, await loadHolidays(database, what), 'loaded'),
        );
      }
      if (command === 'list' && /^\d{4}$/.test(what)) {
        return await atTheDatabase(config, complain, ({ database }) => list(database, Number(what), say));
      }
    }
  } catch (error) {
    if (!(error instanceof HolidayFileError || error instanceof HolidayGap)) throw error;
    complain(error.message);
    return EXIT.refused;
  }
  (command === undefined ? say : complain)(HELP);
  return command === undefined ? EXIT.done : EXIT.usage;
}

function report(say: HolidaysOptions['say'], holidays: Parameters<typeof yearsOf>[0], what: string): number {
  const years = yearsOf(holidays);
  say(`${what} ${holidays.length} holidays of ${years[0]} to ${years.at(-1)}`);
  return EXIT.done;
}

async function list(database: Database, year: number, say: HolidaysOptions['say']): Promise<number> {
  for (const { day, states, name } of await database.readShared((tx) => listHolidays(tx, year))) {
    say(`${day}  ${states.padEnd(8)}  ${name}`);
  }
  return EXIT.done;
}
