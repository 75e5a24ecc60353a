import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Contents of PostgreSQL's postmaster.pid. */
export type Postmaster = { readonly pid: number; readonly socketFolder: string };

const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;
const REAPED_MS = 1_000;

/** The server currently running on the data folder, if any. */
export function readPostmaster(data: string): Postmaster | undefined {
  const lines = lockLines(data);
  const pid = Number(lines?.[0]);
  const socketFolder = lines?.[4];
  if (!Number.isInteger(pid) || pid <= 1 || !socketFolder) return undefined;
  return isServing(pid, data) ? { pid, socketFolder } : undefined;
}

/**
 * Removes the lock file of a dead server. PostgreSQL does so itself unless another process has reused the id,
 * which is common after a container restart. Shared memory, keyed by the data folder, still prevents two
 * servers on one cluster.
 */
export function removeStaleLock(data: string): void {
  if (lockLines(data) && !readPostmaster(data)) rmSync(path.join(data, 'postmaster.pid'), { force: true });
}

/** Stops the server: sessions are disconnected, everything is flushed. */
export async function stopPostmaster(data: string): Promise<void> {
  const running = readPostmaster(data);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  if (await isGone(data, running.pid, FAST_STOP_MS)) return;
  process.kill(running.pid, 'SIGQUIT');
  if (!(await isGone(data, running.pid, IMMEDIATE_STOP_MS)))
    throw new Error(`PostgreSQL (process ${running.pid}) does not stop.`);
}

/** Immediate shutdown; the server recovers at the next start. */
export function abandonPostmaster(data: string): void {
  const running = readPostmaster(data);
  if (running) process.kill(running.pid, 'SIGQUIT');
}

async function isGone(data: string, pid: number, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    if (!isServing(pid, data)) return isReaped(pid);
    await pause(10);
  }
  return false;
}

/** The process has ended but may stay a zombie if its parent never reaps it. */
async function isReaped(pid: number): Promise<true> {
  const until = Date.now() + REAPED_MS;
  while (isListed(pid) && Date.now() < until) await pause(5);
  return true;
}

function lockLines(data: string): string[] | undefined {
  try {
    return readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** Alive, not a zombie, and a server on this folder rather than another process with a reused id. */
function isServing(pid: number, data: string): boolean {
  return isListed(pid) && commandLine(pid).includes(data);
}

function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
