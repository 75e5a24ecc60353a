import type { authorise } from '@wattle/contract/network/authorise.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { Noted } from './answer-once.ts';
import type { NetworkCard } from './network.store.ts';

export type PurchaseMessage = BodyOf<typeof authorise>;

/** An authorisation or an advice. */
export type NotedPurchase = Noted<PurchaseMessage> & {
  readonly panHashes: readonly Buffer[];
  /** Approval code of a purchase that was approved here while no database took writes. */
  readonly approvalCode?: string | undefined;
};

export type WithCard = NotedPurchase & { readonly card: NetworkCard };
