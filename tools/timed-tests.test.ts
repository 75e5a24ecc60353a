import { expect, test } from 'vitest';
import { commandForFailed, placeOf, runnerOf, slowestTests, type TimedTest } from './timed-tests.ts';

const quick: TimedTest = { place: 'server/src/a.test.ts:3', name: 'a', ms: 12, failed: false };
const slow: TimedTest = { place: 'e2e/b/b.spec.ts:40', name: 'b', ms: 6_540, failed: true };
const twice: TimedTest = { ...slow, name: 'b on a desktop', ms: 2_000 };

test('lists the slowest tests first, and no more than asked for', () => {
  expect(slowestTests([quick, slow, twice], 2).split('\n')).toEqual([
    'The 2 slowest tests',
    '    6.5 s  e2e/b/b.spec.ts:40  b',
    '    2.0 s  e2e/b/b.spec.ts:40  b on a desktop',
  ]);
  expect(slowestTests([], 20)).toBe('');
});

test('names each place of a failed test once in the command that runs them again', () => {
  const other: TimedTest = { ...quick, failed: true };
  expect(commandForFailed([slow, quick, twice, other])).toBe('npm test -- e2e/b/b.spec.ts:40 server/src/a.test.ts:3');
  expect(commandForFailed([quick])).toBeUndefined();
});

test('names a file from the root, with its line where it is known', () => {
  expect(placeOf('/projects/wattle', '/projects/wattle/tools/x.test.ts', 7)).toBe('tools/x.test.ts:7');
  expect(placeOf('/projects/wattle', '/projects/wattle/tools/x.test.ts')).toBe('tools/x.test.ts');
});

test('knows by its name which runner a test needs', () => {
  expect(runnerOf('e2e/b/b.spec.ts:40')).toBe('browser');
  expect(runnerOf('web/src/x.test.tsx')).toBe('vitest');
  expect(runnerOf('server/src/a.test.ts:3')).toBe('vitest');
  expect(runnerOf('server/src/a.ts')).toBeUndefined();
});
