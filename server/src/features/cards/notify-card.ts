import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { notifyHolder } from '../messages/public.ts';
import { findCardPeople } from './card.store.ts';

/** Events of a card that its holder is notified of. Each has its words in texts/<locale>/messages.json. */
type CardChange =
  | 'lost'
  | 'stolen'
  /** A virtual card, whose number was reported. */
  | 'cancelled'
  | 'blocked'
  | 'replaced'
  | 'replacedVirtual'
  | 'pinChanged'
  | 'spendLimitRaised'
  | 'spendLimitRemoved'
  | 'paymentLimitRaised';

/** Events of a nominee's card that cost the account money, or may: its primary holder is notified too. */
const CONCERN_ACCOUNT: ReadonlySet<CardChange> = new Set(['replaced', 'spendLimitRaised', 'spendLimitRemoved']);

/** A virtual card is neither lost nor stolen: its number is cancelled. */
const VIRTUAL: Partial<Readonly<Record<CardChange, CardChange>>> = {
  lost: 'cancelled',
  stolen: 'cancelled',
  replaced: 'replacedVirtual',
};

type CardNotice = {
  readonly tenantId: number;
  readonly cardId: bigint;
  readonly change: CardChange;
  /** The new limit. */
  readonly amount?: Cents;
  /** Names the cause once: the id of a request, the number of a report. */
  readonly cause: string;
};

/** Notifies the holder of a card, on every contact, of a change: someone else may have made it. */
export async function notifyCardChanged(tx: Tx, ctx: AppContext, notice: CardNotice): Promise<void> {
  const { tenantId, cardId, change, amount, cause } = notice;
  const card = await findCardPeople(tx, tenantId, cardId);
  if (!card) return;
  const { brand_id: brandId, last4: ending } = card;
  const told = card.is_virtual ? (VIRTUAL[change] ?? change) : change;
  const concerned = CONCERN_ACCOUNT.has(change) ? [card.holder_id, card.primary_holder_id] : [card.holder_id];
  for (const holderId of new Set(concerned)) {
    if (holderId === null) continue;
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId,
      holderId,
      template: 'cardChanged',
      params: (language) => ({
        change: told,
        ending,
        ...(amount !== undefined && { amount: money(toDollars(amount), language, 'never') }),
      }),
      dedupKey: `card-changed:${cardId}:${change}:${cause}:${holderId}`,
      everyContact: true,
    });
  }
}

type Replaced = { readonly card: string; readonly cause: string };

const CARDS_TO_NOTIFY: Queue<Replaced> = { name: 'cards.tell-replaced', clock: 'security' };

/** Notifies of a replacement in the transaction of its payment, without waiting for the writes. */
export function notifyReplacedLater(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  { tenantId, cardId, cause }: Pick<CardNotice, 'tenantId' | 'cardId' | 'cause'>,
): void {
  const card = String(cardId);
  enqueueLater(tx, clocks, CARDS_TO_NOTIFY, { tenantId, key: `${card}:${cause}`, payload: { card, cause } });
}

/** Notifies people that a replacement for their card was ordered. */
export const notifyReplaced: QueuedJob<AppContext, Replaced> = {
  queue: CARDS_TO_NOTIFY,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload: { card, cause } }) {
    await notifyCardChanged(tx, ctx, { tenantId, cardId: BigInt(card), change: 'replaced', cause });
    return 'done';
  },
};
