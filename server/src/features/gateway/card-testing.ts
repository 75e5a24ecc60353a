import type { AppContext } from '../../compose/context.ts';
import type { CountedBy } from '../../config/gateway-settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Busy } from '../../platform/busy.ts';
import { addressBlock } from '../lockouts/public.ts';
import { addAttempt, closeUntil, readClosed } from './attempt.store.ts';

type Ctx = Pick<AppContext, 'secrets' | 'config' | 'clocks'>;

/** Keys by which attempts to pay are counted. */
export type Counted = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly purpose: string;
  readonly subject: string;
  readonly addressHash: Buffer;
  /** True: the payer has no sign-in, so all such attempts of a brand are counted together. */
  readonly isPublic: boolean;
};

export function hashAddress({ secrets }: Pick<Ctx, 'secrets'>, address: string): Buffer {
  return secrets.identifierHash('gateway:address', addressBlock(address));
}

/**
 * Keyed hash of the gateway's card fingerprint, the only form that charges, saved cards and counts keep. The work of a
 * notice holds it as the gateway sent it.
 */
export function hashCard({ secrets }: Pick<Ctx, 'secrets'>, fingerprint: string): Buffer {
  return secrets.identifierHash('gateway:card', fingerprint);
}

function keysOf(
  { secrets }: Ctx,
  { brandId, purpose, subject, addressHash, isPublic }: Counted,
): [CountedBy, Buffer][] {
  const own: [CountedBy, Buffer][] = [
    ['subject', subjectKey({ secrets }, purpose, subject)],
    ['address', addressHash],
  ];
  return isPublic ? [...own, ['brand', secrets.identifierHash('gateway:brand', String(brandId))]] : own;
}

function subjectKey({ secrets }: Pick<Ctx, 'secrets'>, purpose: string, subject: string): Buffer {
  return secrets.identifierHash(`gateway:${purpose}`, subject);
}

/** Counts the attempt. Throws Busy while a burst of attempts or declines has blocked the item. */
export async function countAttempt(tx: Tx, ctx: Ctx, counted: Counted): Promise<void> {
  const until = await closedTo(tx, ctx, counted);
  if (until !== null) throw closedUntil(until, ctx.clocks.security.now());
  await count(tx, ctx, counted.tenantId, keysOf(ctx, counted), { attempts: 1, declines: 0 });
}

/** Whether a burst of attempts or declines has blocked the item. */
export async function isClosed(tx: Tx, ctx: Ctx, counted: Counted): Promise<boolean> {
  return (await closedTo(tx, ctx, counted)) !== null;
}

function closedTo(tx: Tx, ctx: Ctx, counted: Counted): Promise<number | null> {
  const keys = keysOf(ctx, counted).map(([, key]) => key);
  return readClosed(tx, counted.tenantId, keys, ctx.clocks.security.now());
}

/** Counts a decline by the same keys and by card. Blocks the item when there are many, and returns true. */
export async function countDecline(
  tx: Tx,
  ctx: Ctx,
  counted: Counted,
  fingerprint: string | undefined,
): Promise<boolean> {
  const keys = keysOf(ctx, counted);
  const card: [CountedBy, Buffer][] = fingerprint === undefined ? [] : [['card', hashCard(ctx, fingerprint)]];
  const closing = await count(tx, ctx, counted.tenantId, [...keys, ...card], { attempts: 0, declines: 1 });
  // A card that is tried in many places is known only from the gateway's report, so the place of the attempt is
  // blocked.
  if (closing.includes('card')) {
    const { tenantId, purpose, subject } = counted;
    const until = ctx.clocks.security.now() + ctx.config.gateway.testing.closedMs;
    closeUntil(tx, tenantId, subjectKey(ctx, purpose, subject), until);
  }
  return closing.length > 0;
}

async function count(
  tx: Tx,
  { config, clocks }: Ctx,
  tenantId: number,
  keys: readonly (readonly [CountedBy, Buffer])[],
  added: { readonly attempts: number; readonly declines: number },
): Promise<CountedBy[]> {
  const { windowMs, closedMs, attempts, declines } = config.gateway.testing;
  const nowMs = clocks.security.now();
  const closing: CountedBy[] = [];
  // In a fixed order, so that two attempts cannot deadlock.
  for (const [by, key] of [...keys].sort(([, one], [, other]) => one.compare(other))) {
    const after = await addAttempt(tx, tenantId, key, added, { nowMs, windowMs });
    if (after.attempts < attempts[by] && after.declines < declines[by]) continue;
    closing.push(by);
    closeUntil(tx, tenantId, key, nowMs + closedMs);
  }
  return closing;
}

function closedUntil(untilMs: number, nowMs: number): Busy {
  return new Busy('payments of a link or basket', Math.max(1, Math.ceil((untilMs - nowMs) / 1000)));
}
