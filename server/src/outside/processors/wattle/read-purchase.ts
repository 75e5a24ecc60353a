import type { authorise, inquireBalance } from '@wattle/contract/network/authorise.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { PurchaseMessage } from '../purchase-message.ts';

/** A message of our own protocol that names a card. One without an amount is a balance inquiry. */
export function readPurchase(body: BodyOf<typeof authorise> | BodyOf<typeof inquireBalance>): PurchaseMessage {
  const { cardNumber: number, currency: _currency, wallet: sent, ...same } = body;
  const wallet = sent === true ? ({ kind: 'other' } as const) : sent || undefined;
  return { amount: 0, ...same, card: { number }, wallet };
}
