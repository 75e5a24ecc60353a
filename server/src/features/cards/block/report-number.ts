import type { Tx } from '../../../platform/database/database.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { CARD_STATUS, type CardActor, type InnerStatus, isListed, statusIn } from '../../card-facts/public.ts';
import { type CardOfNumber, readCardsOfNumber, saveReportedNumber } from './card-number.store.ts';

export const REPORT_EVENTS = { lost: 'reportLost', stolen: 'reportStolen' } as const;

type Report = {
  readonly kind: keyof typeof REPORT_EVENTS;
  readonly by: CardActor;
  /** `yyyy-MM`, Melbourne. */
  readonly month: string;
};

/** Outcome of a report. */
export type Reported = {
  /** The card that has the reported status: the named one, or the one of its number that works. */
  readonly id: bigint;
  readonly status: InnerStatus;
  /** False if it was reported before, or if no card of the number works. */
  readonly isChanged: boolean;
};

/**
 * Reports the number of a card lost or stolen. Every other card of the number is closed, one on its way included, so
 * that no one can pay with the number and a card with another number can be ordered. The caller has locked the number
 * and has checked that the actor may report the card.
 */
export async function reportNumber(
  tx: Tx,
  card: { readonly tenant_id: number; readonly id: bigint },
  { kind, by, month }: Report,
): Promise<Reported> {
  const cards = await readCardsOfNumber(tx, card.tenant_id, card.id);
  const own = cards.find(({ id }) => id === card.id);
  if (!own) throw new Error(`card ${card.id} is gone`);
  const statusOf = (one: CardOfNumber) => statusIn(month, one);
  // A card that no longer works passes the report to the card of its number that does.
  const head = isListed(statusOf(own)) ? own : (cards.findLast((one) => isListed(statusOf(one))) ?? own);
  const moved = move(CARD_STATUS, { state: statusOf(head), event: REPORT_EVENTS[kind], by });
  const status = moved.kind === 'changed' ? moved.to : head.status;
  const closed = cards.filter((one) => one !== head && isAlive(one.status));
  if (moved.kind === 'changed' || closed.length > 0) {
    await saveReportedNumber(tx, card.tenant_id, {
      id: head.id,
      status,
      isDefault: closed.some(({ is_default }) => is_default),
      isHeld: [head, ...closed].some(({ is_held }) => is_held),
      closed: closed.map(({ id }) => id),
    });
  }
  return { id: head.id, status, isChanged: moved.kind === 'changed' };
}

function isAlive(status: InnerStatus): boolean {
  return move(CARD_STATUS, { state: status, event: 'close', by: 'programme' }).kind === 'changed';
}
