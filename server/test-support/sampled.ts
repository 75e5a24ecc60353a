import { onTestFailed } from 'vitest';

/** One of so many statements is broken where a test takes a sample. */
const OF = 5;

/** A whole run (`npm run test:full`) breaks every statement and tries more histories, from a seed that is new. */
export const IS_FULL = process.env['WATTLE_FULL'] === '1';

/** In a run that takes a sample, what the whole one does more of is done less. */
export const inFull = <T>(whole: T, sample: T): T => (IS_FULL ? whole : sample);

/** A whole run is given a seed of its own, which it prints. */
export const seedOr = (usual: number): number => Number(process.env['WATTLE_SEED'] ?? usual);

/**
 * The statements to break of so many, from 1 on: every fifth and the last one, which commits. Where the sample begins
 * is told by WATTLE_SAMPLE_OFFSET, which follows from the commit. A test that fails says it.
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
