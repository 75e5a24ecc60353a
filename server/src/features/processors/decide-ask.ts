import { ANSWER, type DeclineCode, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Ask, Decision } from '../../outside/processors/port.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import {
  announceRefund,
  authorisePurchase,
  inquireBalance,
  readDeclineReason,
  tenantOfCard,
} from '../network/public.ts';
import { answerHere } from './answer-here.ts';
import type { Connected } from './connection.ts';

/** Decides an ask by `wallMs` of the process's monotonic clock. `late`: nothing was committed, and nothing will be. */
export async function decideAsk(
  ctx: AppContext,
  { connection }: Connected,
  ask: Ask,
  wallMs: number,
): Promise<Decision | 'late'> {
  const { tenantId } = connection;
  const { message } = ask;
  // A number may be of a card of another programme.
  if ('number' in message.card && (await tenantOfCard(ctx, message.card)) !== tenantId) {
    return declined(ask, ANSWER.noSuchCard, 'noSuchCard');
  }
  switch (ask.do) {
    case 'authorise':
    case 'increment':
      return withReason(ctx, tenantId, await answerHere(authorisePurchase(ctx, placed(ask), { deadlineAt: wallMs })));
    case 'balance':
      return withReason(ctx, tenantId, await answerHere(inquireBalance(ctx, message, { deadlineAt: wallMs })));
    case 'creditAuthorise':
      // No money moves: it is a row that says that a refund comes.
      return answerHere(announceRefund(ctx, message, { deadlineAt: wallMs }));
  }
}

/** An increment with its place among the messages of its purchase. */
function placed({ do: asked, message, after }: Ask): PurchaseMessage {
  return asked === 'increment' && after !== undefined ? { ...message, after } : message;
}

/** The decision with the word of its decline, for processors that take one. */
async function withReason(ctx: AppContext, tenantId: number, answer: NetworkAnswer): Promise<Decision> {
  if (answer.approvalCode !== null) return answer;
  const reason = await ctx.database.read(tenantId, (tx) => readDeclineReason(tx, tenantId, answer.reference));
  return reason === undefined ? answer : { ...answer, reason };
}

/** A decline that the network was not asked for. */
export function declined({ message: { reference } }: Ask, answer: DeclineCode, reason: string): Decision {
  return { reference, answer, approvalCode: null, available: null, reason };
}
