import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { runPeople } from '../../src/commands/people.ts';
import type { TestApp } from '../app.ts';
import type { TestBrand } from '../given-types.ts';
import { productionSettings } from '../processes/production-server.ts';

export type PersonOfFile = Readonly<Record<string, string>>;

/** Runs `npm run people` with files of rows, for the brand of a test. */
export function openPeopleFiles(test: TestApp, folder: string) {
  let files = 0;
  const env = (brand: TestBrand) => ({ ...productionSettings(test.ctx.url, brand), WATTLE_DATA: folder });

  async function people(brand: TestBrand, ...argv: string[]) {
    const lines: string[] = [];
    const code = await runPeople({
      argv,
      env: env(brand),
      config: readConfig(env(brand), (file) => path.resolve(file)),
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
    const done = await people(brand, 'import', file, '--brand', brand.identifier, '--results', results);
    const [, ...lines] = (await readFile(results, 'utf8')).trimEnd().split('\n');
    return { ...done, file, results, rows: lines };
  }

  return { env, people, given, imported };
}
