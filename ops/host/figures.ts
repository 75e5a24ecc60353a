import { appendFileSync } from 'node:fs';

/** Where a whole run wants the figures of one host: a line for each test file. */
export const FIGURES_FILE = 'WATTLE_HOST_FIGURES';

/** Says what was measured: in the file of a whole run, or in the output of the test. */
export function noteFigures(name: string, figures: readonly string[]): void {
  const file = process.env[FIGURES_FILE];
  const line = `${name}: ${figures.join(', ')}\n`;
  if (file === undefined) process.stdout.write(line);
  else appendFileSync(file, line);
}
