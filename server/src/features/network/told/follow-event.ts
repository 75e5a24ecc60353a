import { ANSWER } from '@wattle/contract/network/message.ts';
import type { Command, HoldId } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { watchBalances } from '../../balance-watch/public.ts';
import { heldFeeOf } from '../../fees/public.ts';
import { type Outcome, type PaymentTransaction, refused, taken } from '../answer-once.ts';
import { holdEndsAt } from '../hold-days.domain.ts';
import { saveCourse, saveOtherHold, type StoredAuthorisation } from '../stored-authorisation.store.ts';
import { giveUseBack, takeUseAgain } from '../virtual-use.store.ts';
import { type Course, courseAfter, placeOf } from './purchase-event.domain.ts';
import { addEvents, type KnownEvent, type KnownEvents, startOf } from './purchase-event.store.ts';

const ledger = openLedger();

/** Where a purchase stood before the first event with a place. */
export function startOfPurchase(purchase: StoredAuthorisation, { start, events }: KnownEvents): Course {
  const { status, current_amount: held, cleared_amount } = purchase;
  const cleared = events.reduce((sum, { kind, cents }) => (kind === 'clearing' ? sum - cents : sum), cleared_amount);
  const end = cleared > 0n ? 'cleared' : 'reversed';
  if (start) return { held: start.held, cleared, ended: start.isEnded ? end : null };
  if (status === 'declined') throw new Error(`purchase ${purchase.id} was declined and has no course`);
  return status === 'approved' ? { held, cleared, ended: null } : { held: 0n, cleared, ended: status };
}

/** Writes an event of a purchase, and where it stood before, if this is the first. */
export function keepEvent(tx: Tx, purchase: StoredAuthorisation, known: KnownEvents, event: KnownEvent): void {
  const own = { ...event, purchase: purchase.reference };
  const start = known.start ? [] : [startOf(purchase.reference, startOfPurchase(purchase, known))];
  addEvents(tx, purchase.tenant_id, [...start, own]);
}

type Followed = {
  readonly kind: 'reversal' | 'hold' | 'expiry';
  readonly reference: string;
  readonly keep: bigint;
  readonly after?: number | undefined;
  readonly known: KnownEvents;
  /** Reference of the increment, if only that is reversed. */
  readonly increment?: string | undefined;
};

/**
 * Takes an event that its processor has put in an order, or that says what the processor holds. What is held afterwards
 * follows from all events of the purchase in that order. It has happened, so no part of it is declined.
 */
export async function followEvent(
  within: PaymentTransaction,
  purchase: StoredAuthorisation,
  { kind, reference, keep, after, known, increment }: Followed,
): Promise<Outcome> {
  const event = { kind, reference, place: placeOf(after, known.events), cents: keep, isFinal: false };
  return addEvent(within, purchase, { event, known, reference, increment });
}

type Added = Pick<Followed, 'reference' | 'known' | 'increment'> & { readonly event: KnownEvent };

/** Adds an event, and holds what a purchase comes to with it. `reference`: that of the message. */
export async function addEvent(
  within: PaymentTransaction,
  purchase: StoredAuthorisation,
  { event, known, reference, increment }: Added,
): Promise<Outcome> {
  const course = courseAfter(startOfPurchase(purchase, known), [...known.events, event]);
  const isHeld = await bringTo(within, purchase, course, { reference, increment });
  if (!isHeld) return { answer: refused(reference, ANSWER.doNotHonour), authorisationId: purchase.id };
  keepEvent(within.tx, purchase, known, event);
  return { answer: taken(reference), authorisationId: purchase.id, changed: purchase.member_account_id };
}

/** Holds what a purchase comes to, with its fee. False: the account is closed and holds nothing. */
export async function bringTo(
  { ctx, tx, tenantId }: PaymentTransaction,
  purchase: StoredAuthorisation,
  course: Course,
  { reference, increment }: Pick<Added, 'reference' | 'increment'>,
): Promise<boolean> {
  const at = ctx.clocks.business.now();
  const open = openHoldOf(purchase);
  const { held } = course;
  if (held === 0n) {
    if (!open) return true;
    const isExpired = course.ended === 'expired';
    await release(tx, tenantId, { hold: open.id, keep: 0n, at, because: isExpired ? 'expired' : 'voided' });
    const currentAmount = isExpired ? purchase.current_amount : 0n;
    await saveCourse(tx, purchase, {
      status: isExpired ? 'expired' : 'reversed',
      currentAmount,
      feeHeld: 0n,
      increment,
    });
    if (!isExpired && purchase.cleared_amount === 0n) giveUseBack(tx, purchase);
    return true;
  }
  const feeHeld = heldFeeOf(purchase.cleared_amount, held, purchase.fee_points);
  const total = held + feeHeld;
  if (open && total <= open.cents) {
    await release(tx, tenantId, { hold: open.id, keep: total, at, because: 'voided' });
    await saveCourse(tx, purchase, { status: 'approved', currentAmount: held, feeHeld, increment });
    return true;
  }
  // An amount that must be held is a separate forced hold: adding to a hold is voluntary.
  const expiresAt = holdEndsAt(at, purchase.mcc, 'processor');
  const hold: Command = {
    do: 'hold',
    key: `network:${reference}`,
    account: purchase.ledger_account_id,
    amount: total,
    placedAt: at,
    expiresAt,
    forced: true,
  };
  const former: Command[] = open ? [{ do: 'release', hold: open.id, keep: 0n, at, because: 'voided' }] : [];
  const opened = await ledger.open(tx, tenantId, [hold, ...former], async () => undefined);
  if (opened.closed.has(purchase.ledger_account_id)) return false;
  for (const command of former) opened.decide(command);
  const placed = opened.decide(hold);
  if (!placed.ok || !('id' in placed.value)) throw new Error('the ledger refused a forced hold');
  await opened.write();
  await saveOtherHold(tx, purchase, { currentAmount: held, feeHeld, hold: placed.value.id, expiresAt });
  if (!open) takeUseAgain(tx, purchase);
  watchBalances(tx, tenantId, [purchase.member_account_id], at);
  return true;
}

/** The hold of a purchase that is open, and its cents. */
function openHoldOf(purchase: StoredAuthorisation): { readonly id: HoldId; readonly cents: bigint } | undefined {
  const { status, hold_id: id, current_amount, fee_held } = purchase;
  if (status !== 'approved') return undefined;
  if (id === null) throw new Error(`approved authorisation ${purchase.id} has no hold`);
  return { id, cents: current_amount + fee_held };
}

async function release(
  tx: Tx,
  tenantId: number,
  request: {
    readonly hold: HoldId;
    readonly keep: bigint;
    readonly at: number;
    readonly because: 'voided' | 'expired';
  },
): Promise<void> {
  const released = await ledger.releaseHold(tx, { tenantId, ...request });
  if (!released.ok) throw new Error(`the ledger refused to let go of a hold: ${released.refusal}`);
}
