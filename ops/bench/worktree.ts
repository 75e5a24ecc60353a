import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UsageError } from './options.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OWN_SCOPE = '@wattle';

export type Worktree = {
  readonly root: string;
  readonly commit: string;
  /** Whether its packages are locked to the same versions, which they are run with. */
  readonly hasSamePackages: boolean;
  remove(): void;
};

/** The files of a commit in a temporary folder, with the installed packages of this tree and its own workspaces. */
export function openWorktree(name: string): Worktree {
  const commit = commitOf(name);
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-bench-against-'));
  const root = path.join(folder, 'tree');
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--quiet', '--detach', root, commit);
    linkPackages(ROOT, root);
    const locks = [ROOT, root].map((one) => readFileSync(path.join(one, 'package-lock.json'), 'utf8'));
    return { root, commit, hasSamePackages: locks[0] === locks[1], remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function commitOf(name: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  } catch {
    throw new UsageError(`--against takes a commit of this repository, and ${name} is none`);
  }
}

/** Links each package of one tree into another, whose workspaces are its own. */
export function linkPackages(from: string, to: string): void {
  const [installed, modules] = [from, to].map((root) => path.join(root, 'node_modules')) as [string, string];
  mkdirSync(path.join(modules, OWN_SCOPE), { recursive: true });
  for (const entry of readdirSync(installed)) {
    if (entry !== OWN_SCOPE) symlinkSync(path.join(installed, entry), path.join(modules, entry));
  }
  const { workspaces } = readJson(path.join(to, 'package.json')) as { readonly workspaces: readonly string[] };
  for (const workspace of workspaces) {
    const { name } = readJson(path.join(to, workspace, 'package.json')) as { readonly name: string };
    symlinkSync(path.join(to, workspace), path.join(modules, name));
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The bench of a tree, which was at the root before `ops/`. */
export function benchOf(root: string): string {
  const found = ['ops/bench/run.ts', 'bench/run.ts']
    .map((file) => path.join(root, file))
    .find((file) => existsSync(file));
  if (found === undefined) throw new UsageError('the commit of --against has no bench');
  return found;
}
