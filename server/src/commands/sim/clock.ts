import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { startBusinessClock } from '../../platform/time/business-clock.ts';
import { dayAt, realClock } from '../../platform/time/clock.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { type ModeRules, rulesOf } from '../../config/mode.ts';
import { readMode } from '../../platform/instance-identity.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { parsedArgs, UsageError } from './command.ts';

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Statements and interest of each month are made one after the other; more is a slip of the finger. */
const FURTHEST_MS = 366 * UNIT_MS.d;

/** Refusal of `npm run sim -- clock`: production has no clock that can be moved, and that of staging is its owner's. */
export class ClockRefused extends Error {}

/** The milliseconds of `3d`, `12h` or `30m`; undefined: the clock is only read. Throws UsageError. */
export function readForward(argv: readonly string[]): number | undefined {
  const { forward } = parsedArgs({ args: [...argv], options: { forward: { type: 'string' } } }).values;
  if (forward === undefined) return undefined;
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(forward) ?? [];
  const ms = Number(count) * (isNameOf(UNIT_MS, unit) ? UNIT_MS[unit] : 0);
  if (!(ms > 0)) throw new UsageError('--forward takes minutes, hours or days: 30m, 12h, 3d.');
  if (ms > FURTHEST_MS) throw new UsageError('--forward takes a year at most.');
  return ms;
}

type ShownClock = { readonly business: string; readonly melbourne: string; readonly ahead: string };

/** Where the clock of an instance is kept. */
export type ClockPlace = {
  readonly appUrl: string;
  /** URL of the owner of its tables, who moves the clock of staging. */
  readonly ownerUrl: string | undefined;
};

/** Moves the business clock of the sandbox or of staging forward, where that is asked for, and says what it shows. */
export async function businessClock(place: ClockPlace, forwardMs: number | undefined): Promise<ShownClock> {
  const database = openDatabase({ connectionString: await readerOf(place, forwardMs !== undefined), size: 1 });
  try {
    const clock = await startBusinessClock(database, () => {});
    try {
      if (forwardMs !== undefined) await clock.moveForward(forwardMs);
      const now = clock.now();
      return {
        business: new Date(now).toISOString(),
        melbourne: localTime(now),
        ahead: aheadOf(now - realClock.now()),
      };
    } finally {
      clock.stop();
    }
  } finally {
    await database.close();
  }
}

/** The URL that may read or move the clock. Throws ClockRefused where none may. */
async function readerOf({ appUrl, ownerUrl }: ClockPlace, isMoved: boolean): Promise<string> {
  const { movesClock } = await rulesAt(appUrl);
  if (movesClock === 'no one') throw new ClockRefused('The clock of production does not move.');
  if (movesClock === 'server' || !isMoved) return appUrl;
  if (ownerUrl !== undefined) return ownerUrl;
  throw new ClockRefused('The clock of staging is moved by the owner of the database: set DATABASE_OWNER_URL.');
}

/** Rules of the mode of a running server, by its database. */
export async function rulesAt(appUrl: string): Promise<ModeRules> {
  const database = openDatabase({ connectionString: appUrl, size: 1 });
  try {
    return rulesOf((await database.readShared(readMode)) ?? 'sandbox');
  } finally {
    await database.close();
  }
}

/** The business time of a running server in ms. */
export async function businessNow(databaseUrl: string): Promise<number> {
  const database = openDatabase({ connectionString: databaseUrl, size: 1 });
  try {
    const clock = await startBusinessClock(database, () => {});
    try {
      return clock.now();
    } finally {
      clock.stop();
    }
  } finally {
    await database.close();
  }
}

/** The business day of a running server, `2026-11-29`. */
export const businessDay = async (databaseUrl: string): Promise<string> => dayAt(await businessNow(databaseUrl));

/** `2026-11-29 15:04`. */
function localTime(ms: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(PROGRAMME_ZONE).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

/** `3d 2h 5m` before the time of the machine. */
function aheadOf(ms: number): string {
  let left = Math.round(ms / UNIT_MS.m) * UNIT_MS.m;
  const parts = (['d', 'h', 'm'] as const).flatMap((unit) => {
    const count = Math.floor(left / UNIT_MS[unit]);
    left -= count * UNIT_MS[unit];
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return parts.join(' ') || '0m';
}
