import type { Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../context.ts';
import { takeBack, takeBackKey, type TakingBack } from './take-back.kind.ts';

const TRIES = 5;

/**
 * Takes a card of an order back, or a part of its remainder. A purchase may come between reading and taking the
 * remainder, and then the rest is taken. A card is taken back once, whoever asks.
 */
export async function takeCardBack(
  ctx: Pick<AppContext, 'payments'>,
  given: TakingBack & { readonly tenantId: number; readonly actor: string; readonly requestId: string },
): Promise<Result<{ readonly amount: number }, 'card_problem'>> {
  const { tenantId, actor, requestId, itemId, as, part } = given;
  const input: TakingBack = { itemId, as, ...(part && { part }) };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const taken = await ctx.payments.submit({
      tenantId,
      kind: takeBack,
      key: takeBackKey(input),
      actor,
      requestId,
      input,
      isRetryable: true,
    });
    if (taken.ok) return taken;
    if (taken.error !== 'insufficient_funds') break;
  }
  return { ok: false, error: 'card_problem' };
}
