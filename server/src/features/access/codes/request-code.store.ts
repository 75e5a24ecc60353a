import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type ContactsForCode, contactsForCodeIn } from '../../contact-marks/public.ts';
import { SIGNS_IN, WAITS_FOR_ACTIVATION } from '../../card-facts/public.ts';

export type CodeKind = 'access' | 'activation';

type Place = { readonly tenantId: number; readonly brandId: number };

/** An access code is for cards that sign in, an activation code for those that no one has activated. */
const STATUSES: Readonly<Record<CodeKind, readonly string[]>> = {
  access: SIGNS_IN,
  activation: WAITS_FOR_ACTIVATION,
};

export type CardForCode = ContactsForCode & {
  readonly id: bigint;
  /** All null if the card has no holder yet. */
  readonly holder_id: bigint | null;
  readonly first_name: string | null;
  readonly language: Language | null;
};

/** The card of an id for which a code may be made, and the contacts of its holder. */
export function findCardForCode(
  tx: Tx,
  place: Place,
  kind: CodeKind,
  cardId: string,
  month: string,
): Promise<CardForCode | undefined> {
  return tx.first<CardForCode>(
    `SELECT c.id, h.id AS holder_id, h.first_name, h.language, ${contactsForCodeIn('h')}
       FROM card c
       JOIN member_account m ON m.tenant_id = c.tenant_id AND m.id = c.member_account_id
       LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = coalesce(c.holder_id, m.primary_holder_id)
      WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.card_id = $3 AND c.expiry >= $4 AND c.status = ANY ($5)
      ORDER BY c.expiry DESC LIMIT 1`,
    [place.tenantId, place.brandId, cardId, month, STATUSES[kind]],
  );
}

const SET_CODE: Readonly<Record<CodeKind, string>> = {
  // The previous code stays valid until the new one is used, however many are requested meanwhile.
  access: `UPDATE card SET access_code_hash = $3,
                           previous_access_code_hash = coalesce(previous_access_code_hash, access_code_hash)
            WHERE tenant_id = $1 AND id = $2`,
  activation: `UPDATE card SET activation_code_hash = $3,
                               previous_activation_code_hash = coalesce(previous_activation_code_hash,
                                                                        activation_code_hash)
                WHERE tenant_id = $1 AND id = $2`,
};

/** Sets a new code. The previous one stays valid until the new one is first used. */
export async function setCode(tx: Tx, tenantId: number, kind: CodeKind, cardId: bigint, hash: string): Promise<void> {
  await tx.run(SET_CODE[kind], [tenantId, cardId, hash]);
}

/** Sets a new access code for a person who has proved to hold the card. The previous one becomes invalid. */
export async function replaceAccessCode(tx: Tx, tenantId: number, cardId: bigint, hash: string): Promise<void> {
  await tx.run(
    `UPDATE card SET access_code_hash = $3, previous_access_code_hash = NULL WHERE tenant_id = $1 AND id = $2`,
    [tenantId, cardId, hash],
  );
}

/**
 * Counts one request for a card id (security time). False if `limit` requests were made since `sinceMs`. An advisory
 * lock makes concurrent requests count one by one.
 */
export async function countRequest(
  tx: Tx,
  place: Place,
  cardIdHash: Buffer,
  { nowMs, sinceMs, limit }: { nowMs: number; sinceMs: number; limit: number },
): Promise<boolean> {
  const since = new Date(sinceMs).toISOString();
  await tx.first('SELECT pg_advisory_xact_lock($1)', [cardIdHash.readBigInt64BE()]);
  await tx.run(
    `DELETE FROM code_request
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM code_request WHERE tenant_id = $1 AND brand_id = $2 AND at <= $3
                      LIMIT 100 FOR UPDATE SKIP LOCKED))`,
    [place.tenantId, place.brandId, since],
  );
  const row = await tx.first<{ made: bigint }>(
    `SELECT count(*) AS made FROM code_request
      WHERE tenant_id = $1 AND brand_id = $2 AND card_id_hash = $3 AND at > $4`,
    [place.tenantId, place.brandId, cardIdHash, since],
  );
  if (Number(row?.made ?? 0n) >= limit) return false;
  await tx.run('INSERT INTO code_request (tenant_id, brand_id, card_id_hash, at) VALUES ($1, $2, $3, $4)', [
    place.tenantId,
    place.brandId,
    cardIdHash,
    new Date(nowMs).toISOString(),
  ]);
  return true;
}
