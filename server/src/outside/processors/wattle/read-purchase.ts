import type { authorise } from '@wattle/contract/network/authorise.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { PurchaseMessage } from '../purchase-message.ts';

/** A message of our own protocol that names a card. */
export function readPurchase(body: BodyOf<typeof authorise>): PurchaseMessage {
  const { cardNumber: number, currency: _currency, wallet, ...same } = body;
  return { ...same, card: { number }, ...(wallet === true && { wallet: { kind: 'other' } }) };
}
