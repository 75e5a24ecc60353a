import { expect, test } from 'vitest';
import { failsAsAWhole } from './vitest-run.ts';

const file = (status: string, ...tests: readonly string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((one) => ({ status: one, fullName: one })),
});

test.each([
  ['that does not load', file('failed'), true],
  ['whose set-up fails, so that its tests are skipped', file('failed', 'skipped', 'skipped'), true],
  ['that fails after its tests', file('failed', 'passed'), true],
  ['with a failed test, which is counted by itself', file('failed', 'passed', 'failed'), false],
  ['that passes', file('passed', 'passed'), false],
])('a file %s', (_what, report, fails) => {
  expect(failsAsAWhole(report)).toBe(fails);
});
