import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type ContactsForCode, contactsForCodeIn } from '../contact-marks/public.ts';
import type { ResetState } from './reset.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type Place = { readonly tenantId: number; readonly brandId: number };

export type ResetRow = ResetState & {
  readonly id: string;
  /** Null if the name is unknown. */
  readonly webAccountId: bigint | null;
  readonly subjectHash: Buffer;
  readonly wrongTries: number;
  readonly codeHash: string | null;
  readonly codeSentAt: number | null;
  readonly codesSent: number;
  readonly wrongCodes: number;
};

type Row = {
  id: string;
  way: 'link' | 'account';
  web_account_id: bigint | null;
  subject_hash: Buffer;
  ends_at: string;
  wrong_tries: number;
  is_answered: boolean;
  is_by_backup_token: boolean;
  code_hash: string | null;
  code_sent_at: string | null;
  codes_sent: number;
  wrong_codes: number;
  is_code_proved: boolean;
  is_identity_proved: boolean;
  is_over: boolean;
  is_session_over: boolean;
};

const COLUMNS = `
SELECT r.id, r.way, r.web_account_id, r.subject_hash, r.ends_at, r.wrong_tries,
       r.answered_at IS NOT NULL AS is_answered, r.backup_token_id IS NOT NULL AS is_by_backup_token,
       r.code_hash, r.code_sent_at, r.codes_sent, r.wrong_codes,
       r.code_proved_at IS NOT NULL AS is_code_proved, r.identity_proved_at IS NOT NULL AS is_identity_proved,
       r.over_at IS NOT NULL AS is_over,
       r.session_id IS NOT NULL AND NOT EXISTS
         (SELECT FROM session s
           WHERE s.tenant_id = r.tenant_id AND s.id = r.session_id AND s.revoked_at IS NULL AND s.ends_at > $1)
         AS is_session_over
  FROM password_reset r`;

function toReset(row: Row): ResetRow {
  return {
    id: row.id,
    way: row.way,
    webAccountId: row.web_account_id,
    subjectHash: row.subject_hash,
    endsAt: Date.parse(row.ends_at),
    wrongTries: row.wrong_tries,
    isAnswered: row.is_answered,
    isByBackupToken: row.is_by_backup_token,
    codeHash: row.code_hash,
    codeSentAt: row.code_sent_at === null ? null : Date.parse(row.code_sent_at),
    codesSent: row.codes_sent,
    wrongCodes: row.wrong_codes,
    isCodeProved: row.is_code_proved,
    isIdentityProved: row.is_identity_proved,
    isOver: row.is_over,
    isSessionOver: row.is_session_over,
  };
}

/**
 * The reset of a token at a brand, locked until the transaction ends. Security time. All resets of its subject are
 * locked with it: setting a password ends the others, so two resets that lock only themselves would deadlock.
 */
export async function lockReset(
  tx: Tx,
  { tenantId, brandId }: Place,
  tokenHash: Buffer,
  nowMs: number,
): Promise<ResetRow | undefined> {
  const of = await tx.first<{ subject_hash: Buffer }>(
    'SELECT subject_hash FROM password_reset WHERE tenant_id = $1 AND brand_id = $2 AND token_hash = $3',
    [tenantId, brandId, tokenHash],
  );
  if (!of) return undefined;
  await lockSubject(tx, of.subject_hash);
  const row = await tx.first<Row>(
    `${COLUMNS} WHERE r.tenant_id = $2 AND r.brand_id = $3 AND r.token_hash = $4 FOR NO KEY UPDATE OF r`,
    [iso(nowMs), tenantId, brandId, tokenHash],
  );
  return row && toReset(row);
}

/** The newest reset of a session. */
export async function findResetOfSession(
  tx: Tx,
  { tenantId, id }: { readonly tenantId: number; readonly id: string },
  nowMs: number,
): Promise<ResetRow | undefined> {
  const row = await tx.first<Row>(
    `${COLUMNS} WHERE r.tenant_id = $2 AND r.session_id = $3 ORDER BY r.created_at DESC LIMIT 1`,
    [iso(nowMs), tenantId, id],
  );
  return row && toReset(row);
}

/** Serialises the requests for one subject. */
export async function lockSubject(tx: Tx, subjectHash: Buffer): Promise<void> {
  await tx.first('SELECT pg_advisory_xact_lock($1)', [subjectHash.readBigInt64BE()]);
}

/** Number of resets by a way that were requested for a subject since a moment. */
export async function countResets(
  tx: Tx,
  tenantId: number,
  { subjectHash, way, sinceMs }: { subjectHash: Buffer; way: 'link' | 'account'; sinceMs: number },
): Promise<number> {
  const row = await tx.first<{ made: bigint }>(
    `SELECT count(*) AS made FROM password_reset
      WHERE tenant_id = $1 AND subject_hash = $2 AND way = $3 AND created_at > $4`,
    [tenantId, subjectHash, way, iso(sinceMs)],
  );
  return Number(row?.made ?? 0n);
}

export type NewReset = Place & {
  readonly id: string;
  readonly way: 'link' | 'account';
  readonly tokenHash: Buffer;
  readonly subjectHash: Buffer;
  readonly webAccountId: bigint | null;
  readonly sessionId: string | null;
  readonly createdAt: number;
  readonly endsAt: number;
};

