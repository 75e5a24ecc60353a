import { randomInt, timingSafeEqual } from 'node:crypto';
import { getCardAccessDetails } from '@wattle/contract/access/get-card-access-details.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../context.ts';
import { handle, type Session } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { withdrawMessages } from '../messages/public.ts';
import { type CardByPin, lockCardOfSession } from './card-access.store.ts';
import { forgiveFailures } from './forgive-failures.ts';
import { setCode } from './request-code.store.ts';
import { revokeSession } from './session.store.ts';
import { judge } from './sign-in-guard.domain.ts';
import { lockGuard, saveGuard } from './sign-in-guard.store.ts';

/** Stands in for the number of an unknown card, so that its PIN takes as long to be wrong. */
const NO_PAN = '0000000000000000';

export const getCardAccessDetailsRoute = handle(
  getCardAccessDetails,
  async ({ body, session, tx, ctx, request }) => {
    const { tenantId, brandId, subjectHash } = session;
    if (!subjectHash) throw new Error('a restricted session without its number');
    const now = ctx.clocks.security.now();
    const key = { tenantId, brandId, kind: 'cardAccessPin' as const, identifierHash: subjectHash };
    const guard = await lockGuard(tx, key);
    const card = await lockCardOfSession(tx, session);
    const pan = card ? ctx.secrets.decrypt(card.pan_cipher, card.pan_key_version, 'pan', card.id) : NO_PAN;
    const judged = judge(key.kind, guard, isPinOf(ctx, card, pan, body.PinNumber), now);
    saveGuard(tx, key, judged.guard);
    const isIn = judged.verdict === 'in' && card !== undefined;
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'visitor',
      action: judged.isNewLock ? 'card.access_details_locked' : 'card.access_details_asked',
      object: card && `card:${card.id}`,
      outcome: isIn ? 'ok' : 'identity_not_verified',
      requestId: request.id,
    });
    if (!isIn) return err('identity_not_verified');
    // Spent: whoever finds the token later gets no second code.
    await revokeSession(tx, tenantId, session.id, now, 'spent');
    return ok({ CardId: card.card_id, AccessCode: await issueAccessCode(tx, ctx, session, card, pan) });
  },
  { keepsRefusals: true },
);

function isPinOf(ctx: AppContext, card: CardByPin | undefined, pan: string, typed: string): boolean {
  const pin = /^\d{4}$/.test(typed) ? typed : undefined;
  const value = Buffer.from(ctx.secrets.pvv(pan, card?.pvv_key_index ?? 1, pin ?? '0000'));
  return timingSafeEqual(value, Buffer.from(card?.pvv ?? '????')) && pin !== undefined;
}

/** A new code in the place of the old one, which dies with its failures and with its waiting message. */
async function issueAccessCode(
  tx: Tx,
  ctx: AppContext,
  { tenantId, brandId }: Session,
  card: CardByPin,
  pan: string,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await setCode(tx, tenantId, 'access', card.id, await ctx.secrets.hashSecret(code));
  await forgiveFailures(tx, ctx, { tenantId, brandId }, [card.card_id, pan]);
  await withdrawMessages(tx, ctx, tenantId, `access-code:${card.id}:`);
  return code;
}
