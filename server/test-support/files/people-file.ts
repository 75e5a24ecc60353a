import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { runPeople } from '../../src/commands/people.ts';
import type { TestApp } from '../app.ts';
import type { TestBrand } from '../given-types.ts';
import { givenMode } from '../processes/database.ts';
import { productionSettings } from '../processes/production-server.ts';

type Channels = Readonly<Record<string, string>>;

/** The import only queues messages, so no one listens there. */
export const MAIL = { WATTLE_SMTP_URL: 'smtp://127.0.0.1:1', WATTLE_MAIL_FROM: 'cards@wattle.example' };
export const TEXTS = { WATTLE_SMS_URL: 'http://127.0.0.1:1', WATTLE_SMS_KEY: 'ab'.repeat(32) };
const CHANNELS: Channels = { ...MAIL, ...TEXTS };

export type PersonOfFile = Readonly<Record<string, string>>;

/** Runs `npm run people` with files of rows, for the brand of a test. */
export function openPeopleFiles(test: TestApp, folder: string) {
  let files = 0;
  const env = (brand: TestBrand, channels: Channels = CHANNELS) => ({
    ...productionSettings(test.ctx.url, brand),
    ...channels,
    WATTLE_DATA: folder,
  });

  const people = (brand: TestBrand, ...argv: string[]) => peopleWith(CHANNELS, brand, ...argv);

  async function peopleWith(channels: Channels, brand: TestBrand, ...argv: string[]) {
    const lines: string[] = [];
    const settings = env(brand, channels);
    await givenMode(test.ctx, 'production');
    const code = await runPeople({
      argv,
      env: settings,
      config: readConfig(settings, (file) => path.resolve(file)),
      say: (line) => lines.push(line),
      complain: (line) => lines.push(line),
    });
    return { code, lines: lines.filter((line) => line !== 'Using the database of DATABASE_URL') };
  }

  async function given(rows: readonly PersonOfFile[]) {
    files += 1;
    const file = path.join(folder, `people-${files}.csv`);
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(','));
    await writeFile(file, `${[columns.join(','), ...lines].join('\n')}\n`);
    return { file, results: path.join(folder, `results-${files}.csv`) };
  }

  async function imported(brand: TestBrand, rows: readonly PersonOfFile[]) {
    const { file, results } = await given(rows);
    // Programmes but the first have no channels here.
    const place = ['--brand', brand.identifier, '--results', results, '--codes-later'];
    const done = await people(brand, 'import', file, ...place);
    const [, ...lines] = (await readFile(results, 'utf8')).trimEnd().split('\n');
    return { ...done, file, results, rows: lines };
  }

  return { env, people, peopleWith, given, imported };
}
