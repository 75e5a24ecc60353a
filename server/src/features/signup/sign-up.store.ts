import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type ContactsForCode, contactsForCodeIn } from '../contact-marks/public.ts';
import type { SignUpFacts } from './sign-up.states.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type Place = { readonly tenantId: number; readonly brandId: number };

export type SignUpRow = SignUpFacts & {
  readonly id: string;
  readonly subjectHash: Buffer;
  /** Null if no code was sent. */
  readonly memberAccountId: bigint | null;
  readonly codeHash: string | null;
};

type Row = {
  id: string;
  subject_hash: Buffer;
  member_account_id: bigint | null;
  code_hash: string | null;
  wrong_codes: number;
  created_at: string;
  ends_at: string;
  is_proved: boolean;
  is_made: boolean;
};

/** The sign-up of a token at a brand, locked until the transaction ends. */
export async function lockSignUp(
  tx: Tx,
  { tenantId, brandId }: Place,
  tokenHash: Buffer,
): Promise<SignUpRow | undefined> {
  const row = await tx.first<Row>(
    `SELECT id, subject_hash, member_account_id, code_hash, wrong_codes, created_at, ends_at,
            proved_at IS NOT NULL AS is_proved, made_at IS NOT NULL AS is_made
       FROM sign_up WHERE tenant_id = $1 AND brand_id = $2 AND token_hash = $3 FOR NO KEY UPDATE`,
    [tenantId, brandId, tokenHash],
  );
  return (
    row && {
      id: row.id,
      subjectHash: row.subject_hash,
      memberAccountId: row.member_account_id,
      codeHash: row.code_hash,
      wrongCodes: row.wrong_codes,
      createdAt: Date.parse(row.created_at),
      endsAt: Date.parse(row.ends_at),
      isProved: row.is_proved,
      isMade: row.is_made,
    }
  );
}

/**
 * Times since `sinceMs` at which codes for a number were requested, the oldest first. Requests for one number wait for
 * each other until the transaction ends.
 */
export async function lockCodesOf(
  tx: Tx,
  tenantId: number,
  subjectHash: Buffer,
  sinceMs: number,
): Promise<readonly number[]> {
  await tx.first('SELECT pg_advisory_xact_lock($1)', [subjectHash.readBigInt64BE()]);
  const rows = await tx.query<{ created_at: string }>(
    `SELECT created_at FROM sign_up WHERE tenant_id = $1 AND subject_hash = $2 AND created_at > $3 ORDER BY created_at`,
    [tenantId, subjectHash, iso(sinceMs)],
  );
  return rows.map((row) => Date.parse(row.created_at));
}

export type NewSignUp = Place & {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly subjectHash: Buffer;
  readonly memberAccountId: bigint | null;
  readonly codeHash: string;
  readonly createdAt: number;
  readonly endsAt: number;
};

export async function addSignUp(tx: Tx, signUp: NewSignUp): Promise<void> {
  await tx.run(
    `INSERT INTO sign_up (id, tenant_id, brand_id, token_hash, subject_hash, member_account_id, code_hash, created_at,
                          ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      signUp.id,
      signUp.tenantId,
      signUp.brandId,
      signUp.tokenHash,
      signUp.subjectHash,
      signUp.memberAccountId,
      signUp.codeHash,
      iso(signUp.createdAt),
      iso(signUp.endsAt),
    ],
  );
}

export async function saveWrongSignUpCode(tx: Tx, tenantId: number, id: string): Promise<void> {
  await tx.run('UPDATE sign_up SET wrong_codes = wrong_codes + 1 WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}

export async function saveSignUpProved(tx: Tx, tenantId: number, id: string, nowMs: number): Promise<void> {
  await tx.run('UPDATE sign_up SET proved_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, iso(nowMs)]);
}

export async function saveSignUpMade(tx: Tx, tenantId: number, id: string, nowMs: number): Promise<void> {
  await tx.run('UPDATE sign_up SET made_at = $3, code_hash = NULL WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(nowMs),
  ]);
}

/** Deletes some sign-ups that ended before a moment, and returns their number. */
export function deleteEndedSignUps(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM sign_up WHERE tenant_id = $1 AND id = ANY
       (ARRAY(SELECT id FROM sign_up WHERE tenant_id = $1 AND ends_at < $2 ORDER BY ends_at LIMIT $3 FOR UPDATE SKIP LOCKED))`,
    [tenantId, iso(beforeMs), limit],
  );
}

export type MemberToSignUp = ContactsForCode & {
  readonly id: bigint;
  readonly account_number: string;
  /** False if it is closed or its holder has died. */
  readonly is_current: boolean;
  readonly holder_id: bigint;
  /** Whether the account or its holder has one. */
  readonly has_login: boolean;
  readonly first_name: string;
  readonly language: Language;
};

const MEMBER = `
SELECT m.id, m.account_number, NOT m.is_closed AND h.died_on IS NULL AS is_current, h.id AS holder_id, h.first_name,
       h.language, ${contactsForCodeIn('h')},
       EXISTS (SELECT FROM web_account w
                WHERE w.tenant_id = m.tenant_id
                  AND (w.holder_id = h.id OR w.member_account_id = m.id AND w.role = 'primary')) AS has_login
  FROM member_account m
  JOIN holder h ON h.tenant_id = m.tenant_id AND h.id = m.primary_holder_id
 WHERE m.tenant_id = $1 AND m.brand_id = $2 AND m.account_number = $3`;

/** The account of a number in a brand; undefined if there is none with a holder. */
export function findMember(tx: Tx, place: Place, number: string): Promise<MemberToSignUp | undefined> {
  return tx.first<MemberToSignUp>(MEMBER, [place.tenantId, place.brandId, number]);
}

/**
 * The same with holder and account locked, in the order of an activation, so that sign-ups and activations of one
 * holder make one login. Undefined also where the account has just got another holder.
 */
export async function lockMember(tx: Tx, place: Place, number: string): Promise<MemberToSignUp | undefined> {
  const values = [place.tenantId, place.brandId, number];
  const holder = await tx.first<{ id: bigint }>(
    `SELECT id FROM holder WHERE tenant_id = $1 AND id =
       (SELECT primary_holder_id FROM member_account WHERE tenant_id = $1 AND brand_id = $2 AND account_number = $3)
        FOR NO KEY UPDATE`,
    values,
  );
  await tx.run(
    `SELECT FROM member_account WHERE tenant_id = $1 AND brand_id = $2 AND account_number = $3 FOR NO KEY UPDATE`,
    values,
  );
  const member = await findMember(tx, place, number);
  return member?.holder_id === holder?.id ? member : undefined;
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
  /** Business time. */
  readonly nowMs: number;
  /** Security time: the password counts as one that was reset then. */
  readonly resetAtMs: number;
};

/** Writes a login with its names. Undefined if a name was taken meanwhile. */
export async function insertLogin(tx: Tx, { tenantId, brandId }: Place, login: NewLogin): Promise<bigint | undefined> {
  const row = await tx.first<{ id: bigint }>(
    `INSERT INTO web_account (tenant_id, brand_id, holder_id, member_account_id, role, username, password_hash,
                              created_at, password_reset_at)
     VALUES ($1, $2, $3, $4, 'primary', $5, $6, $7, $8) RETURNING id`,
    [
      tenantId,
      brandId,
      login.holderId,
      login.memberAccountId,
      login.username,
      login.passwordHash,
      iso(login.nowMs),
      iso(login.resetAtMs),
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
