import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Keyed } from '../../../outside/processors/port.ts';
import type { Told } from '../../../outside/processors/told.ts';
import { clearPurchase } from '../clear.ts';
import { refundPurchase } from '../refund.ts';
import { type FollowUp, followPurchase } from '../reverse.ts';
import { announceRefund } from './announce-refund.ts';
import { correctPurchase } from './correct.ts';
import { followDispute } from './follow-dispute.ts';
import { noteDecline } from './notice.ts';
import { takeRefundBack } from './take-refund-back.ts';

/** The connection of a programme that an event comes from. */
export type ToldBy = { readonly tenantId: number; readonly connection: number };

/** `decided` and `cardState` compare the processor with what we know, and are taken by the connection's own code. */
export type TakenTold = Keyed & Exclude<Told, { readonly did: 'decided' | 'cardState' }>;

type TellOf<Did extends TakenTold['did']> = Extract<TakenTold, { readonly did: Did }>;

/**
 * Takes what a processor tells. It has happened, so it is never declined for the state of the card or its money.
 * Answers `00` where it is taken, also where it changes nothing or waits for its purchase; `14` where the card is
 * unknown, `05` where its account is closed and money would have to move otherwise, `94` where the reference came with
 * another content, `96` where what it names can never be found.
 */
export function takeTold(ctx: AppContext, told: TakenTold, by: ToldBy): Promise<NetworkAnswer> {
  const { after } = told;
  const placed = after === undefined ? {} : { after };
  switch (told.did) {
    case 'declined':
      return noteDecline(ctx, { ...told.message, reason: told.reason });
    case 'reversed':
    case 'holdSet':
    case 'expired':
      return followPurchase(ctx, followUpOf(told), true);
    case 'cleared': {
      const { isFinal } = told;
      return clearPurchase(ctx, { ...told.message, ...placed, ...(isFinal !== undefined && { isFinal }) });
    }
    case 'corrected':
      return correctPurchase(ctx, { ...told.message, side: told.side });
    case 'refunded':
      return refundPurchase(ctx, told.message);
    case 'refundReversed':
      return takeRefundBack(ctx, { ...told.message, original: told.refund });
    case 'refundAuthorised':
      return announceRefund(ctx, told.message);
    case 'disputed':
      return takeDispute(ctx, told, by);
  }
}

function followUpOf(told: TellOf<'reversed' | 'holdSet' | 'expired'>): FollowUp {
  const { reference, original, after } = told;
  const common = { reference, original, after };
  switch (told.did) {
    case 'reversed': {
      const { left, why } = told;
      const message = { ...common, left, why };
      return { ...common, kind: 'reversal', keep: BigInt(left), isTooLate: why === 'tooLate', message };
    }
    case 'holdSet': {
      const { amount } = told;
      return { ...common, kind: 'hold', keep: BigInt(amount), isTooLate: false, message: { ...common, amount } };
    }
    case 'expired':
      return { ...common, kind: 'expiry', keep: 0n, isTooLate: false, message: common };
  }
}

/** Without an order of its processor, states of a dispute are in the order of their time. */
function takeDispute(ctx: AppContext, told: TellOf<'disputed'>, by: ToldBy): Promise<NetworkAnswer> {
  const { dispute, original, state, amount, after, at, key } = told;
  const place = BigInt(after ?? Date.parse(at));
  return followDispute(ctx, { ...by, dispute, original, state, amount, place }, original ?? key);
}
