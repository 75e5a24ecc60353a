import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Cents } from '../../platform/money.ts';
import { monthAt } from '../../platform/time/clock.ts';
import {
  maximumOf,
  productsOfAccount,
  type FeatureSwitches,
  isFeatureOn,
  productSettings,
} from '../card-facts/public.ts';
import type { Person, PaymentTransaction } from '../payments/public.ts';
import { feeOf, largestOf } from './topup-limits.domain.ts';

/** An account that a person loads. */
export type TopupAccount = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly balance: Cents;
  readonly held: Cents;
  /** Kept aside by its primary holder. */
  readonly aside: Cents;
  /** Its maximum balance. */
  readonly maxBalance: Cents;
  readonly least: Cents;
  readonly most: Cents;
  /** Fee for one top-up by card. */
  readonly fee: Cents;
  readonly bsb: string;
  /** Name of the person who loads the account. */
  readonly holderName: string;
  /** Its primary holder; empty names where there is none. */
  readonly recipient: { readonly givenName: string; readonly familyName: string };
  readonly language: Language;
  /** Ways of topping up that at least one of the deciding cards allows. */
  readonly ways: { readonly bank: boolean; readonly voucher: boolean; readonly card: boolean };
};

type Row = {
  readonly id: bigint;
  readonly ledger_account_id: bigint;
  readonly balance: bigint;
  readonly held: bigint;
  readonly aside: bigint;
  readonly is_verified: boolean;
  readonly holder_name: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly language: Language;
  readonly own_settings: unknown;
  readonly products: readonly unknown[];
  readonly instance_features: FeatureSwitches;
  readonly tenant_features: FeatureSwitches;
  readonly brand_features: FeatureSwitches | null;
};

// A person needs a usable reloadable card on the account. The ways of topping up are those of the account.
const FIND = `
SELECT a.id, a.ledger_account_id, l.balance, l.held, l.aside, coalesce(h.is_kyc_verified, false) AS is_verified,
       trim(concat_ws(' ', own.first_name, own.surname)) AS holder_name,
       coalesce(h.first_name, '') AS given_name, coalesce(h.surname, '') AS family_name,
       coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language, o.settings AS own_settings,
       ARRAY(SELECT p.settings FROM ${productsOfAccount('a.tenant_id', 'a.id', '$5')} AND p.is_reloadable) AS products,
       i.features AS instance_features, t.features AS tenant_features, b.settings -> 'Features' AS brand_features
FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
JOIN card c ON c.tenant_id = a.tenant_id AND c.member_account_id = a.id AND c.holder_id = $4
           AND c.status IN ('Active', 'ActiveOff') AND c.expiry >= $5
JOIN product o ON o.tenant_id = c.tenant_id AND o.id = c.product_id AND o.is_reloadable
JOIN holder own ON own.tenant_id = c.tenant_id AND own.id = c.holder_id
JOIN brand b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id
JOIN tenant t ON t.id = a.tenant_id
CROSS JOIN instance_setting i
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3 AND NOT a.is_closed
ORDER BY c.id LIMIT 1`;

/** The account of a number, where the person has a card on it that can be loaded. */
export async function findTopupAccount(
  { ctx, tx }: Pick<PaymentTransaction, 'ctx' | 'tx'>,
  tenantId: number,
  { brandId, holderId }: Person,
  accountNumber: string,
): Promise<TopupAccount | undefined> {
  const month = monthAt(ctx.clocks.business.now());
  const row = await tx.first<Row>(FIND, [tenantId, brandId, accountNumber, holderId, month]);
  if (!row) return undefined;
  const products = row.products.map((settings) => productSettings.parse(settings));
  const isOn = isFeatureOn('topUp', [row.instance_features, row.tenant_features, row.brand_features ?? {}]);
  const allows = (way: 'bankTransferTopUp' | 'voucherTopUp' | 'schemeTopUp') =>
    isOn && products.some((settings) => settings[way]);
  return {
    memberAccountId: row.id,
    ledgerAccountId: row.ledger_account_id,
    balance: row.balance,
    held: row.held,
    aside: row.aside,
    maxBalance: maximumOf(products, row.is_verified),
    least: largestOf(products.map(({ topUpMin }) => BigInt(topUpMin))),
    most: largestOf(products.map(({ topUpMax }) => BigInt(topUpMax))),
    fee: feeOf(products),
    bsb: productSettings.parse(row.own_settings).bsb,
    holderName: row.holder_name,
    recipient: { givenName: row.given_name, familyName: row.family_name },
    language: row.language,
    ways: { bank: allows('bankTransferTopUp'), voucher: allows('voucherTopUp'), card: allows('schemeTopUp') },
  };
}
