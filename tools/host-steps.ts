import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIGURES_FILE } from '../ops/host/figures.ts';
import { HOST_PROGRAMS, RUNTIME, whyNoHost } from '../ops/host/programs.ts';
import { canInstall, install } from './debian.ts';
import type { Outcome, Step } from './steps.ts';
import { listVitest, runVitest } from './vitest-run.ts';

/** Two Debians are made and an image is built in them: on a slow machine half an hour. */
const HOST_MS = 60 * 60 * 1000;
const HOST = ['--project', 'host'];

/** The image and one host by systemd. Where they cannot be tried, they count as skipped and never as passed. */
async function oneHost(): Promise<Outcome> {
  const missing = [...HOST_PROGRAMS, RUNTIME].filter(([program]) => !existsSync(program)).map(([, name]) => name);
  if (canInstall() && missing.length > 0) await install(missing);
  const why = whyNoHost();
  if (why !== undefined) return notRun(why, await listVitest(HOST));
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-figures-'));
  try {
    const figures = path.join(folder, 'figures');
    const outcome = await runVitest(HOST, { [FIGURES_FILE]: figures }, HOST_MS);
    const lines = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : [];
    return { ...outcome, note: lines.toSorted().join('; ') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Outcome where no host can be set up. */
export function notRun(why: string, tests: number): Outcome {
  return {
    passed: 0,
    failed: 0,
    skipped: tests,
    details: `Not run: the image of one host, and one host by systemd (${why})`,
  };
}

/** Only in a whole run. */
export const hostSteps: readonly Step[] = [{ name: 'one host by its image and by systemd', run: oneHost }];
