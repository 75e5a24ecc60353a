import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { unreachedOf } from '../contact-marks/public.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

export type NotifiedHolder = {
  readonly first_name: string;
  readonly email: string;
  readonly mobile: string;
  readonly language: Language;
  /** Hashes of the contacts that messages do not reach. */
  readonly unreached: readonly string[];
  readonly web_account_ids: readonly bigint[];
};

const HOLDER = `
SELECT h.first_name, h.email, h.mobile, h.language, ${unreachedOf('h')} AS unreached,
       ARRAY(SELECT w.id FROM web_account w
              WHERE w.tenant_id = $1 AND w.holder_id = h.id AND w.brand_id = $3 ORDER BY w.id) AS web_account_ids
  FROM holder h
 WHERE h.tenant_id = $1 AND h.id = $2 AND h.died_on IS NULL`;

/** A holder and their sign-ins at a brand; undefined if no one can be notified. */
export function findNotifiedHolder(
  tx: Tx,
  { tenantId, brandId, holderId }: { readonly tenantId: number; readonly brandId: number; readonly holderId: bigint },
): Promise<NotifiedHolder | undefined> {
  return tx.first(HOLDER, [tenantId, holderId, brandId]);
}

export type ReplacedContact = { readonly channel: 'email' | 'mobile'; readonly old_value: string };

const REPLACED = `
SELECT DISTINCT channel, old_value FROM contact_change
 WHERE tenant_id = $1 AND holder_id = $2 AND proved_at > $3 AND undone_at IS NULL AND ended_at IS NULL
   AND old_value <> ''
 ORDER BY channel, old_value`;

/** Contacts that were replaced since a moment of the security clock and not restored. */
export function listReplacedContacts(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
  sinceMs: number,
): Promise<ReplacedContact[]> {
  return tx.query(REPLACED, [tenantId, holderId, new Date(sinceMs).toISOString()]);
}

const OWNER = `
SELECT a.primary_holder_id AS holder_id, ${fullNameIn('h')} AS person
  FROM member_account a
  JOIN holder h ON h.tenant_id = a.tenant_id
   AND h.id = coalesce($3::bigint, (SELECT c.holder_id FROM card c WHERE c.tenant_id = $1 AND c.id = $4))
 WHERE a.tenant_id = $1 AND a.id = $2 AND a.primary_holder_id <> h.id`;

type OnAccount = {
  readonly memberAccountId: bigint;
  readonly holderId: bigint | null;
  readonly cardId: bigint | null;
};

/** Primary holder of an account and the full name of the caller; undefined if the caller is the primary holder. */
export function findOwner(
  tx: Tx,
  tenantId: number,
  { memberAccountId, holderId, cardId }: OnAccount,
): Promise<{ holder_id: bigint; person: string } | undefined> {
  return tx.first(OWNER, [tenantId, memberAccountId, holderId, cardId]);
}
