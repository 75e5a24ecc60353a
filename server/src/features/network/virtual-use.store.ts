import type { Tx } from '../../platform/database/database.ts';
import { USED_UP_FROM } from '../card-facts/public.ts';
import type { MessageMerchant } from '../../outside/processors/purchase-message.ts';
import { shopOf } from './merchant.ts';
import type { StoredAuthorisation } from './stored-authorisation.store.ts';

const USE = `
UPDATE card c SET
  status_before_use = CASE WHEN c.virtual_kind = 'SingleUse' AND c.status = ANY ($7::text[]) THEN c.status ELSE c.status_before_use END,
  used_by = CASE WHEN c.virtual_kind = 'SingleUse' AND c.status = ANY ($7::text[]) THEN used.by ELSE c.used_by END,
  status = CASE WHEN c.virtual_kind = 'SingleUse' AND c.status = ANY ($7::text[]) THEN 'Closed' ELSE c.status END,
  locked_collector = CASE WHEN c.virtual_kind = 'MerchantLocked' AND c.locked_merchant IS NULL THEN used.collector ELSE c.locked_collector END,
  locked_acceptor = CASE WHEN c.virtual_kind = 'MerchantLocked' AND c.locked_merchant IS NULL THEN used.acceptor ELSE c.locked_acceptor END,
  locked_merchant = CASE WHEN c.virtual_kind = 'MerchantLocked' THEN coalesce(c.locked_merchant, nullif(used.merchant, '')) END
FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[]) AS used (card_id, by, merchant, collector, acceptor)
WHERE c.tenant_id = $1 AND c.id = used.card_id AND c.virtual_kind IS NOT NULL`;

export type CardUse = {
  readonly cardId: bigint;
  readonly merchant: MessageMerchant;
  /** Reference of the message that used it. */
  readonly by: string;
};

/**
 * Effect of a purchase on a virtual card: a single-use card is closed, another is locked to the merchant. Of several
 * purchases of a card the first counts. The accounts of the cards must be locked.
 */
export function saveUses(tx: Tx, tenantId: number, uses: readonly CardUse[]): void {
  const first = new Map<bigint, CardUse>();
  for (const use of uses) if (!first.has(use.cardId)) first.set(use.cardId, use);
  if (first.size === 0) return;
  const all = [...first.values()];
  const shops = all.map(({ merchant }) => shopOf(merchant));
  tx.later(USE, [
    tenantId,
    [...first.keys()],
    all.map(({ by }) => by),
    shops.map(({ name }) => name),
    shops.map(({ collector }) => collector),
    shops.map(({ acceptor }) => acceptor ?? null),
    USED_UP_FROM,
  ]);
}

const USE_AGAIN = `
UPDATE card SET status_before_use = status, used_by = $3, status = 'Closed'
WHERE tenant_id = $1 AND id = $2 AND virtual_kind = 'SingleUse' AND status = ANY ($4::text[])`;

/** Closes a single-use card whose purchase is held again. */
export function takeUseAgain(tx: Tx, { tenant_id, card_id, reference }: StoredAuthorisation): void {
  tx.later(USE_AGAIN, [tenant_id, card_id, reference, USED_UP_FROM]);
}

const GIVE_BACK = `
UPDATE card SET status = status_before_use, used_by = NULL, status_before_use = NULL
WHERE tenant_id = $1 AND id = $2 AND used_by = $3 AND status = 'Closed' AND virtual_kind = 'SingleUse'`;

/** Restores a single-use card whose purchase was reversed in full and not cleared. */
export function giveUseBack(tx: Tx, { tenant_id, card_id, reference }: StoredAuthorisation): void {
  tx.later(GIVE_BACK, [tenant_id, card_id, reference]);
}
