import { getCardDetails } from '@wattle/contract/cards/get-card-details.ts';
import { getCards } from '@wattle/contract/cards/get-cards.ts';
import { getRecentTransactions } from '@wattle/contract/transactions/get-recent.ts';
import { getSpending } from '@wattle/contract/transactions/get-spending.ts';
import { getTransactions } from '@wattle/contract/transactions/get-transactions.ts';
import { getPayees } from '@wattle/contract/transfers/get-payees.ts';
import { transferInternal } from '@wattle/contract/transfers/transfer-internal.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import type { CallFailure } from '../../api/send.ts';
import { operationKey } from '../../api/use-operation.ts';
import { onSessionEnd } from '../../session/session.ts';
import { onCardChosen } from '../cards/public.ts';
import { isCertain, isSameBody, type TransferBody, type TransferValues } from './transfer.domain.ts';

/** A transfer that was checked and is being looked at before it is sent. */
export type Draft = {
  readonly values: TransferValues;
  readonly body: TransferBody;
  /** Of this intent: sent again with every retry, another one once the transfer is another. */
  readonly key: string;
};

export type PaidTransfer = {
  readonly body: TransferBody;
  readonly receiptNumber: string;
  readonly paidAt: string;
  /** Cards and lists have been asked for since. */
  readonly isBalanceNew: boolean;
};

export type Journey = {
  /** The card that pays, by its key. */
  readonly card: string;
  readonly draft: Draft | null;
  readonly isSending: boolean;
  /** The draft was refused: no money was moved. */
  readonly refusal: CallFailure | null;
  /** The last transfer of which nobody here knows whether it was made. */
  readonly doubt: Pick<Draft, 'body' | 'key'> | null;
  readonly paid: PaidTransfer | null;
};

const NOTHING: Journey = { card: '', draft: null, isSending: false, refusal: null, doubt: null, paid: null };

/** After this long without an answer, none is waited for. */
const PATIENCE_MS = 30_000;

/** In memory alone, so that a reload, a closed tab and the end of the session forget it. */
let journey = NOTHING;
const listeners = new Set<() => void>();

function change(next: Journey): void {
  journey = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onSessionEnd(() => change(NOTHING));
onCardChosen((card) => {
  if (card !== journey.card) change(NOTHING);
});

/** The journey of this card; of another one there is nothing. */
export function useJourney(card: string): Journey {
  const current = useSyncExternalStore(subscribe, () => journey);
  return current.card === card ? current : NOTHING;
}

/** On to the summary. A transfer whose outcome is in doubt keeps its key, so that it is not made twice. */
export function reviewTransfer(card: string, values: TransferValues, body: TransferBody): void {
  const doubt = journey.card === card ? journey.doubt : null;
  const key = doubt && isSameBody(doubt.body, body) ? doubt.key : crypto.randomUUID();
  change({ ...NOTHING, card, doubt, draft: { values, body, key } });
}

/** Forgets what was typed, and keeps what is in doubt. */
export function leaveTransfer(): void {
  change({ ...NOTHING, card: journey.card, doubt: journey.doubt });
}

/** The person has looked, and knows. */
export function settleDoubt(): void {
  change({ ...journey, doubt: null });
}

/** What a payment changes on the screens: money, and saved payees. */
async function refetchChanged(cache: QueryClient): Promise<void> {
  const stale = [getPayees, getCards, getCardDetails, getRecentTransactions, getSpending, getTransactions];
  await Promise.all(stale.map((operation) => cache.invalidateQueries({ queryKey: operationKey(operation) })));
}

/** Sends the draft, once however often it is asked for, and shows how it went wherever the person is by then. */
export async function sendTransfer(cache: QueryClient): Promise<void> {
  const { draft, isSending } = journey;
  if (!draft || isSending) return;
  change({ ...journey, isSending: true, refusal: null });
  const { body, key } = draft;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await call(transferInternal, { body, idempotencyKey: key, signal });
  const isStillOurs = () => journey.draft?.key === key;
  if (!answer.ok) {
    if (!isStillOurs()) return;
    const wasInDoubt = journey.doubt?.key === key;
    if (!isCertain(answer, wasInDoubt)) change({ ...journey, isSending: false, doubt: { body, key } });
    else change({ ...journey, isSending: false, doubt: wasInDoubt ? null : journey.doubt, refusal: answer });
    return;
  }
  const { ReceiptNumber: receiptNumber, TransactionDate: paidAt } = answer.value;
  const paid = { body, receiptNumber, paidAt, isBalanceNew: false };
  if (isStillOurs()) {
    const doubt = journey.doubt?.key === key ? null : journey.doubt;
    change({ ...NOTHING, card: journey.card, doubt, paid });
  }
  await refetchChanged(cache);
  if (journey.paid === paid) change({ ...journey, paid: { ...paid, isBalanceNew: true } });
}
