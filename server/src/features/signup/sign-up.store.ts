import type { Tx } from '../../platform/database.ts';

type Place = { readonly tenantId: number; readonly brandId: number };

export type MemberToSignUp = {
  readonly id: bigint;
  readonly account_number: string;
  readonly is_closed: boolean;
  /** Null: nobody owns the account yet. */
  readonly holder_id: bigint | null;
  readonly has_login: boolean;
  readonly email: string;
  readonly language: 'enAU' | 'zhCN';
};

const MEMBER = `
SELECT m.id, m.account_number, m.is_closed, m.primary_holder_id AS holder_id, coalesce(h.email, '') AS email,
       coalesce(h.language, 'enAU') AS language,
       EXISTS (SELECT FROM web_account w
                WHERE w.tenant_id = m.tenant_id AND w.member_account_id = m.id AND w.role = 'primary') AS has_login
  FROM member_account m
  LEFT JOIN holder h ON h.tenant_id = m.tenant_id AND h.id = m.primary_holder_id
 WHERE m.tenant_id = $1 AND m.brand_id = $2 AND m.account_number = $3`;

/** The account of a number in a brand. */
export function findMember(tx: Tx, place: Place, number: string): Promise<MemberToSignUp | undefined> {
  return tx.first<MemberToSignUp>(MEMBER, [place.tenantId, place.brandId, number]);
}

/** The same, locked: two sign-ups for one account make one login. */
export async function lockMember(tx: Tx, place: Place, number: string): Promise<MemberToSignUp | undefined> {
  const lock = `SELECT FROM member_account WHERE tenant_id = $1 AND brand_id = $2 AND account_number = $3
                FOR NO KEY UPDATE`;
  await tx.run(lock, [place.tenantId, place.brandId, number]);
  return findMember(tx, place, number);
}

export async function isNameFree(tx: Tx, place: Place, name: string): Promise<boolean> {
  const taken = await tx.first('SELECT 1 FROM login_name WHERE tenant_id = $1 AND brand_id = $2 AND name = $3', [
    place.tenantId,
    place.brandId,
    name,
  ]);
  return taken === undefined;
}

export type NewLogin = {
  readonly holderId: bigint;
  readonly memberAccountId: bigint;
  readonly username: string;
  readonly passwordHash: string;
  readonly names: readonly { readonly kind: 'email' | 'account' | 'username'; readonly name: string }[];
  readonly nowMs: number;
};

/** Writes a login with its names. False where a name has been taken meanwhile. */
export async function insertLogin(tx: Tx, { tenantId, brandId }: Place, login: NewLogin): Promise<bigint | undefined> {
  const row = await tx.first<{ id: bigint }>(
    `INSERT INTO web_account (tenant_id, brand_id, holder_id, member_account_id, role, username, password_hash, created_at)
     VALUES ($1, $2, $3, $4, 'primary', $5, $6, $7) RETURNING id`,
    [
      tenantId,
      brandId,
      login.holderId,
      login.memberAccountId,
      login.username,
      login.passwordHash,
      new Date(login.nowMs).toISOString(),
    ],
  );
  if (!row) throw new Error('no web account was inserted');
  for (const { kind, name } of login.names) {
    const added = await tx.first(
      `INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING name`,
      [tenantId, brandId, name, kind, row.id],
    );
    if (!added) return undefined;
  }
  return row.id;
}
