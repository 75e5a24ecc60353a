import { randomInt, timingSafeEqual } from 'node:crypto';
import { getCardAccessDetails } from '@wattle/contract/access/card-access.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import { handleOutside, type Session } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { Busy } from '../../../platform/busy.ts';
import { withdrawMessages } from '../../messages/public.ts';
import { openNumber } from '../../card-facts/public.ts';
import { type CardByPin, findCardOfSession, lockCardOfSession } from './card-access.store.ts';
import {
  forgiveFailures,
  isLocked,
  judge,
  type GuardKey,
  lockGuard,
  readGuard,
  saveGuard,
} from '../../lockouts/public.ts';
import { replaceAccessCode } from '../codes/request-code.store.ts';
import { revokeSession } from '../session/session.store.ts';

/** Used for an unknown card, and for one whose processor keeps number and PIN, so that checking its PIN takes as long. */
const NO_PAN = '0000000000000000';

type NewCode = { readonly code: string; readonly hash: string };

/** Failures are counted by the number that the session was given for, across sessions. */
function guardKeyOf({ tenantId, brandId, subjectHash }: Session): GuardKey {
  if (!subjectHash) throw new Error('a restricted session without its number');
  return { tenantId, brandId, kind: 'cardAccessPin', identifierHash: subjectHash };
}

export const getCardAccessDetailsRoute = handleOutside(
  getCardAccessDetails,
  {
    async admit({ body, session, tx, ctx }) {
      const key = guardKeyOf(session);
      const [guard, card] = await Promise.all([readGuard(tx, key), findCardOfSession(tx, session)]);
      const isRight = isPinOf(ctx, card, panOf(ctx, card), body.PinNumber);
      return ok({ key, isCodeNeeded: isRight && !isLocked(guard, ctx.clocks.security.now()) });
    },
    subject: ({ key }) => `guard:${key.identifierHash.toString('hex')}`,
    // The new code is hashed only once the PIN was right: a wrong guess costs no Argon2id.
    outside: ({ ctx, intent }) => (intent.isCodeNeeded ? newCode(ctx) : Promise.resolve(undefined)),
    async settle({ body, session, tx, ctx, request, intent, known: code }) {
      const { tenantId, brandId } = session;
      const now = ctx.clocks.security.now();
      const guard = await lockGuard(tx, intent.key);
      const card = await lockCardOfSession(tx, session);
      const pan = panOf(ctx, card);
      const judged = judge(ctx.config.lockouts.cardAccessPin, guard, isPinOf(ctx, card, pan, body.PinNumber), now);
      const isIn = judged.verdict === 'in' && card !== undefined;
      if (isIn && !code) throw new Busy('a lock or a PIN was changed while a code was made');
      saveGuard(tx, intent.key, judged.guard);
      audit(tx, ctx.clocks, {
        tenantId,
        actor: 'visitor',
        action: judged.isNewLock ? 'card.access_details_locked' : 'card.access_details_asked',
        object: card && `card:${card.id}`,
        outcome: isIn ? 'ok' : 'identity_not_verified',
        requestId: request.id,
      });
      if (!isIn || !code) return err('identity_not_verified');
      // Ends the session, so that its token cannot get a second code.
      await revokeSession(tx, tenantId, session.id, now, 'spent');
      // The old code is replaced, with its failures and with its waiting message.
      await replaceAccessCode(tx, tenantId, card.id, code.hash);
      await forgiveFailures(tx, ctx, { tenantId, brandId }, card.id);
      await withdrawMessages(tx, ctx, tenantId, `access-code:${card.id}:`);
      return ok({ CardId: card.card_id, AccessCode: code.code });
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);

function panOf(ctx: AppContext, card: CardByPin | undefined): string {
  return (card && openNumber(ctx.secrets, card.id, card)) ?? NO_PAN;
}

function isPinOf(ctx: AppContext, card: CardByPin | undefined, pan: string, typed: string): boolean {
  const pin = /^\d{4}$/.test(typed) ? typed : undefined;
  const value = Buffer.from(ctx.secrets.pvv(pan, card?.pvv_key_index ?? 1, pin ?? '0000'));
  return timingSafeEqual(value, Buffer.from(card?.pvv ?? '????')) && pin !== undefined;
}

async function newCode({ secrets }: AppContext): Promise<NewCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, hash: await secrets.hashSecret(code) };
}
