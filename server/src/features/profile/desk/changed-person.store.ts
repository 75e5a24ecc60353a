import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { ContactChannel } from '../contact/contact.store.ts';

export type ChangedPerson = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly email: string;
  readonly mobile: string;
  readonly is_erased: boolean;
  readonly sign_ins: readonly { readonly id: bigint; readonly username: string }[];
};

const PERSON = `
SELECT id, brand_id, email, mobile, erased_at IS NOT NULL AS is_erased FROM holder
 WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`;

const SIGN_INS = `
SELECT id, username FROM web_account WHERE tenant_id = $1 AND holder_id = $2 ORDER BY id`;

/** A person whose details change, locked until the transaction ends: sign-ins first, as in every change of a contact. */
export async function lockPersonToChange(tx: Tx, tenantId: number, id: bigint): Promise<ChangedPerson | undefined> {
  const signIns = await tx.query<ChangedPerson['sign_ins'][number]>(`${SIGN_INS} FOR NO KEY UPDATE`, [tenantId, id]);
  const person = await tx.first<Omit<ChangedPerson, 'sign_ins'>>(PERSON, [tenantId, id]);
  return person && { ...person, sign_ins: signIns };
}

/** Details of a person before a change, to be read and not changed. */
export type PersonBefore = ChangedPerson & {
  readonly language: Language;
  readonly email_changed_at: string | null;
  readonly mobile_changed_at: string | null;
  readonly title: string;
  readonly first_name: string;
  readonly middle_name: string;
  readonly surname: string;
  readonly address: Readonly<Record<string, string>> | null;
  readonly correspondence_address: Readonly<Record<string, string>> | null;
  /** Sessions that are open. */
  readonly sessions: number;
};

const BEFORE = `
SELECT h.id, h.brand_id, h.email, h.mobile, false AS is_erased, h.language, h.email_changed_at, h.mobile_changed_at, h.title, h.first_name, h.middle_name, h.surname,
       h.address, h.correspondence_address,
       (SELECT count(*)::int FROM session s JOIN web_account w ON w.tenant_id = s.tenant_id AND w.id = s.web_account_id
         WHERE w.tenant_id = $1 AND w.holder_id = h.id AND s.revoked_at IS NULL AND s.ends_at > $3) AS sessions
  FROM holder h WHERE h.tenant_id = $1 AND h.id = $2 AND h.erased_at IS NULL`;

/** The same person without a lock. Security time. */
export async function findPersonBefore(
  tx: Tx,
  tenantId: number,
  id: bigint,
  nowMs: number,
): Promise<PersonBefore | undefined> {
  const signIns = await tx.query<ChangedPerson['sign_ins'][number]>(SIGN_INS, [tenantId, id]);
  const person = await tx.first<Omit<PersonBefore, 'sign_ins'>>(BEFORE, [tenantId, id, new Date(nowMs)]);
  return person && { ...person, sign_ins: signIns };
}

/** Ends the changes of a contact that wait for their code. Security time. */
export async function dropOpenChanges(
  tx: Tx,
  tenantId: number,
  { holderId, channel, nowMs }: { readonly holderId: bigint; readonly channel: ContactChannel; readonly nowMs: number },
): Promise<void> {
  await tx.run(
    `UPDATE contact_change SET dropped_at = $4, code_hash = NULL
      WHERE tenant_id = $1 AND holder_id = $2 AND channel = $3 AND proved_at IS NULL AND dropped_at IS NULL`,
    [tenantId, holderId, channel, new Date(nowMs)],
  );
}
