import { ok } from '@wattle/contract/errors.ts';
import {
  advise,
  announceRefund,
  authorise,
  clear,
  correct,
  expire,
  inquireBalance,
  notice,
  refund,
  reverse,
  reverseRefund,
  setHold,
} from '@wattle/contract/network/authorise.ts';
import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import { handleSigned, type RequestInfo, type Route } from '../../http/handle.ts';
import { Late } from '../../platform/database/database.ts';
import { readPurchase } from '../../outside/processors/wattle/read-purchase.ts';
import { refused } from './answer-once.ts';
import { type Deadline, inquireBalance as answerBalance, takeAdvice } from './authorise.ts';
import { clearPurchase } from './clear.ts';
import { refundPurchase } from './refund.ts';
import { followPurchase, reversePurchase } from './reverse.ts';
import { isFromNetwork } from './signature.ts';
import { announceRefund as announce } from './told/announce-refund.ts';
import { correctPurchase } from './told/correct.ts';
import { noteDecline } from './told/notice.ts';
import { takeRefundBack } from './told/take-refund-back.ts';
import { authoriseOrStandIn } from './stand-in/stand-in.ts';

/** Messages of the card network, which signs them. */
export const networkRoutes: readonly Route[] = [
  handleSigned(authorise, isFromNetwork, async ({ body, ctx, request }) =>
    ok(await orSilence(body, authoriseOrStandIn(ctx, readPurchase(body), deadlineOf(ctx, request)))),
  ),

  handleSigned(inquireBalance, isFromNetwork, async ({ body, ctx, request }) =>
    ok(await orSilence(body, answerBalance(ctx, readPurchase(body), deadlineOf(ctx, request)))),
  ),

  handleSigned(advise, isFromNetwork, async ({ body, ctx }) => ok(await takeAdvice(ctx, readPurchase(body)))),

  handleSigned(clear, isFromNetwork, async ({ body, ctx }) =>
    ok(await clearPurchase(ctx, { ...readPurchase(body), isFinal: body.isFinal })),
  ),

  handleSigned(reverse, isFromNetwork, async ({ body, ctx }) => ok(await reversePurchase(ctx, body))),

  handleSigned(refund, isFromNetwork, async ({ body, ctx }) => ok(await refundPurchase(ctx, readPurchase(body)))),

  handleSigned(notice, isFromNetwork, async ({ body, ctx }) =>
    ok(await noteDecline(ctx, { ...readPurchase(body), reason: body.reason })),
  ),

  handleSigned(setHold, isFromNetwork, async ({ body, ctx }) => {
    const keep = BigInt(body.amount);
    return ok(await followPurchase(ctx, { ...body, kind: 'hold', keep, isTooLate: false, message: body }, false));
  }),

  handleSigned(expire, isFromNetwork, async ({ body, ctx }) =>
    ok(await followPurchase(ctx, { ...body, kind: 'expiry', keep: 0n, isTooLate: false, message: body }, false)),
  ),

  handleSigned(correct, isFromNetwork, async ({ body, ctx }) =>
    ok(await correctPurchase(ctx, { ...readPurchase(body), side: body.side })),
  ),

  handleSigned(announceRefund, isFromNetwork, async ({ body, ctx }) => ok(await announce(ctx, readPurchase(body)))),

  handleSigned(reverseRefund, isFromNetwork, async ({ body, ctx }) =>
    ok(await takeRefundBack(ctx, readPurchase(body))),
  ),
];

/** By when a message that waits for an answer is answered, from its first byte. */
function deadlineOf({ config }: AppContext, { arrivedAt }: RequestInfo): Deadline {
  return { deadlineAt: arrivedAt + config.cluster.networkDeadlineMs };
}

/**
 * A message that was rolled back in time is declined. One that may have been committed is not answered (503): its repeat
 * gets what became of it.
 */
async function orSilence({ reference }: { readonly reference: string }, answer: Promise<NetworkAnswer>) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Late && !error.isInDoubt) return refused(reference, ANSWER.error);
    throw error;
  }
}