export async function addReset(tx: Tx, reset: NewReset): Promise<void> {
  await tx.run(
    `INSERT INTO password_reset (id, tenant_id, brand_id, way, token_hash, subject_hash, web_account_id, session_id,
                                 created_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      reset.id,
      reset.tenantId,
      reset.brandId,
      reset.way,
      reset.tokenHash,
      reset.subjectHash,
      reset.webAccountId,
      reset.sessionId,
      iso(reset.createdAt),
      iso(reset.endsAt),
    ],
  );
}

/** Counts a wrong answer or backup token, and ends the reset with the last try. */
export async function saveWrongTry(
  tx: Tx,
  tenantId: number,
  id: string,
  { nowMs, most }: { readonly nowMs: number; readonly most: number },
): Promise<void> {
  await tx.run(
    `UPDATE password_reset SET wrong_tries = wrong_tries + 1,
            over_at = CASE WHEN wrong_tries + 1 >= $3 THEN $4::timestamptz ELSE over_at END
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, most, iso(nowMs)],
  );
}

export async function saveAnswered(tx: Tx, tenantId: number, id: string, nowMs: number): Promise<void> {
  await tx.run('UPDATE password_reset SET answered_at = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(nowMs),
  ]);
}

export async function saveByBackupToken(tx: Tx, tenantId: number, id: string, backupTokenId: string): Promise<void> {
  await tx.run('UPDATE password_reset SET backup_token_id = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    backupTokenId,
  ]);
}

/** Saves a new code. The previous one becomes invalid. */
export async function saveCode(tx: Tx, tenantId: number, id: string, hash: string, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE password_reset SET code_hash = $3, code_sent_at = $4, codes_sent = codes_sent + 1, wrong_codes = 0
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, hash, iso(nowMs)],
  );
}

export async function saveWrongCode(tx: Tx, tenantId: number, id: string): Promise<void> {
  await tx.run('UPDATE password_reset SET wrong_codes = wrong_codes + 1 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
  ]);
}

export async function saveCodeProved(tx: Tx, tenantId: number, id: string, nowMs: number): Promise<void> {
  await tx.run('UPDATE password_reset SET code_proved_at = $3, code_hash = NULL WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(nowMs),
  ]);
}

export async function saveIdentityOfReset(tx: Tx, tenantId: number, id: string, nowMs: number): Promise<void> {
  await tx.run('UPDATE password_reset SET identity_proved_at = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(nowMs),
  ]);
}

/** Ends every reset of a person after the password was set. */
export async function endResets(tx: Tx, tenantId: number, webAccountId: bigint, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE password_reset SET over_at = $3, code_hash = NULL
      WHERE tenant_id = $1 AND web_account_id = $2 AND over_at IS NULL`,
    [tenantId, webAccountId, iso(nowMs)],
  );
}

/** Deletes some resets and backup tokens that ended before a moment. Returns whether there may be more. */
export async function deleteEndedResets(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<boolean> {
  const deleted = [
    await tx.run(
      `DELETE FROM password_reset WHERE tenant_id = $1 AND id = ANY
         (ARRAY(SELECT id FROM password_reset WHERE tenant_id = $1 AND ends_at < $2 ORDER BY ends_at LIMIT $3
             FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(beforeMs), limit],
    ),
    await tx.run(
      `DELETE FROM backup_token WHERE tenant_id = $1 AND id = ANY
         (ARRAY(SELECT b.id FROM backup_token b
           WHERE b.tenant_id = $1 AND b.ends_at < $2
             AND NOT EXISTS (SELECT FROM password_reset r WHERE r.backup_token_id = b.id)
           ORDER BY b.ends_at LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(beforeMs), limit],
    ),
  ];
  return deleted.includes(limit);
}

export type ResetPerson = ContactsForCode & {
  readonly username: string;
  readonly holder_id: bigint;
  readonly security_question: number | null;
  readonly security_answer_hash: string | null;
  readonly first_name: string;
  readonly language: Language;
};

/** The person of a web account. */
export function readPerson(tx: Tx, tenantId: number, webAccountId: bigint | null): Promise<ResetPerson | undefined> {
  return tx.first<ResetPerson>(
    `SELECT w.username, h.id AS holder_id, h.security_question, h.security_answer_hash, h.first_name, h.language,
            ${contactsForCodeIn('h')}
       FROM web_account w
       JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
      WHERE w.tenant_id = $1 AND w.id = $2`,
    // No row has the id 0, so a reset without a person costs the same statement.
    [tenantId, webAccountId ?? 0n],
  );
}

/**
 * Records when a forgotten password was reset, in security time. If the clock of this server is behind, the time of
 * the last change of contact is recorded instead: an undo link of that change depends on which of the two came first.
 */
export async function savePasswordReset(tx: Tx, tenantId: number, webAccountId: bigint, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE web_account w
        SET password_reset_at = greatest($3::timestamptz, (
              SELECT max(c.proved_at) FROM contact_change c
               WHERE c.tenant_id = $1 AND c.web_account_id = w.id))
      WHERE w.tenant_id = $1 AND w.id = $2`,
    [tenantId, webAccountId, iso(nowMs)],
  );
}

export async function saveSecurityAnswer(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  { question, hash }: { readonly question: number; readonly hash: string },
): Promise<void> {
  await tx.run(
    `UPDATE holder SET security_question = $3, security_answer_hash = $4, former_question = NULL,
            former_answer_hash = NULL, question_changed_at = NULL
      WHERE tenant_id = $1 AND id = (SELECT holder_id FROM web_account WHERE tenant_id = $1 AND id = $2)`,
    [tenantId, webAccountId, question, hash],
  );
}

/** The brand of a web account. */
export async function readBrandId(tx: Tx, tenantId: number, webAccountId: bigint): Promise<number | undefined> {
  const sql = 'SELECT brand_id FROM web_account WHERE tenant_id = $1 AND id = $2';
  return (await tx.first<{ brand_id: number }>(sql, [tenantId, webAccountId]))?.brand_id;
}
