import { onTestFailed } from 'vitest';

/** Every fifth statement is broken in a sampled test. */
const OF = 5;

/** A full run (`npm run test:full`) breaks every statement and tries more histories with a new seed. */
export const IS_FULL = process.env['WATTLE_FULL'] === '1';

/** Value for a full run, or a smaller one for a sampled run. */
export const inFull = <T>(whole: T, sample: T): T => (IS_FULL ? whole : sample);

/** A full run uses a new seed and prints it. */
export const seedOr = (usual: number): number => Number(process.env['WATTLE_SEED'] ?? usual);

/**
 * Statements to break, from 1: every fifth and the last one, which commits. The sample starts at WATTLE_SAMPLE_OFFSET,
 * which follows from the commit. A failing test prints it.
 */
export function* brokenStatements(
  count = Number.POSITIVE_INFINITY,
  { isWhole = IS_FULL }: { readonly isWhole?: boolean } = {},
): Generator<number> {
  const offset = Number(process.env['WATTLE_SAMPLE_OFFSET'] ?? 0);
  const [first, step] = isWhole ? [1, 1] : [1 + (offset % OF), OF];
  if (!isWhole)
    onTestFailed(() => void process.stderr.write(`The same statements again: WATTLE_SAMPLE_OFFSET=${offset}\n`));
  if (first > count) yield count;
  for (let number = first; number <= count; number += step) {
    yield number;
    if (number < count && number + step > count) yield count;
  }
}
