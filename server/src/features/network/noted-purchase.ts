import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import type { Noted } from './answer-once.ts';
import type { CardKey } from './card-key.ts';
import type { NetworkCard } from './network.store.ts';

/** An authorisation or an advice. */
export type NotedPurchase = Noted<PurchaseMessage> & {
  readonly key: CardKey;
  /** Asks for the balance: 0.00, and answered with it. */
  readonly isInquiry?: boolean | undefined;
  /** Approval code of a purchase that was approved here while no database took writes. */
  readonly approvalCode?: string | undefined;
};

export type WithCard = NotedPurchase & { readonly card: NetworkCard };
