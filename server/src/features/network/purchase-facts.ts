import { timingSafeEqual } from 'node:crypto';
import type { CardControl } from '@wattle/contract/cards/controls.ts';
import { dayAt, monthAt } from '../../platform/time/clock.ts';
import { categoryControlsOf, channelControlsOf, isBlocked, toBlockedControls } from '../cards/public.ts';
import { productSettings, statusIn } from '../card-facts/public.ts';
import { readActingRules } from '../purchase-rules/public.ts';
import type { PaymentTransaction } from './answer-once.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import type { WithCard } from './noted-purchase.ts';
import { type Asked, CVV2_COUNTS_FOR_MS, type Purchase } from './decide.domain.ts';
import { shopOf } from './merchant.ts';
import { wasApprovedAt } from './known-shop.store.ts';
import type { LockedTo } from './shop.domain.ts';
import { ruledAsk } from './ruled-ask.ts';
import { type CardRow, type ProductRow, readSpentOn } from './network.store.ts';

type Rows = { readonly cards: ReadonlyMap<bigint, CardRow>; readonly productRows: readonly ProductRow[] };

/** Facts that decide about each purchase. */
export async function factsOf(
  { ctx, tx, tenantId }: PaymentTransaction,
  all: readonly WithCard[],
  { cards, productRows }: Rows,
  now: number,
): Promise<Purchase[]> {
  const day = dayAt(now);
  const products = new Map(
    productRows.map((row) => [row.id, { isVirtual: row.is_virtual, rules: productSettings.parse(row.settings) }]),
  );
  const known = all.map((noted) => {
    const row = cards.get(noted.card.id);
    const product = products.get(noted.card.product_id);
    if (!row || !product) throw new Error(`card ${noted.card.id} is gone`);
    const limit = row.spend_limit ?? product.rules.spendLimit;
    return { noted, row, product, spendLimit: limit === null ? null : BigInt(limit) };
  });
  // It is a sum over the day's purchases, so it is read only where it decides.
  const limited = new Set(known.flatMap(({ row, spendLimit }) => (spendLimit === null ? [] : [row.id])));
  const [spent, rules] = await Promise.all([
    readSpentOn(tx, tenantId, [...limited], day),
    readActingRules(tx, tenantId, [...cards.keys()], now),
  ]);
  const month = monthAt(now);
  const former = await Promise.all(all.map((noted) => formerExpiryOf(tx, tenantId, noted)));
  return known.map(({ noted, row, product, spendLimit }, index) => ({
    cardId: row.id,
    isAdvice: noted.kind === 'advice',
    ruled: ruledAsk(noted, rules, product.rules.homeCountry, now),
    asked: askedOf(ctx, row, noted, {
      now,
      homeCountry: product.rules.homeCountry,
      formerExpiry: former[index] ?? 'none',
    }),
    card: {
      status: statusIn(month, row),
      expiry: row.expiry,
      isVirtual: product.isVirtual,
      contactlessOn: row.contactless_on,
      virtualKind: row.virtual_kind,
      lockedTo: lockedToOf(row),
      pinFailures: row.network_pin_failures,
      cvv2Failures: cvv2FailuresOf(row, now),
      isCvv2Stopped: row.cvv2_stopped_on === day,
      spendLimit,
      spentToday: spent.get(row.id) ?? 0n,
      rules: product.rules,
    },
  }));
}

/** Wrong CVV2s of a card that still count. */
export function cvv2FailuresOf({ cvv2_failures: failures, cvv2_failures_since: since }: CardRow, now: number): number {
  return since !== null && Date.parse(since) > now - CVV2_COUNTS_FOR_MS ? failures : 0;
}

/** Whether a purchase uses the expiry of a replaced card, and at which kind of shop. */
async function formerExpiryOf(
  tx: PaymentTransaction['tx'],
  tenantId: number,
  { card, message, key }: WithCard,
): Promise<Asked['formerExpiry']> {
  if (!card.is_former_expiry || !('panHashes' in key)) return 'none';
  return (await wasApprovedAt(tx, tenantId, key.panHashes, message.merchant)) ? 'ofKnownShop' : 'ofOtherShop';
}

type At = {
  readonly now: number;
  readonly homeCountry: string;
  readonly formerExpiry: Asked['formerExpiry'];
};

function askedOf(
  { secrets }: PaymentTransaction['ctx'],
  card: CardRow,
  { message, isInquiry = false }: WithCard,
  at: At,
): Asked {
  // Nothing is compared here where the processor has done it, nor without the number of the card.
  const number = 'number' in message.card && !message.proofs ? message.card.number : undefined;
  const [pin, cvv2] = number === undefined ? [] : [message.pin, message.cvv2];
  // The CVV2 belongs to the expiry that is printed beside it.
  const expiry = at.formerExpiry === 'none' ? card.expiry : (message.expiry ?? card.expiry);
  const pvv =
    pin === undefined || card.pvv_key_index === null ? '' : secrets.pvv(number ?? '', card.pvv_key_index, pin);
  return {
    amount: BigInt(message.amount),
    expiry: message.expiry,
    formerExpiry: at.formerExpiry,
    channel: message.channel,
    mcc: message.merchant.mcc,
    merchant: shopOf(message.merchant),
    isStored: message.credentialOnFile === true || message.recurring === true,
    isIncrement: false,
    isInquiry,
    isWallet: message.wallet !== undefined,
    takesPin: message.takesPin,
    proofs: message.proofs ?? (card.is_of_processor ? NOT_COMPARED : undefined),
    threeDs: message.threeDs,
    ...stoppedBy(card, message, at),
    pin: pin === undefined ? 'none' : isSame(pvv, card.pvv ?? '') ? 'right' : 'wrong',
    cvv2: cvv2 === undefined ? 'none' : isSame(cvv2, secrets.cvv2(number ?? '', expiry)) ? 'right' : 'wrong',
  };
}

function lockedToOf({ locked_merchant: name, locked_collector, locked_acceptor }: CardRow): LockedTo | null {
  return name === null ? null : { name, collector: locked_collector, acceptor: locked_acceptor ?? undefined };
}

/** Control that the holder of the card has turned off and that the purchase needs. */
function stoppedBy(card: CardRow, message: PurchaseMessage, { now, homeCountry }: At) {
  const { country, mcc } = message.merchant;
  const controls = toBlockedControls(card);
  const isOff = (control: CardControl) => isBlocked(controls, control, now);
  const asked = { channel: message.channel, mcc, country, isWallet: message.wallet !== undefined, homeCountry };
  return {
    isChannelOff: channelControlsOf(asked).some(isOff),
    isCategoryBlocked: categoryControlsOf(asked).some(isOff),
  };
}

/** A card whose processor holds the number has no code that could be compared here, from any sender. */
const NOT_COMPARED = { pin: 'notChecked', cvv2: 'notChecked', expiry: 'notChecked' } as const;

/** Compares digits in constant time. Empty ones never match. */
function isSame(given: string, right: string): boolean {
  return given.length > 0 && given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}
