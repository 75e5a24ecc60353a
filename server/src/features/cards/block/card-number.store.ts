import type { Tx } from '../../../platform/database/database.ts';
import { type InnerStatus, heldByProgramme } from '../../card-facts/public.ts';

/** A card with a given number. A damaged or renewed card shares its number with its successor. */
export type CardOfNumber = {
  readonly id: bigint;
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly is_default: boolean;
  readonly is_held: boolean;
};

// The last four digits of an account's cards differ, so a masked number names one number of the account. Everybody
// locks in the order of the ids, so a report and an activation of the same number cannot deadlock.
const LOCK = `
SELECT id FROM card WHERE tenant_id = $1 AND id = ANY (ARRAY(
  SELECT s.id FROM card c JOIN card s ON s.tenant_id = c.tenant_id
     AND s.member_account_id = c.member_account_id AND s.masked_number = c.masked_number
   WHERE c.tenant_id = $1 AND c.id = $2
  UNION ALL
  SELECT c.replaces_id FROM card c WHERE c.tenant_id = $1 AND c.id = $2))
ORDER BY id FOR NO KEY UPDATE`;

/** Locks a card, all others of its number and the card that it replaces, until the transaction ends. */
export async function lockNumber(tx: Tx, tenantId: number, cardId: bigint): Promise<void> {
  for (let known = -1; ; ) {
    const { length } = await tx.query(LOCK, [tenantId, cardId]);
    // The next statement sees a successor that was ordered while this one waited for its lock.
    if (length === known) return;
    known = length;
  }
}

const READ = `
SELECT s.id, s.status, s.expiry, s.is_default, ${heldByProgramme('s')} AS is_held
FROM card c JOIN card s ON s.tenant_id = c.tenant_id
 AND s.member_account_id = c.member_account_id AND s.masked_number = c.masked_number
WHERE c.tenant_id = $1 AND c.id = $2
ORDER BY s.id`;

/** All cards with the number of a card, that card included. The caller locks them before it decides about them. */
export function readCardsOfNumber(tx: Tx, tenantId: number, cardId: bigint): Promise<CardOfNumber[]> {
  return tx.query(READ, [tenantId, cardId]);
}

const REPORT = `
UPDATE card SET status = $3, is_default = is_default OR $4,
       restricted_by = CASE WHEN $5 THEN 'programme' ELSE restricted_by END
WHERE tenant_id = $1 AND id = $2`;
const CLOSE = `UPDATE card SET status = 'Closed', is_default = false WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`;

export type ReportedNumber = {
  readonly id: bigint;
  readonly status: InnerStatus;
  readonly isDefault: boolean;
  readonly isHeld: boolean;
  /** The other cards of the number. */
  readonly closed: readonly bigint[];
};

/** Saves a reported number. One of its cards gets the reported status, and the others stop working permanently. */
export async function saveReportedNumber(tx: Tx, tenantId: number, reported: ReportedNumber): Promise<void> {
  const { id, status, isDefault, isHeld, closed } = reported;
  await tx.run(REPORT, [tenantId, id, status, isDefault, isHeld]);
  if (closed.length > 0) await tx.run(CLOSE, [tenantId, closed]);
}

/** Saves a restriction by the holder or by the programme. */
export async function saveRestricted(
  tx: Tx,
  card: { readonly tenant_id: number; readonly id: bigint },
  by: 'holder' | 'programme',
): Promise<void> {
  await tx.run(`UPDATE card SET status = 'Restricted', restricted_by = $3 WHERE tenant_id = $1 AND id = $2`, [
    card.tenant_id,
    card.id,
    by,
  ]);
}

/** Lifts the programme's restriction: the card works again, or may be replaced. */
export async function saveReleased(
  tx: Tx,
  card: { readonly tenant_id: number; readonly id: bigint },
  status: InnerStatus,
): Promise<void> {
  await tx.run('UPDATE card SET status = $3, restricted_by = NULL WHERE tenant_id = $1 AND id = $2', [
    card.tenant_id,
    card.id,
    status,
  ]);
}
