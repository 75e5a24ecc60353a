import type { Tx } from '../../../platform/database/database.ts';
import type { SealedSecret } from './second-factor.store.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type NewEnrolment = {
  readonly id: string;
  readonly staffId: bigint;
  readonly tokenHash: Buffer;
  readonly secret: SealedSecret;
  readonly passkey: { readonly challenge: Buffer; readonly rpId: string } | undefined;
  readonly endsAtMs: number;
};

/** Begins an enrolment; one that was begun before ends. */
export async function addEnrolment(tx: Tx, tenantId: number, enrolment: NewEnrolment): Promise<void> {
  const { id, staffId, tokenHash, secret, passkey, endsAtMs } = enrolment;
  await tx.run('DELETE FROM staff_enrolment WHERE tenant_id = $1 AND staff_id = $2', [tenantId, staffId]);
  await tx.run(
    `INSERT INTO staff_enrolment (id, tenant_id, staff_id, token_hash, secret_cipher, key_version, challenge, rp_id, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      tenantId,
      staffId,
      tokenHash,
      secret.secret_cipher,
      secret.key_version,
      passkey?.challenge ?? null,
      passkey?.rpId ?? null,
      iso(endsAtMs),
    ],
  );
}

export type EnrolmentRow = SealedSecret & {
  readonly id: string;
  readonly staff_id: bigint;
  readonly staff_name: string;
  readonly password_hash: string | null;
  readonly set_up_ends_at: string | null;
  readonly challenge: Buffer | null;
  readonly rp_id: string | null;
  readonly wrong_codes: number;
};

/** An enrolment that is open, with its member; both are locked. */
export function lockEnrolment(
  tx: Tx,
  tenantId: number,
  asked: { readonly id: string; readonly tokenHash: Buffer; readonly nowMs: number },
): Promise<EnrolmentRow | undefined> {
  return tx.first<EnrolmentRow>(
    `SELECT e.id, e.staff_id, e.secret_cipher, e.key_version, e.challenge, e.rp_id, e.wrong_codes, m.name AS staff_name,
            m.password_hash, m.set_up_ends_at
       FROM staff_enrolment e JOIN staff m ON m.tenant_id = e.tenant_id AND m.id = e.staff_id
      WHERE e.tenant_id = $1 AND e.id = $2 AND e.token_hash = $3 AND e.ends_at > $4 AND m.ended_at IS NULL
        FOR NO KEY UPDATE OF e, m`,
    [tenantId, asked.id, asked.tokenHash, iso(asked.nowMs)],
  );
}

export async function countWrongCode(tx: Tx, tenantId: number, id: string): Promise<void> {
  await tx.run('UPDATE staff_enrolment SET wrong_codes = wrong_codes + 1 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
  ]);
}

/** Ends what a member was setting up. */
export async function deleteEnrolments(tx: Tx, tenantId: number, staffId: bigint): Promise<void> {
  await tx.run('DELETE FROM staff_enrolment WHERE tenant_id = $1 AND staff_id = $2', [tenantId, staffId]);
}

/** Deletes some of the enrolments and challenges that ended before a moment. Answers how many. */
export async function deleteEndedProofs(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  const ended = [
    await tx.run(
      `DELETE FROM staff_enrolment WHERE tenant_id = $1 AND id = ANY
         (ARRAY(SELECT id FROM staff_enrolment WHERE tenant_id = $1 AND ends_at < $2 LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(beforeMs), limit],
    ),
    await tx.run(
      `DELETE FROM staff_challenge WHERE tenant_id = $1 AND challenge IN
         (SELECT challenge FROM staff_challenge WHERE tenant_id = $1 AND ends_at < $2 LIMIT $3)`,
      [tenantId, iso(beforeMs), limit],
    ),
  ];
  return Math.max(...ended);
}
