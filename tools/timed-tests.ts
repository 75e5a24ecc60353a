import { relative } from 'node:path';

/** One test that ran: where it is, how long it took, and whether it failed. */
export type TimedTest = {
  /** The file from the root of the project and, where it is known, the line: `server/src/commands/verify.test.ts:12`. */
  readonly place: string;
  readonly name: string;
  readonly ms: number;
  readonly failed: boolean;
};

/** A file as it is named from the root of the project, on every system with slashes. */
export function placeOf(root: string, file: string, line?: number): string {
  const path = relative(root, file).replaceAll('\\', '/');
  return line === undefined ? path : `${path}:${line}`;
}

/** A table of the tests that took longest, slowest first. Empty if none ran. */
export function slowestTests(tests: readonly TimedTest[], count: number): string {
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, count);
  if (slowest.length === 0) return '';
  const rows = slowest.map(({ place, name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${place}  ${name}`);
  return [`The ${slowest.length} slowest tests`, ...rows].join('\n');
}

/** The command that runs the failed tests and nothing else; undefined if none is known to have failed. */
export function commandForFailed(tests: readonly TimedTest[]): string | undefined {
  const places = new Set(tests.filter(({ failed }) => failed).map(({ place }) => place));
  return places.size === 0 ? undefined : `npm test -- ${[...places].sort().join(' ')}`;
}

/** Runner of a test that was named on the command line. */
export function runnerOf(place: string): 'browser' | 'vitest' | undefined {
  const file = place.replace(/:\d+$/, '');
  if (/^e2e\/.+\.spec\.ts$/.test(file)) return 'browser';
  return /\.test\.tsx?$/.test(file) ? 'vitest' : undefined;
}
