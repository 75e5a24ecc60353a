import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { alternating, argumentsOfRun, compare, comparedTable, type Pair, type Side } from './compare-pairs.ts';
import type { BenchOptions } from './options.ts';
import { benchOf, openWorktree } from './worktree.ts';

type Figures = Pair['here'];

/** Measures the working tree and a commit in alternating pairs, each with its own bench, and prints both. */
export async function measureAgainst(
  commit: string,
  { rounds, jsonFile }: Pick<BenchOptions, 'rounds' | 'jsonFile'>,
  opened: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<void> {
  const worktree = openWorktree(commit);
  opened.defer(() => worktree.remove());
  if (!worktree.hasSamePackages) say(`${commit} has other versions of packages: it runs with those of this tree`);
  const benches: Readonly<Record<Side, string>> = {
    here: path.join(import.meta.dirname, 'run.ts'),
    there: benchOf(worktree.root),
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-bench-figures-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const taken: Record<Side, Figures[]> = { here: [], there: [] };
  const order = alternating(rounds);
  for (const [at, side] of order.entries()) {
    say(`Run ${at + 1} of ${order.length}: ${side === 'here' ? 'the working tree' : commit}`);
    const file = path.join(folder, `${at}.json`);
    await runBench(benches[side], argumentsOfRun(process.argv.slice(2), file), opened);
    if (!existsSync(file)) throw new Error('the run ended without figures');
    taken[side].push((JSON.parse(readFileSync(file, 'utf8')) as { readonly figures: Figures }).figures);
  }
  const pairs = taken.here.map((here, pair): Pair => ({ here, there: taken.there[pair] ?? [] }));
  const compared = compare(pairs);
  const json = JSON.stringify({ at: new Date().toISOString(), against: worktree.commit, compared }, null, 2);
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${json}\n`);
  console.log(comparedTable(compared, worktree.commit));
}

/** Runs a bench to its end. Its exit code says whether it met its limits too, so its figures say whether it ended well. */
async function runBench(bench: string, args: readonly string[], opened: AsyncDisposableStack): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, bench, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  opened.defer(() => ended(child, 'SIGTERM'));
  await ended(child);
}

async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve, reject) => child.once('exit', () => resolve()).once('error', reject));
  if (signal !== undefined) child.kill(signal);
  await exit;
}
