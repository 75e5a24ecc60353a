import type { Tx } from '../../../platform/database/database.ts';
import { foldLoginName } from '../../access/public.ts';
import type { ContactChannel, Place } from './contact.store.ts';

const iso = (ms: number) => new Date(ms).toISOString();

type Login = Place & { readonly webAccountId: bigint };

/** A name that opens a login. */
export type NameOfLogin = { readonly kind: string; readonly name: string };

type OtherName = {
  readonly web_account_id: bigint;
  readonly holder_id: bigint;
  readonly kind: string;
  readonly is_reserved: boolean;
  readonly email: string;
  readonly mobile: string;
};

const OF_ANOTHER = `
SELECT n.web_account_id, w.holder_id, n.kind, n.reserved_until IS NOT NULL AS is_reserved, h.email, h.mobile
  FROM login_name n
  JOIN web_account w ON w.tenant_id = n.tenant_id AND w.id = n.web_account_id
  JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
 WHERE n.tenant_id = $1 AND n.brand_id = $2 AND n.name = $3 AND n.web_account_id IS DISTINCT FROM $4::bigint`;

/**
 * A contact is a login name once it is on record, or while an undo may restore it (docs/areas/contacts.md, "An
 * unproved contact is a sign-in name until someone proves it").
 */
function isUnproved(row: OtherName, name: string): boolean {
  const isContact = row.kind === 'email' || row.kind === 'mobile' || name.includes('@');
  return isContact && !row.is_reserved && ![row.email, row.mobile].some((contact) => foldLoginName(contact) === name);
}

/** Whether a folded name is another login's of the brand by right, or reserved for it. */
export async function isNameOfAnother(
  tx: Tx,
  { tenantId, brandId }: Place,
  name: string,
  /** Null if the login is not made yet. */
  webAccountId: bigint | null,
): Promise<boolean> {
  const row = await tx.first<OtherName>(OF_ANOTHER, [tenantId, brandId, name, webAccountId]);
  return row !== undefined && !isUnproved(row, name);
}

/**
 * Takes an unproved contact from the login that uses it as a name, for a person who has proved it. That login then
 * shows another of its names. Returns the former owner; undefined: no login used it.
 */
export async function dropUnprovedName(
  tx: Tx,
  { tenantId, brandId }: Place,
  name: string,
  webAccountId: bigint | null,
): Promise<{ readonly webAccountId: bigint; readonly holderId: bigint } | undefined> {
  const values = [tenantId, brandId, name, webAccountId];
  // Locked with its person, so that a proof of theirs at the same moment counts.
  const row = await tx.first<OtherName>(`${OF_ANOTHER} FOR NO KEY UPDATE OF n, h`, values);
  if (!row || !isUnproved(row, name)) return undefined;
  await tx.run('DELETE FROM login_name WHERE tenant_id = $1 AND brand_id = $2 AND name = $3', values.slice(0, 3));
  await tx.run(
    `UPDATE web_account SET username = coalesce(
       (SELECT name FROM login_name WHERE tenant_id = $1 AND web_account_id = $2 AND reserved_until IS NULL
         ORDER BY array_position(ARRAY['username', 'account', 'nominee', 'email', 'mobile'], kind), name LIMIT 1), username)
      WHERE tenant_id = $1 AND id = $2 AND lower(username) = $3`,
    [tenantId, row.web_account_id, name],
  );
  return { webAccountId: row.web_account_id, holderId: row.holder_id };
}

/** The names that a change of a contact may take from a login: the contact, and a name that its user chose. */
export function listNames(
  tx: Tx,
  { tenantId, webAccountId }: Login,
  channel: ContactChannel,
): Promise<readonly NameOfLogin[]> {
  return tx.query<NameOfLogin>(
    `SELECT kind, name FROM login_name
      WHERE tenant_id = $1 AND web_account_id = $2 AND kind IN ($3, 'username') AND reserved_until IS NULL
      ORDER BY kind, name`,
    [tenantId, webAccountId, channel],
  );
}

/** Gives a login a name. False, without a change, where it is another login's or reserved for it. */
async function giveName(tx: Tx, { tenantId, brandId, webAccountId }: Login, { kind, name }: NameOfLogin) {
  const given = await tx.run(
    `INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (brand_id, name) DO UPDATE SET kind = excluded.kind, reserved_until = NULL
       WHERE login_name.web_account_id = $5`,
    [tenantId, brandId, name, kind, webAccountId],
  );
  return given === 1;
}

