import type { NotedEvent } from '../webhook-events/public.ts';

type Purchase = {
  readonly status: 'approved' | 'declined' | 'cleared' | 'reversed' | 'expired';
  readonly currentAmount: bigint;
  readonly publicId: string;
  readonly cardId: bigint;
  readonly memberAccountId: bigint;
};
type NewPurchase = Purchase & {
  readonly amount: bigint;
  readonly declineReason: string | null;
  readonly channel: string;
};

/** Event of a new purchase, which may come after its reversal or clearing. */
export function newPurchaseEvent(row: NewPurchase): NotedEvent {
  const { status, declineReason: reason, channel } = row;
  const event = eventOf(row, `authorisation.${status}`);
  if (status === 'declined') {
    return { ...event, data: { ...event.data, amount: Number(row.amount), reason, channel } };
  }
  return status === 'approved' ? { ...event, data: { ...event.data, reason, channel } } : event;
}

/** Event of a purchase that was changed or has ended. */
export function changedPurchaseEvent(row: Purchase & { readonly status: Exclude<Purchase['status'], 'declined'> }) {
  return eventOf(row, row.status === 'approved' ? 'authorisation.changed' : `authorisation.${row.status}`);
}

/** Event of a purchase, with what it holds now. */
function eventOf({ status, publicId, cardId, memberAccountId, currentAmount }: Purchase, type: NotedEvent['type']) {
  const amount = status === 'approved' ? Number(currentAmount) : 0;
  const data = { card: `card:${cardId}`, account: `account:${memberAccountId}`, state: status, amount };
  return { type, object: `authorisation:${publicId}`, data };
}
