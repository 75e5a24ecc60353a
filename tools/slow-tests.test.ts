import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LONG_FILES, readSlowTests, unlistedSlowTests } from './slow-tests.ts';
import { ROOT } from './steps.ts';
import type { TimedTest } from './timed-tests.ts';

const taking = (ms: number, name: string): TimedTest => ({ place: 'server/src/a.test.ts:3', name, ms, failed: false });

test('names what took more than five seconds and is not listed, whatever its line', () => {
  const tests = [taking(4_999, 'quick'), taking(5_001, 'known'), taking(6_000, 'new')];
  expect(unlistedSlowTests(tests, ['server/src/a.test.ts: known'])).toEqual(['server/src/a.test.ts: new']);
});

test('lists files, and tests of files, that are there', () => {
  const named = [...LONG_FILES, ...readSlowTests().map((name) => name.split(': ')[0] ?? '')];
  const gone = named.filter((file) => !existsSync(resolve(ROOT, file)));
  expect(gone).toEqual([]);
});
