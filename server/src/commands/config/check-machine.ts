import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { CalledAddresses } from '../../outside/called-addresses.ts';
import { callHttp } from '../../outside/http-call.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { failed, type Finding, look, passed } from './finding.ts';

const GIB = 1024 ** 3;
/** Free space below which the data folder is named, and below which it fails. */
const SPACE = { look: 2 * GIB, failed: 0.2 * GIB };
/** Seconds that clocks may differ: notices of others are refused where they differ by five minutes. */
const APART_S = { look: 5, failed: 120 };

/** The data folder: whether this user may write it, who else may read it, and how much is free. */
export async function checkFolder(folder: string): Promise<readonly Finding[]> {
  const about = 'Data folder';
  const there = await nearest(folder);
  const found: Finding[] = [];
  try {
    await access(there, constants.W_OK | constants.X_OK);
    found.push(passed(about, there === folder ? `${folder} may be written` : `${folder} is made at the first start`));
  } catch {
    found.push(failed(about, `${there} may not be written by this user. Give it to the user of the server`));
  }
  if (there === folder && ((await stat(folder)).mode & 0o066) !== 0) {
    found.push(look(about, `others may read or write ${folder}. Take that away: chmod go-rw ${folder}`));
  }
  const { bavail, bsize } = await statfs(there);
  return [...found, ofSpace(bavail * bsize)];
}

/** Free bytes, judged. */
export function ofSpace(free: number): Finding {
  const words = `${(free / GIB).toFixed(1)} GiB are free`;
  if (free < SPACE.failed) return failed('Disk', `${words}. Make room, or the server stops`);
  return free < SPACE.look ? look('Disk', `${words}. Make room soon`) : passed('Disk', words);
}

async function nearest(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : nearest(above);
  }
}

/** @param aheadMs milliseconds by which another clock is ahead of ours */
export function ofClock(whose: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds < APART_S.look) return passed('Clock', `that of ${whose} shows the same`);
  const words = `that of ${whose} is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}. Let both keep the time by NTP`;
  return (seconds < APART_S.failed ? look : failed)('Clock', words);
}

/** Compares our clock with the `Date` of the first of these URLs that answers. The call has no key. */
export async function checkClock(
  urls: readonly string[],
  addresses: CalledAddresses,
  clock: Clock,
  limitMs: number,
): Promise<readonly Finding[]> {
  const asked = urls.map(async (url) => {
    const { origin, host } = new URL(url);
    const signal = AbortSignal.timeout(limitMs);
    const call = {
      method: 'GET',
      url: `${origin}/`,
      headers: {},
      body: null,
      addresses,
      signal,
      mostBytes: 0,
    } as const;
    const { headers } = await callHttp(call);
    const saysMs = Date.parse(headers.date ?? '');
    if (Number.isNaN(saysMs)) throw new Error('it does not say what time it is');
    // It says whole seconds.
    return ofClock(host, saysMs + 500 - clock.now());
  });
  try {
    return [await Promise.any(asked)];
  } catch {
    return [];
  }
}
