import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type InnerStatus, WAITS_FOR_ACTIVATION } from '../card-facts/public.ts';
import { type ContactsForCode, contactsForCodeIn } from '../contact-marks/public.ts';

/** A card that waits for its activation, and its holder. */
export type CardToCode = ContactsForCode & {
  readonly id: bigint;
  readonly brand_id: number;
  readonly member_account_id: bigint;
  readonly masked_number: string;
  readonly status: InnerStatus;
  readonly is_virtual: boolean;
  readonly has_code: boolean;
  readonly holder_id: bigint;
  readonly first_name: string;
  readonly surname: string;
  readonly language: Language;
  /** The holder has no sign-in and has activated no card, so no one could have changed their contacts but staff. */
  readonly is_new: boolean;
};

const SELECT = `
SELECT c.id, c.brand_id, c.member_account_id, c.masked_number, c.status, p.is_virtual,
       c.activation_code_hash IS NOT NULL AS has_code, h.id AS holder_id, h.first_name, h.surname, h.language,
       ${contactsForCodeIn('h')},
       NOT EXISTS (SELECT FROM web_account w WHERE w.tenant_id = h.tenant_id AND w.holder_id = h.id)
         AND NOT EXISTS (SELECT FROM card o WHERE o.tenant_id = h.tenant_id AND o.holder_id = h.id
                                              AND o.status <> ALL ($3::text[])) AS is_new
  FROM card c
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
 WHERE c.tenant_id = $1 AND c.id = $2`;

/** The card with its holder; undefined: no such card, or one without a person. */
export function findCardToCode(tx: Tx, tenantId: number, id: bigint): Promise<CardToCode | undefined> {
  return tx.first(SELECT, [tenantId, id, WAITS_FOR_ACTIVATION]);
}

/** Locks the card until the transaction ends. */
export async function lockCardToCode(tx: Tx, tenantId: number, id: bigint): Promise<CardToCode | undefined> {
  await tx.run('SELECT FROM card WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tenantId, id]);
  return findCardToCode(tx, tenantId, id);
}

/** Replaces the activation code. Codes of before open nothing. */
export async function saveNewCode(tx: Tx, tenantId: number, id: bigint, hash: string): Promise<void> {
  await tx.run(
    'UPDATE card SET activation_code_hash = $3, previous_activation_code_hash = NULL WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, hash],
  );
}

/** Whether a message with this key was queued. */
export async function isQueued(tx: Tx, tenantId: number, dedupKey: string): Promise<boolean> {
  const row = await tx.first('SELECT FROM outbox_message WHERE tenant_id = $1 AND dedup_key = $2', [
    tenantId,
    dedupKey,
  ]);
  return row !== undefined;
}
