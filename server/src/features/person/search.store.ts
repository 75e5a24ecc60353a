import type { Tx } from '../../platform/database/database.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

type Search = { readonly tenantId: number; readonly limit: number };

/** A card, and why it was found, where that is more than its number. */
export type FoundCard = { readonly card_id: bigint; readonly match: string };

const CARDS_OF_TRANSFER = `
SELECT c.id AS card_id, 'payment ' || coalesce(d.description, '') AS match
  FROM transfer t
  JOIN member_account a ON a.tenant_id = t.tenant_id AND a.ledger_account_id IN (t.debit_account_id, t.credit_account_id)
  JOIN LATERAL (SELECT id FROM card WHERE tenant_id = a.tenant_id AND member_account_id = a.id ORDER BY id LIMIT 1) c ON true
  LEFT JOIN transaction_detail d ON d.ledger_account_id = a.ledger_account_id
   AND d.seq = CASE WHEN a.ledger_account_id = t.debit_account_id THEN t.debit_seq ELSE t.credit_seq END
 WHERE t.tenant_id = $1 AND t.id = $2 LIMIT $3`;

/** A card of each account that a payment moved money of. */
export function cardsOfTransfer(tx: Tx, { tenantId, limit }: Search, transferId: bigint): Promise<FoundCard[]> {
  return tx.query(CARDS_OF_TRANSFER, [tenantId, transferId, limit]);
}

const CARDS_OF_ORDER = `
SELECT i.card_id, 'order ' || o.number AS match
  FROM store_order o JOIN store_item i ON i.tenant_id = o.tenant_id AND i.order_id = o.id AND i.card_id IS NOT NULL
 WHERE o.tenant_id = $1 AND o.number = $2 ORDER BY i.position LIMIT $3`;

/** The cards that an order of the store has issued. */
export function cardsOfOrder(tx: Tx, { tenantId, limit }: Search, number: string): Promise<FoundCard[]> {
  return tx.query(CARDS_OF_ORDER, [tenantId, number, limit]);
}

const CARDS_OF_PURCHASE = `
SELECT DISTINCT ON (card_id) card_id,
       merchant_name || ', ' || to_char(at AT TIME ZONE 'Australia/Melbourne', 'YYYY-MM-DD') AS match
  FROM purchases_of_amount($1, $2, $3) ORDER BY card_id, at DESC`;

/** Cards with a purchase of an amount at a merchant, whose name is given by its beginning in small letters. */
export function cardsOfPurchase(tx: Tx, { limit }: Search, merchant: string, cents: bigint): Promise<FoundCard[]> {
  return tx.query(CARDS_OF_PURCHASE, [cents, merchant, limit]);
}

export type FoundPerson = {
  readonly holder_id: bigint | null;
  readonly card_id: bigint | null;
  readonly name: string;
  readonly email: string;
  readonly mobile: string;
  readonly brand: string;
  readonly accounts: string;
  readonly cards: string;
  /** Ids of those cards in the same order. */
  readonly card_ids: string;
};

const CARD_WORDS = `right(c.masked_number, 4) || ' ' || c.status`;

const PEOPLE = `
SELECT h.id AS holder_id, NULL::bigint AS card_id, ${fullNameIn('h')} AS name, h.email, h.mobile, b.name AS brand,
       coalesce((SELECT string_agg(DISTINCT m.account_number, ' ') FROM card c
                   JOIN member_account m ON m.tenant_id = c.tenant_id AND m.id = c.member_account_id
                  WHERE c.tenant_id = h.tenant_id AND c.holder_id = h.id), '') AS accounts,
       coalesce((SELECT string_agg(${CARD_WORDS}, ', ' ORDER BY c.id DESC) FROM card c
                  WHERE c.tenant_id = h.tenant_id AND c.holder_id = h.id
                    AND c.status NOT IN ('Closed', 'Replaced', 'Expired')), '') AS cards,
       coalesce((SELECT string_agg('card:' || c.id, ' ' ORDER BY c.id DESC) FROM card c
                  WHERE c.tenant_id = h.tenant_id AND c.holder_id = h.id
                    AND c.status NOT IN ('Closed', 'Replaced', 'Expired')), '') AS card_ids
  FROM holder h JOIN brand b ON b.tenant_id = h.tenant_id AND b.id = h.brand_id
 WHERE h.tenant_id = $1 AND h.id = ANY ($2::bigint[])
UNION ALL
SELECT NULL, c.id, '', '', '', b.name, m.account_number, ${CARD_WORDS}, 'card:' || c.id
  FROM card c
  JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
  JOIN member_account m ON m.tenant_id = c.tenant_id AND m.id = c.member_account_id
 WHERE c.tenant_id = $1 AND c.id = ANY ($3::bigint[]) AND c.holder_id IS NULL`;

/** These people, and these cards where no one holds them. */
export function listPeople(
  tx: Tx,
  tenantId: number,
  { holderIds, cardIds }: { readonly holderIds: readonly bigint[]; readonly cardIds: readonly bigint[] },
): Promise<FoundPerson[]> {
  return tx.query(PEOPLE, [tenantId, holderIds, cardIds]);
}

/** Holders of these cards. */
export function holdersOf(
  tx: Tx,
  tenantId: number,
  cardIds: readonly bigint[],
): Promise<{ readonly id: bigint; readonly holder_id: bigint | null }[]> {
  return tx.query('SELECT id, holder_id FROM card WHERE tenant_id = $1 AND id = ANY ($2::bigint[])', [
    tenantId,
    cardIds,
  ]);
}
