import type { AppContext } from '../../../compose/context.ts';
import { codeOf } from '../../../outside/outcome.ts';
import { replaceTrouble } from '../trouble/note-trouble.ts';
import { INSTANT_TROUBLE } from '../trouble/trouble.store.ts';
import { carryOutIncoming } from './carry-out-incoming.ts';
import { beginInstantRead, findInstantRead, saveInstantRead } from './instant-read.store.ts';
import { returnIncoming } from './return-incoming.ts';
import { carryOutReturns, takeReturns } from './returned-payments.ts';
import { takeIncoming } from './take-incoming.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The bank may name a payment later than others that were settled after it. */
const BEHIND_MS = 10 * MINUTE_MS;
/** Each hour all is read a second time from that long ago. */
const WHOLE_BEHIND_MS = 48 * HOUR_MS;
/** A payment that comes back later is entered by staff. */
const COMES_BACK_MS = 31 * 24 * HOUR_MS;

/**
 * Reads what has moved at the programme's bank, credits what has come and sends back what cannot be credited. It begins
 * where the last complete reading ended, so that nothing is missed after a failure or a restored backup, and what is
 * read a second time is known by its number in the network.
 */
export async function readMovements(ctx: AppContext, tenantId: number, signal?: AbortSignal): Promise<void> {
  const bank = ctx.outside.instant(tenantId)?.incoming;
  if (!bank) return;
  const now = ctx.clocks.business.now();
  const before = await ctx.database.transact(tenantId, async (tx) => {
    await beginInstantRead(tx, tenantId, now);
    return findInstantRead(tx, tenantId);
  });
  const { readTo, wholeTo } = before ?? { readTo: now, wholeTo: now };
  const isWhole = now - wholeTo >= HOUR_MS;
  const read = await bank.movements(isWhole ? wholeTo - WHOLE_BEHIND_MS : readTo - BEHIND_MS);
  const isRead = read.kind === 'done';
  // A server that is held makes no call, and the bank has no fault.
  if (isRead || codeOf(read) !== 'held') {
    const met = isRead ? [] : INSTANT_TROUBLE.map((kind) => ({ kind, file: '', reason: codeOf(read) }));
    await replaceTrouble(ctx, tenantId, INSTANT_TROUBLE, async () => met);
  }
  if (isRead) {
    // Payments come back within minutes or days: the recent ones are looked at each time, the others each hour.
    const returned = await bank.returned(now - (isWhole ? COMES_BACK_MS : HOUR_MS));
    if (returned.kind === 'done') await takeReturns(ctx, tenantId, returned.value);
    await takeIncoming(ctx, tenantId, read.value.incoming);
    const isWholeRead = isWhole && returned.kind === 'done';
    const to = { readTo: now, wholeTo: isWholeRead ? now : wholeTo, balance: read.value.balance };
    const atMs = ctx.clocks.security.now();
    await ctx.database.transact(tenantId, (tx) => saveInstantRead(tx, tenantId, { ...to, atMs }));
  }
  while (!signal?.aborted && (await carryOutIncoming(ctx, tenantId)));
  await carryOutReturns(ctx, tenantId);
  await returnIncoming(ctx, tenantId, signal);
}
