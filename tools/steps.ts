import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { TimedTest } from './timed-tests.ts';

export const ROOT = resolve(import.meta.dirname, '..');

/** Result of a step. A step that counts no tests counts as one. */
export type Outcome = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Shown when something failed, or where a person should know why tests were skipped. */
  readonly details?: string;
  /** A word or two beside the name: a size, a count. */
  readonly note?: string;
  /** Each test that ran, where the runner names them. */
  readonly tests?: readonly TimedTest[];
};

export type Step = { readonly name: string; readonly run: () => Promise<Outcome> };

export type Total = { passed: number; failed: number; skipped: number; tests: TimedTest[] };

export const emptyTotal = (): Total => ({ passed: 0, failed: 0, skipped: 0, tests: [] });

export const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0 };

export function failure(details: string): Outcome {
  return { passed: 0, failed: 1, skipped: 0, details };
}

/**
 * How long one step may take unless it says otherwise: beyond it something hangs. On a slow machine the longest one
 * takes twelve minutes.
 */
const STEP_MS = 30 * 60 * 1000;

type Run = { readonly code: number; readonly output: string; readonly stdout: string };

/** Runs a program to its end; its output is kept, not shown. */
export async function run(
  command: string,
  args: readonly string[],
  {
    env = {},
    timeoutMs = STEP_MS,
  }: { readonly env?: Readonly<Record<string, string>>; readonly timeoutMs?: number } = {},
): Promise<Run> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    const end = (code: number) => {
      clearTimeout(timer);
      running.delete(child);
      done({ code, output, stdout });
    };
    const timer = setTimeout(() => {
      output += `\nstopped after ${timeoutMs} ms`;
      child.kill('SIGTERM');
    }, timeoutMs);
    running.add(child);
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', (error) => {
      output += String(error);
      end(127);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}

const running = new Set<ReturnType<typeof spawn>>();

let isStopping = false;

/** Ctrl-C ends what was started and begins nothing more, so that no test server outlives its run. */
export function stopStepsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopping = true;
      // SIGINT, because the test runners tear down only on that one.
      for (const child of running) child.kill('SIGINT');
    });
  }
}

/** A package's program, run by this Node: `npx` would look for another one. */
export async function runBin(path: string, args: readonly string[], options?: Parameters<typeof run>[2]): Promise<Run> {
  return run(process.execPath, [resolve(ROOT, 'node_modules', path), ...args], options);
}

function report(step: Step, outcome: Outcome, seconds: number): void {
  const mark = outcome.failed > 0 ? '✗' : outcome.passed === 0 && outcome.skipped > 0 ? '–' : '✓';
  const count = outcome.passed + outcome.failed + outcome.skipped > 1 ? ` ${outcome.passed} passed` : '';
  const bad = outcome.failed > 0 && count ? `, ${outcome.failed} failed` : '';
  const left = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
  const note = outcome.note ? ` (${outcome.note})` : '';
  console.log(`${mark} ${step.name}${count}${bad}${left}${note}  ${seconds.toFixed(1)} s`);
  if (outcome.details) console.log(`${outcome.details.trimEnd().replaceAll(/^/gm, '    ')}\n`);
}

/** Runs steps with at most `atOnce` side by side, reports each as it ends and adds up. A step that throws has failed. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<Total> {
  const total = emptyTotal();
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step && !isStopping; step = waiting.shift()) {
      const begunAt = performance.now();
      const outcome = await step.run().catch((error: unknown) => failure(String((error as Error).stack ?? error)));
      report(step, outcome, (performance.now() - begunAt) / 1000);
      total.passed += outcome.passed;
      total.failed += outcome.failed;
      total.skipped += outcome.skipped;
      total.tests.push(...(outcome.tests ?? []));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (isStopping) total.failed += 1;
  return total;
}

/** Adds one total to another. */
export function addTotal(to: Total, part: Total): void {
  to.passed += part.passed;
  to.failed += part.failed;
  to.skipped += part.skipped;
  to.tests.push(...part.tests);
}

export function summary(total: Pick<Total, 'passed' | 'failed' | 'skipped'>): string {
  return `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`;
}
