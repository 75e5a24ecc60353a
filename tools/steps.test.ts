import { afterEach, expect, test, vi } from 'vitest';
import { failure, PASSED, run, runSteps, summary } from './steps.ts';

afterEach(() => vi.restoreAllMocks());

test('adds up over all steps, and a step that throws has failed', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const total = await runSteps(
    [
      { name: 'one', run: async () => PASSED },
      { name: 'many', run: async () => ({ passed: 5, failed: 2, skipped: 3, details: 'two are wrong' }) },
      { name: 'thrown', run: () => Promise.reject(new Error('no such file')) },
      { name: 'said', run: async () => failure('line 3') },
    ],
    2,
  );
  expect(total).toEqual({ passed: 6, failed: 4, skipped: 3, tests: [] });
  const lines = said.mock.calls.map(([line]) => String(line));
  expect(lines.some((line) => line.startsWith('✗ many 5 passed, 2 failed, 3 skipped'))).toBe(true);
  expect(lines.some((line) => line.includes('no such file'))).toBe(true);
});

test('names skipped tests in the last line only where there are some', () => {
  expect(summary({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(summary({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
});

test('gives the exit code and both outputs of a program, also of one that does not exist', async () => {
  const script = "console.log('out'); console.error('bad'); process.exit(3)";
  const ended = await run(process.execPath, ['-e', script]);
  expect(ended).toMatchObject({ code: 3, stdout: 'out\n' });
  expect(ended.output).toContain('bad');
  expect((await run('no-such-program-here', [])).code).toBe(127);
});
