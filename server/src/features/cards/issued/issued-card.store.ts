import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { type InnerStatus, openNumber, type SealedNumber } from '../../card-facts/public.ts';

type Row = SealedNumber & {
  readonly id: bigint;
  readonly masked_number: string;
  readonly expiry: string;
};

const READ = 'SELECT id, pan_cipher, pan_key_version, masked_number, expiry FROM card WHERE tenant_id = $1 AND id = $2';

export type IssuedNumber = { readonly pan: string; readonly maskedNumber: string; readonly expiry: string };

/** Number of a card that was issued to someone without a sign-in. The caller has proved that it is theirs. */
export async function readIssuedNumber(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  id: bigint,
): Promise<IssuedNumber | undefined> {
  const row = await tx.first<Row>(READ, [tenantId, id]);
  const pan = row && openNumber(secrets, row.id, row);
  // No product of the store has a processor (product-file.ts), so each number is here.
  return pan ? { pan, maskedNumber: row.masked_number, expiry: row.expiry } : undefined;
}

/** Status of a card, locked until the transaction ends. */
export async function lockStatus(tx: Tx, tenantId: number, id: bigint): Promise<InnerStatus | undefined> {
  const row = await tx.first<{ status: InnerStatus }>(
    'SELECT status FROM card WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [tenantId, id],
  );
  return row?.status;
}

export function saveStatusLater(tx: Tx, tenantId: number, id: bigint, status: InnerStatus): void {
  tx.later('UPDATE card SET status = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, status]);
}

/** Saves the delivery address of a plastic card that has no holder yet. */
export function addDelivery(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  to: { readonly Name: string; readonly Address: Readonly<Record<string, string>> },
): void {
  tx.later('INSERT INTO card_delivery (tenant_id, card_id, name, address) VALUES ($1, $2, $3, $4)', [
    tenantId,
    cardId,
    to.Name,
    JSON.stringify(to.Address),
  ]);
}
