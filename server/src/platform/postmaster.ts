import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What PostgreSQL writes about itself into postmaster.pid. */
export type Postmaster = { readonly pid: number; readonly socketFolder: string };

const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;
const REAPED_MS = 1_000;

/** The server that runs on the data folder now, if one does. */
export function readPostmaster(data: string): Postmaster | undefined {
  const lines = lockLines(data);
  const pid = Number(lines?.[0]);
  const socketFolder = lines?.[4];
  if (!Number.isInteger(pid) || pid <= 1 || !socketFolder) return undefined;
  return isServing(pid, data) ? { pid, socketFolder } : undefined;
}

/**
 * Removes a lock whose owner is gone. PostgreSQL does so itself unless another process has got the
 * same id since, which after the restart of a container is the rule; its shared memory, keyed by
 * the data folder, still keeps two servers off one cluster.
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

/** Ends the server at once: its files are recovered when it starts again. */
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

/** It has ended; its entry in the process table goes once its parent has looked, which may be never. */
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

/** Alive, no zombie, and a server on this folder rather than a stranger with a reused process id. */
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
