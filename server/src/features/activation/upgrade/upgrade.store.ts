import type { Tx } from '../../../platform/database/database.ts';
import { productSettings } from '../../card-facts/public.ts';
import { type ActivationRow, NOTHING_ENTERED, type StoredEntity } from '../activation.store.ts';

type Key = { readonly tenantId: number; readonly brandId: number; readonly cardId: bigint; readonly nowMs: number };

// Resets the rest of an earlier activation or upgrade of the card.
const RENEW = `
UPDATE activation SET purpose = 'upgrade', started_at = $3, activated_at = NULL, identity_proved_at = NULL,
       web_account_id = NULL, ${NOTHING_ENTERED}
 WHERE tenant_id = $1 AND card_id = $2 AND (purpose <> 'upgrade' OR activated_at IS NOT NULL)`;
const BEGIN = `
INSERT INTO activation (card_id, tenant_id, brand_id, purpose, started_at, changed_at)
VALUES ($2, $1, $4, 'upgrade', $3, $3)
ON CONFLICT (card_id) DO UPDATE SET changed_at = excluded.changed_at`;

/** Begins the upgrade of a card in use, or resumes the one that was begun. Locks the card. Security clock. */
export async function beginUpgradeOf(tx: Tx, { tenantId, brandId, cardId, nowMs }: Key): Promise<void> {
  const at = new Date(nowMs).toISOString();
  await tx.run('SELECT FROM card WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tenantId, cardId]);
  await tx.run(RENEW, [tenantId, cardId, at]);
  await tx.run(BEGIN, [tenantId, cardId, at, brandId]);
}

/** Available funds of a card's account, and the cost of the upgrade by its product. Cents. */
export async function readFunds(
  tx: Tx,
  row: Pick<ActivationRow, 'tenant_id' | 'card_id'>,
): Promise<{ readonly available: bigint; readonly fee: bigint }> {
  const found = await tx.first<{ available: bigint; settings: unknown }>(
    `SELECT l.balance - l.held AS available, p.settings
       FROM card c
       JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
       JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
       JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
      WHERE c.tenant_id = $1 AND c.id = $2`,
    [row.tenant_id, row.card_id],
  );
  if (!found) throw new Error('a card without account or product');
  return { available: found.available, fee: BigInt(productSettings.parse(found.settings).upgradeFee) };
}

/** Gives a card in use to a holder, whose default card it becomes. Without a new PIN the old one stays. */
export async function giveCardInUse(
  tx: Tx,
  row: ActivationRow,
  given: { readonly holderId: bigint; readonly pin: { readonly value: string; readonly keyIndex: number } | null },
): Promise<void> {
  const { tenant_id: tenantId, card_id: cardId } = row;
  await tx.run(
    'UPDATE card SET is_default = false WHERE tenant_id = $1 AND holder_id = $2 AND is_default AND id <> $3',
    [tenantId, given.holderId, cardId],
  );
  await tx.run(
    `UPDATE card SET holder_id = $3, is_default = true, pvv = coalesce($4, pvv),
            pvv_key_index = coalesce($5, pvv_key_index),
            network_pin_failures = CASE WHEN $4::text IS NULL THEN network_pin_failures ELSE 0 END
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, cardId, given.holderId, given.pin?.value ?? null, given.pin?.keyIndex ?? null],
  );
}

/** Saves the further answers of an upgrade. */
export async function saveUpgradeDetails(tx: Tx, tenantId: number, holderId: bigint, entity: StoredEntity) {
  const { CorrespondenceAddress: letters, RewardProviderDetails: rewards } = entity;
  await tx.run(
    `UPDATE holder SET correspondence_address = coalesce($3::jsonb, correspondence_address),
            reward_number = CASE WHEN $4::text = '' THEN reward_number ELSE $4 END
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, holderId, letters ? JSON.stringify(letters) : null, rewards?.IsMember ? rewards.AccountNumber : ''],
  );
}
