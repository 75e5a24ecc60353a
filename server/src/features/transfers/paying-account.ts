import { toDirectEntry } from '@wattle/contract/rules/direct-entry.ts';
import type { PaymentMethod } from '@wattle/contract/rules/payment-methods.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Cents } from '../../platform/money.ts';
import { allowedMethods, isFeatureOn, type ProductSettings, productSettings } from '../card-facts/public.ts';
import type { Person, PaymentTransaction } from '../payments/public.ts';
import { highestLimit } from './payment-caps.domain.ts';
import { findPayerName, findPayers, type ProductRow, readProducts } from './internal/transfer.store.ts';

/** Permissions of one of the person's cards on the account. */
export type PayingCard = {
  /** Payment methods of the card. */
  readonly methods: ReadonlySet<PaymentMethod>;
  readonly mayReturnFunds: boolean;
  /** May schedule payments. */
  readonly maySchedule: boolean;
  /** Amount to one destination within 24 hours without proof; null: no proof applies. */
  readonly stepUpAmount: Cents | null;
  /** Amount to new destinations without a hold; null: no hold applies. */
  readonly scamHoldAmount: Cents | null;
  readonly settings: ProductSettings;
};

/** Account from which a person pays. */
export type PayingAccount = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  /** Daily limit that the account chose; null: the product's default. */
  readonly chosenLimit: Cents | null;
  readonly cards: readonly PayingCard[];
  /** Payer name for another bank: ASCII, at most 16 characters. */
  readonly remitter: string;
};

/** Account with this number, if the person has a card on it. */
export async function findPayingAccount(
  { ctx, tx, tenantId }: PaymentTransaction,
  person: Person,
  accountNumber: string,
): Promise<PayingAccount | undefined> {
  const month = monthAt(ctx.clocks.business.now());
  const [[payer], products, name] = await Promise.all([
    findPayers(tx, tenantId, month, [{ person, accountNumber }]),
    readProducts(tx, tenantId, [person.brandId]),
    findPayerName(tx, tenantId, person),
  ]);
  if (!payer) return undefined;
  return {
    memberAccountId: payer.member_account_id,
    ledgerAccountId: payer.ledger_account_id,
    chosenLimit: payer.payment_limit,
    cards: products.filter(({ id }) => payer.product_ids.includes(id)).map(toPayingCard),
    remitter: remitterOf(name),
  };
}

/** Permissions of a card of this product. */
export function toPayingCard(product: ProductRow): PayingCard {
  const settings = productSettings.parse(product.settings);
  const levels = [product.instance_features, product.tenant_features, product.brand_features ?? {}];
  return {
    settings,
    stepUpAmount: settings.stepUpAmount === null ? null : BigInt(settings.stepUpAmount),
    scamHoldAmount: settings.scamHoldAmount === null ? null : BigInt(settings.scamHoldAmount),
    maySchedule: isFeatureOn('scheduledPayments', levels),
    mayReturnFunds:
      settings.returnFunds && isFeatureOn('returnFunds', levels) && isFeatureOn('externalTransfers', levels),
    methods: allowedMethods(settings, levels),
  };
}

/** Daily limit of the account: the chosen one, or else the highest of these cards; null: no limit. */
export function dailyLimitOf(
  { chosenLimit }: Pick<PayingAccount, 'chosenLimit'>,
  cards: readonly Pick<PayingCard, 'settings'>[],
): Cents | null {
  return chosenLimit ?? highestLimit(cards.map(({ settings }) => settings.paymentLimit));
}

const REMITTER_LENGTH = 16;

/** Payer name in the characters of direct entry; `Cardholder` when no letter or digit is left. */
function remitterOf(name: { first_name: string; surname: string } | undefined): string {
  const folded = toDirectEntry(`${name?.first_name ?? ''} ${name?.surname ?? ''}`)
    .replace(/ +/g, ' ')
    .trim();
  return (/[A-Za-z\d]/.test(folded) ? folded : 'Cardholder').slice(0, REMITTER_LENGTH).trim();
}
