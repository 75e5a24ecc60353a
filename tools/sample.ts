import { randomInt } from 'node:crypto';
import { run } from './steps.ts';

/** One of this many statements is broken in a run that takes a sample. */
const STATEMENTS_PER_SAMPLE = 5;

type Sample = { readonly env: Readonly<Record<string, string>>; readonly said: string };

/** Where a sample begins follows from the commit, so that all statements get their turn and a run can be repeated. */
export function offsetOf(commit: string): number {
  return Number.parseInt(commit.slice(0, 8), 16) % STATEMENTS_PER_SAMPLE || 0;
}

/**
 * Settings of the tests of a run. A whole run breaks every statement and has a new seed; another one breaks every fifth
 * and has the seed written in each test. The environment overrides both.
 */
export function sampleOf(isFull: boolean, commit: string, given: Readonly<Record<string, string | undefined>>): Sample {
  if (isFull) {
    const seed = given['WATTLE_SEED'] ?? String(randomInt(1, 2 ** 31));
    return { env: { WATTLE_FULL: '1', WATTLE_SEED: seed }, said: `Every statement is broken, WATTLE_SEED=${seed}` };
  }
  const offset = given['WATTLE_SAMPLE_OFFSET'] ?? String(offsetOf(commit));
  return {
    env: { WATTLE_SAMPLE_OFFSET: offset },
    said: `One statement of ${STATEMENTS_PER_SAMPLE} is broken, WATTLE_SAMPLE_OFFSET=${offset}`,
  };
}

/** The commit that is tested; empty outside of a repository. */
export async function currentCommit(): Promise<string> {
  const { code, stdout } = await run('git', ['rev-parse', 'HEAD']);
  return code === 0 ? stdout.trim() : '';
}
