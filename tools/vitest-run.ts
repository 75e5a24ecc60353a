import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, type Outcome, ROOT, runBin } from './steps.ts';
import { placeOf, type TimedTest } from './timed-tests.ts';

type Assertion = {
  readonly status: string;
  readonly fullName: string;
  /** Milliseconds; absent for a test that did not run. */
  readonly duration?: number;
  readonly location?: { readonly line: number } | null;
  readonly failureMessages?: readonly string[];
};
type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly success: boolean;
  readonly testResults: readonly FileReport[];
};
type FileReport = {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly Assertion[];
};

/** Whether a file fails without one of its tests: it does not load, or what it does before or after them fails. */
export function failsAsAWhole({ status, assertionResults }: FileReport): boolean {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
}

/** Runs Vitest and counts from its JSON report. A file that fails as a whole counts as one failed test. */
export async function runVitest(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  timeoutMs?: number,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-vitest-'));
  try {
    const file = join(folder, 'report.json');
    const { code, output } = await runBin(
      'vitest/vitest.mjs',
      ['run', '--reporter=json', `--outputFile=${file}`, '--reporter=default', '--includeTaskLocation', ...args],
      { env, ...(timeoutMs !== undefined && { timeoutMs }) },
    );
    const text = readIfWritten(file);
    if (text === undefined) return failure(output);
    const report = JSON.parse(text) as VitestReport;
    const unloaded = report.testResults.filter(failsAsAWhole).length;
    const failed = report.numFailedTests + unloaded;
    const passed = report.numPassedTests;
    if (passed + failed === 0) return failure(`no test ran\n${output}`);
    const tests = timedTests(report);
    if (code === 0 && failed === 0) {
      return { passed, failed, skipped: report.numPendingTests + report.numTodoTests, tests };
    }
    // An unhandled rejection outside every test fails the run without failing one of its tests.
    return {
      passed,
      failed: Math.max(failed, 1),
      skipped: report.numPendingTests,
      details: failures(report) || tail(output),
      tests,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readIfWritten(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function timedTests(report: VitestReport): TimedTest[] {
  return report.testResults.flatMap((file) => {
    // The file failed outside of its tests, so all of it runs again.
    if (failsAsAWhole(file)) {
      return [{ place: placeOf(ROOT, file.name), name: 'the file does not load', ms: 0, failed: true }];
    }
    return file.assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, fullName, duration = 0, location }) => ({
        place: placeOf(ROOT, file.name, location?.line),
        name: fullName,
        ms: duration,
        failed: status === 'failed',
      }));
  });
}

function failures(report: VitestReport): string {
  return report.testResults
    .flatMap((file) => [
      ...(failsAsAWhole(file) ? [`${file.name}\n${file.message ?? ''}`] : []),
      ...file.assertionResults
        .filter((test) => test.status === 'failed')
        .map(
          (test) =>
            `${file.name}\n  ${test.fullName}\n${(test.failureMessages ?? []).join('\n').split('\n').slice(0, 14).join('\n')}`,
        ),
    ])
    .join('\n');
}

function tail(output: string): string {
  return output.split('\n').slice(-60).join('\n');
}

/** How many tests the arguments choose; nothing is run. */
export async function listVitest(args: readonly string[]): Promise<number> {
  const { stdout } = await runBin('vitest/vitest.mjs', ['list', '--json', ...args]);
  return (JSON.parse(stdout.slice(stdout.indexOf('['))) as unknown[]).length;
}