export type Renaming = {
  readonly channel: ContactChannel;
  /** Folded. */
  readonly from: string;
  readonly to: string;
  /** End of the time in which an undo may restore the old name. Security time. */
  readonly reservedUntil: number;
};

/**
 * Renames the sign-in name of a contact and reserves the old one. False, without a change, where another login has
 * taken the new one meanwhile.
 */
export async function renameLogin(
  tx: Tx,
  login: Login,
  { channel, from, to, reservedUntil }: Renaming,
): Promise<boolean> {
  if (from === to) return true;
  const { tenantId, webAccountId } = login;
  // The first contact of its kind is a name, as one that an activation enters is.
  const named =
    from === '' ||
    (await tx.first(
      `SELECT FROM login_name
      WHERE tenant_id = $1 AND web_account_id = $2 AND kind = $3 AND name = $4 AND reserved_until IS NULL`,
      [tenantId, webAccountId, channel, from],
    ));
  if (!named) return true;
  if (!(await giveName(tx, login, { kind: channel, name: to }))) return false;
  await tx.run('UPDATE login_name SET reserved_until = $4 WHERE tenant_id = $1 AND web_account_id = $2 AND name = $3', [
    tenantId,
    webAccountId,
    from,
    iso(reservedUntil),
  ]);
  return true;
}

export async function saveUsername(tx: Tx, { tenantId, webAccountId }: Login, username: string): Promise<void> {
  await tx.run('UPDATE web_account SET username = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    webAccountId,
    username,
  ]);
}

/**
 * Sets a chosen name. False if it opens another login. The previous one is free again, or reserved while a change of
 * contact can be undone that would restore it.
 */
export async function chooseUsername(
  tx: Tx,
  login: Login,
  name: string,
  reservedUntil: number | null,
): Promise<boolean> {
  const { tenantId, webAccountId } = login;
  if (!(await giveName(tx, login, { kind: 'username', name }))) return false;
  const others = `tenant_id = $1 AND web_account_id = $2 AND kind = 'username' AND name <> $3 AND reserved_until IS NULL`;
  if (reservedUntil === null) {
    await tx.run(`DELETE FROM login_name WHERE ${others}`, [tenantId, webAccountId, name]);
  } else {
    await tx.run(`UPDATE login_name SET reserved_until = $4 WHERE ${others}`, [
      tenantId,
      webAccountId,
      name,
      iso(reservedUntil),
    ]);
  }
  await saveUsername(tx, login, name);
  return true;
}

export type OldNames = {
  readonly channel: ContactChannel;
  readonly names: readonly NameOfLogin[];
  readonly username: string;
  /** Username, folded as the names are. */
  readonly foldedUsername: string;
};

/** Restores the names that a login had before a change of contact, and removes newer ones. */
export async function restoreNames(
  tx: Tx,
  login: Login,
  { channel, names, username, foldedUsername }: OldNames,
): Promise<void> {
  const { tenantId, webAccountId } = login;
  for (const name of names) await giveName(tx, login, name);
  // Reserved names of the contact belong to later changes, which end. Chosen ones may belong to another undo.
  await tx.run(
    `DELETE FROM login_name
      WHERE tenant_id = $1 AND web_account_id = $2 AND name <> ALL ($4::text[])
        AND (kind = $3 OR (kind = 'username' AND reserved_until IS NULL))`,
    [tenantId, webAccountId, channel, names.map(({ name }) => name)],
  );
  await tx.run(
    `UPDATE web_account w SET username = $3
      WHERE w.tenant_id = $1 AND w.id = $2 AND EXISTS
        (SELECT FROM login_name n
          WHERE n.tenant_id = $1 AND n.web_account_id = $2 AND n.name = $4 AND n.reserved_until IS NULL)`,
    [tenantId, webAccountId, username, foldedUsername],
  );
}

/** Deletes some names whose reservation has expired. Security time. */
export function deleteReserved(tx: Tx, tenantId: number, nowMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM login_name WHERE tenant_id = $1 AND ctid = ANY
       (ARRAY(SELECT ctid FROM login_name WHERE tenant_id = $1 AND reserved_until <= $2
         ORDER BY reserved_until LIMIT $3 FOR UPDATE SKIP LOCKED))`,
    [tenantId, iso(nowMs), limit],
  );
}
