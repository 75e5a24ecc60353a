import type { CardReference } from '@wattle/contract/wire.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { InnerStatus, SealedNumber } from '../../card-facts/public.ts';

/** A card that a person wants to add to their login, with the facts that decide whether they may. */
export type CardToAdd = SealedNumber & {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly member_account_id: bigint;
  readonly holder_id: bigint | null;
  /** A login of its holder. */
  readonly holder_login_id: bigint | null;
  readonly primary_holder_id: bigint | null;
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly masked_number: string;
  readonly last4: string;
  readonly card_id: string;
  readonly is_reloadable: boolean;
  readonly activation_code_hash: string | null;
  readonly previous_activation_code_hash: string | null;
  readonly access_code_hash: string | null;
  readonly previous_access_code_hash: string | null;
};

const CARD = `
SELECT c.id, c.tenant_id, c.member_account_id, c.holder_id, a.primary_holder_id, c.status, c.expiry, c.masked_number,
       c.last4, c.card_id, c.pan_cipher, c.pan_key_version, p.is_reloadable, c.activation_code_hash,
       c.previous_activation_code_hash, c.access_code_hash, c.previous_access_code_hash,
       (SELECT w.id FROM web_account w
         WHERE w.tenant_id = c.tenant_id AND w.brand_id = c.brand_id AND w.holder_id = c.holder_id
         ORDER BY w.id LIMIT 1) AS holder_login_id
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND NOT a.is_closed`;

const BY_NUMBER = `${CARD}
  AND (c.pan_hash = ANY ($3::bytea[]) OR (c.card_id = $4 AND (c.connection_id IS NOT NULL OR NOT $6::boolean)))
  AND p.is_reloadable = $5
  AND CASE WHEN p.is_reloadable THEN c.activation_code_hash ELSE c.access_code_hash END IS NOT NULL
ORDER BY c.expiry DESC, c.id DESC LIMIT 1`;

/** The card of a number (by its hashes) or card id that has a code. Of two with one number, the later one. */
export function findCardToAdd(
  tx: Tx,
  { tenantId, brandId }: Session,
  named: {
    readonly hashes: readonly Buffer[];
    readonly cardId: string | null;
    /** Only a card whose processor holds the number may have the card id. */
    readonly isOfProcessor: boolean;
    readonly isReloadable: boolean;
  },
): Promise<CardToAdd | undefined> {
  return tx.first(BY_NUMBER, [tenantId, brandId, named.hashes, named.cardId, named.isReloadable, named.isOfProcessor]);
}

// A damaged or upgraded card whose successor waits is represented by the successor.
const OF_CALLER = `${CARD} AND c.id = (
  SELECT coalesce(next.id, own.id) FROM card own
    JOIN member_account m ON m.tenant_id = own.tenant_id AND m.id = own.member_account_id
    LEFT JOIN card next ON next.tenant_id = own.tenant_id AND next.replaces_id = own.id
      AND next.status <> 'Closed' AND own.status IN ('Active', 'ActiveOff')
   WHERE own.tenant_id = $1 AND own.brand_id = $2 AND own.holder_id = $3
     AND m.account_number = $4 AND own.masked_number = $5 AND own.expiry = $6)`;

/** A card of the caller's list that waits for its activation, or the successor of a card in use. */
export function findAllocatedCard(
  tx: Tx,
  { tenantId, brandId, holderId }: Session,
  card: CardReference,
): Promise<CardToAdd | undefined> {
  return tx.first(OF_CALLER, [
    tenantId,
    brandId,
    holderId,
    card.AccountNumber,
    card.MaskedCardNumber,
    card.ExpirationDate,
  ]);
}

/** Links a card in use to a holder. False if it already has one. */
export async function linkCardInUse(tx: Tx, card: CardToAdd, holderId: bigint): Promise<boolean> {
  const linked = await tx.first(
    `UPDATE card SET holder_id = $3, is_default = NOT EXISTS (SELECT FROM card other
             WHERE other.tenant_id = $1 AND other.holder_id = $3 AND other.is_default)
      WHERE tenant_id = $1 AND id = $2 AND holder_id IS NULL RETURNING id`,
    [card.tenant_id, card.id, holderId],
  );
  if (linked === undefined) return false;
  await tx.run(
    `UPDATE member_account SET primary_holder_id = $3
      WHERE tenant_id = $1 AND id = $2 AND primary_holder_id IS NULL`,
    [card.tenant_id, card.member_account_id, holderId],
  );
  return true;
}
