import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../../test-support/processes/database.ts';
import { runHolidays } from '../../../commands/holidays.ts';
import { isBankingDay } from './banking-days.domain.ts';
import { HolidayGap, readBankingCalendar } from './holiday.store.ts';
import { HolidayFileError, loadFirstHolidays, loadHolidays, OWN_HOLIDAYS } from './holidays.ts';

let given: TestDatabase;
let folder: string;
beforeEach(async () => {
  given = await givenDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-holidays-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await given.close();
});

const own = readFileSync(OWN_HOLIDAYS, 'utf8');
function fileOf(text: string): string {
  const file = path.join(folder, 'holidays.csv');
  writeFileSync(file, text);
  return file;
}
/** The bundled holidays of some years, with an extra line. */
const yearsOf = (from: number, to: number, more = '') =>
  own
    .split('\n')
    .filter((line, index) => index === 0 || (Number(line.slice(4, 8)) >= from && Number(line.slice(4, 8)) <= to))
    .concat(more)
    .join('\n');
const calendar = () => given.database.readShared(readBankingCalendar);
const count = async () => (await given.asOwner<{ n: number }>('SELECT count(*)::int AS n FROM holiday'))[0]?.n;

describe('the banking calendar', () => {
  it('has the days that both states observe, in the loaded years', async () => {
    const found = await calendar();
    expect(found).toMatchObject({ from: '2024-01-01', to: '2037-12-31' });
    expect(isBankingDay(found, '2026-01-26')).toBe(false);
    expect(isBankingDay(found, '2026-11-03')).toBe(true);
  });

  it('is an error if nothing is loaded', async () => {
    await given.asOwner('DELETE FROM holiday');
    await expect(calendar()).rejects.toThrow('no holidays are loaded');
  });
});

describe('loading holidays', () => {
  it('replaces the years of the file and leaves the others', async () => {
    const before = (await count()) ?? 0;
    const proclaimed = 'NSW,2026-06-19,A day of both\nVIC,2026-06-19,A day of both';
    await loadHolidays(given.database, fileOf(yearsOf(2026, 2026, proclaimed)));
    expect(isBankingDay(await calendar(), '2026-06-19')).toBe(false);
    expect(await count()).toBe(before + 2);
    await loadHolidays(given.database, fileOf(yearsOf(2026, 2026)));
    expect(isBankingDay(await calendar(), '2026-06-19')).toBe(true);
    expect(await count()).toBe(before);
  });

  it('changes nothing if the file is invalid or years in between would be missing', async () => {
    const before = await count();
    const unfit = fileOf(yearsOf(2026, 2026).replace('VIC,2026-12-25,Christmas Day\n', ''));
    await expect(loadHolidays(given.database, unfit)).rejects.toThrow(HolidayFileError);
    expect(await count()).toBe(before);
    await given.asOwner('DELETE FROM holiday WHERE day >= $1', ['2027-01-01']);
    const beyond = fileOf(yearsOf(2029, 2030));
    await expect(loadHolidays(given.database, beyond)).rejects.toThrow(HolidayGap);
    expect(await calendar()).toMatchObject({ to: '2026-12-31' });
  });

  it('happens automatically in an empty database, once on two servers, and changes no other', async () => {
    await given.asOwner('DELETE FROM holiday');
    await Promise.all([loadFirstHolidays(given.database), loadFirstHolidays(given.database)]);
    expect(await count()).toBe(own.trim().split('\n').length - 1);
    await given.asOwner('DELETE FROM holiday WHERE day >= $1', ['2027-01-01']);
    await loadFirstHolidays(given.database);
    expect(await calendar()).toMatchObject({ to: '2026-12-31' });
  });
});

describe('npm run holidays', () => {
  const config = () => ({
    mode: 'sandbox' as const,
    dataFolder: folder,
    databaseUrl: given.url,
    databaseOwnerUrl: undefined,
  });
  async function run(...argv: readonly string[]) {
    const [said, complained]: [string[], string[]] = [[], []];
    const code = await runHolidays({
      argv,
      config: config(),
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
    });
    return { code, said, complained };
  }

  it('checks, loads and lists', async () => {
    // New South Wales has 13 and 14, Victoria 14 and 14.
    const file = fileOf(yearsOf(2026, 2027));
    expect(await run('check', file)).toMatchObject({
      code: 0,
      said: ['nothing is wrong with 55 holidays of 2026 to 2027'],
    });
    expect(await run('load', file)).toMatchObject({ code: 0, said: ['loaded 55 holidays of 2026 to 2027'] });
    const { said } = await run('list', '2026');
    expect(said[0]).toBe("2026-01-01  NSW, VIC  New Year's Day");
    expect(said).toContain('2026-11-03  VIC       Melbourne Cup Day');
  });

  it('reports problems with a file and with the arguments', async () => {
    const { code, complained } = await run('load', fileOf('state,date,name\nTAS,2026-01-01,A day\n'));
    expect(code).toBe(1);
    expect(complained.join('\n')).toContain('line 2: the state must be NSW or VIC');
    expect((await run('list', 'soon')).code).toBe(2);
    expect((await run()).code).toBe(0);
  });
});
