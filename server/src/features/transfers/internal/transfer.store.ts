import { KEEP_APART } from '../../../platform/database/keep-apart.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type FeatureSwitches, wasInUse } from '../../card-facts/public.ts';
import type { Person } from '../../payments/public.ts';

export type PayerRow = {
  /** Position in the input. */
  readonly n: number;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  /** Holder of the account; null: none yet. */
  readonly primary_holder_id: bigint | null;
  /** Cents per day that the account chose; null: the limit of the product applies. */
  readonly payment_limit: bigint | null;
  /** Name of the account's holder; null: no holder yet. */
  readonly holder_name: string | null;
  /** Products of the person's usable cards. */
  readonly product_ids: number[];
};

// Account by account (KEEP_APART): a plan for many accounts together may read all cards of a programme.
const PAYERS = `
SELECT asked.n::integer AS n, a.id AS member_account_id, a.ledger_account_id, a.primary_holder_id, a.payment_limit, h.name AS holder_name,
       own.product_ids
FROM unnest($3::integer[], $4::bigint[], $5::bigint[], $6::text[], $7::boolean[])
  WITH ORDINALITY AS asked (brand_id, holder_id, card_id, account_number, is_scheduled, n)
JOIN LATERAL (
  SELECT id, ledger_account_id, payment_limit, primary_holder_id FROM member_account
  WHERE tenant_id = $1 AND account_number = asked.account_number AND brand_id = asked.brand_id AND NOT is_closed
  ${KEEP_APART}
) AS a ON true
JOIN LATERAL (
  SELECT coalesce(array_agg(product_id) FILTER (WHERE expiry >= $2 AND (status IN ('Active', 'ActiveOff')
           OR (asked.is_scheduled AND status = 'Ordered' AND replaces_id IS NOT NULL))), '{}') AS product_ids,
         count(*) AS cards
  FROM card
  WHERE tenant_id = $1 AND member_account_id = a.id
    AND CASE WHEN asked.card_id IS NULL THEN holder_id = asked.holder_id ELSE id = asked.card_id END
) AS own ON own.cards > 0
LEFT JOIN LATERAL (
  SELECT trim(concat_ws(' ', first_name, surname)) AS name FROM holder WHERE tenant_id = $1 AND id = a.primary_holder_id ${KEEP_APART}
) AS h ON true`;

export type OwnNumber = { readonly person: Person; readonly accountNumber: string };

/**
 * Accounts with these numbers on which the person has a card; others are missing. A card is usable when it is Active or
 * turned off temporarily and not expired in `month` (`yyyy-MM`).
 */
export function findPayers(tx: Tx, tenantId: number, month: string, asked: readonly OwnNumber[]): Promise<PayerRow[]> {
  return tx.query(PAYERS, [
    tenantId,
    month,
    asked.map(({ person }) => person.brandId),
    asked.map(({ person }) => person.holderId),
    asked.map(({ person }) => person.cardId),
    asked.map(({ accountNumber }) => accountNumber),
    asked.map(({ person }) => person.isScheduled ?? false),
  ]);
}

export type PayeeRow = {
  readonly brand_id: number;
  readonly account_number: string;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly holder_id: bigint;
  readonly is_verified: boolean;
  /** Products of the cards in the holder's card list. */
  readonly product_ids: number[];
  /** False: all its cards are in the post, or gifts that wait for their day. */
  readonly is_activated: boolean;
};

const PAYEES = `
SELECT asked.brand_id, asked.account_number, a.id AS member_account_id, a.ledger_account_id, a.primary_holder_id AS holder_id,
       h.is_kyc_verified AS is_verified, cards.product_ids, cards.is_activated
FROM unnest($3::integer[], $4::text[]) AS asked (brand_id, account_number)
JOIN LATERAL (
  SELECT id, ledger_account_id, primary_holder_id FROM member_account
  WHERE tenant_id = $1 AND account_number = asked.account_number AND brand_id = asked.brand_id AND NOT is_closed
  ${KEEP_APART}
) AS a ON true
JOIN LATERAL (
  SELECT FROM ledger_account WHERE tenant_id = $1 AND id = a.ledger_account_id AND closed_at IS NULL ${KEEP_APART}
) AS open ON true
JOIN LATERAL (
  SELECT is_kyc_verified FROM holder WHERE tenant_id = $1 AND id = a.primary_holder_id ${KEEP_APART}
) AS h ON true
JOIN LATERAL (
  SELECT coalesce(array_agg(product_id) FILTER (WHERE expiry >= $2 AND status NOT IN ('Replaced', 'Expired', 'Closed')),
                  '{}') AS product_ids,
         coalesce(bool_or(${wasInUse('card')}), false) AS is_activated
  FROM card WHERE tenant_id = $1 AND member_account_id = a.id
) AS cards ON true`;

export type BrandNumber = { readonly brandId: number; readonly accountNumber: string };

/** Open accounts with these numbers and a holder. */
export function findPayees(
  tx: Tx,
  tenantId: number,
  month: string,
  asked: readonly BrandNumber[],
): Promise<PayeeRow[]> {
  return tx.query(PAYEES, [
    tenantId,
    month,
    asked.map(({ brandId }) => brandId),
    asked.map(({ accountNumber }) => accountNumber),
  ]);
}

export type ProductRow = {
  readonly id: number;
  readonly settings: unknown;
  readonly instance_features: FeatureSwitches;
  readonly tenant_features: FeatureSwitches;
  readonly brand_features: FeatureSwitches | null;
};

const PRODUCTS = `
SELECT p.id, p.settings, i.features AS instance_features, t.features AS tenant_features,
       b.settings -> 'Features' AS brand_features
FROM product p
JOIN brand b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id
JOIN tenant t ON t.id = p.tenant_id
CROSS JOIN instance_setting i
WHERE p.tenant_id = $1 AND p.brand_id = ANY ($2::integer[])`;

/** All products of the brands: few enough to query before the cards are known. */
export function readProducts(tx: Tx, tenantId: number, brandIds: readonly number[]): Promise<ProductRow[]> {
  return tx.query(PRODUCTS, [tenantId, brandIds]);
}

const PAYER_NAME = `
SELECT first_name, surname FROM holder
WHERE tenant_id = $1
  AND id = coalesce($2::bigint, (SELECT holder_id FROM card WHERE tenant_id = $1 AND id = $3::bigint))`;

/** Name of the payer. */
export function findPayerName(
  tx: Tx,
  tenantId: number,
  { holderId, cardId }: Pick<Person, 'holderId' | 'cardId'>,
): Promise<{ first_name: string; surname: string } | undefined> {
  return tx.first(PAYER_NAME, [tenantId, holderId, cardId]);
}
