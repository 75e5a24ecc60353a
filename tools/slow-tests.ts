import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './steps.ts';
import type { TimedTest } from './timed-tests.ts';

/** A test that takes longer on a quiet machine is named in the list, so that a slow one is a decision. */
const SLOW_MS = 5_000;
const LIST = resolve(ROOT, 'tools/slow-tests.json');

/**
 * Files of many tests that keep one of two workers busy for a minute and more, the longest first. A clone that has not
 * run them yet would order them by their size. What kills processes is not among them: the checks run beside the first
 * files.
 */
export const LONG_FILES: readonly string[] = [
  'server/src/tests/ownership.test.ts',
  'server/src/tests/desk-commands.test.ts',
  'server/src/ledger/model.test.ts',
  'server/src/features/profile/desk/undo-links.test.ts',
  'server/src/http/auth.test.ts',
  'server/src/features/network/stand-in/late-file.test.ts',
];

/** By its file and name, because its line moves. */
const nameOf = ({ place, name }: TimedTest) => `${place.replace(/:\d+$/, '')}: ${name}`;
const slowOnes = (tests: readonly TimedTest[]) => tests.filter(({ ms }) => ms > SLOW_MS).map(nameOf);

/** Tests of a run that took more than five seconds and may not, by the list. A busy machine has some too. */
export function unlistedSlowTests(tests: readonly TimedTest[], listed: readonly string[]): string[] {
  return slowOnes(tests).filter((name) => !listed.includes(name));
}

export function readSlowTests(): readonly string[] {
  return JSON.parse(readFileSync(LIST, 'utf8')) as string[];
}

/** Makes the list again from a run: `npm test -- --list-slow`, on a quiet machine. */
export function writeSlowTests(tests: readonly TimedTest[]): void {
  writeFileSync(LIST, `${JSON.stringify([...new Set(slowOnes(tests))].sort(), null, 2)}\n`);
}
