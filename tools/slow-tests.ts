import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './steps.ts';
import type { TimedTest } from './timed-tests.ts';

/** A test that takes longer on a quiet machine is named in the list, so that a slow one is a decision. */
const SLOW_MS = 5_000;
const LIST = resolve(ROOT, 'tools/slow-tests.json');

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
