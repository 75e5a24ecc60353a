import type { Tx } from '../../platform/database/database.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type Question = { readonly question: number | null; readonly hash: string | null };
type Times = { readonly nowMs: number; readonly keptMs: number };

const IS_KEPT = 'question_changed_at IS NOT NULL AND question_changed_at > $5::timestamptz';

/**
 * Sets a security question. A reset goes on asking the former one until the new one is as old as `keptMs`; of several
 * changes in that time the first one's former question is kept. A person without one is asked the new one straight
 * away. Security time.
 */
export async function saveQuestion(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
  { question, hash }: Question,
  { nowMs, keptMs }: Times,
): Promise<void> {
  await tx.run(
    `UPDATE holder
        SET former_question = CASE WHEN ${IS_KEPT} THEN former_question ELSE security_question END,
            former_answer_hash = CASE WHEN ${IS_KEPT} THEN former_answer_hash ELSE security_answer_hash END,
            question_changed_at = CASE WHEN ${IS_KEPT} THEN question_changed_at WHEN security_question IS NOT NULL THEN $6::timestamptz END,
            security_question = $3, security_answer_hash = $4
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, holderId, question, hash, iso(nowMs - keptMs), iso(nowMs)],
  );
}

/** The security question that counts: a former one as long as the new one is younger than `keptMs`. */
export async function readQuestionThatCounts(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
  { nowMs, keptMs }: Times,
): Promise<Question> {
  const row = await tx.first<Question>(
    `SELECT CASE WHEN question_changed_at > $3 THEN former_question ELSE security_question END AS question,
            CASE WHEN question_changed_at > $3 THEN former_answer_hash ELSE security_answer_hash END AS hash
       FROM holder WHERE tenant_id = $1 AND id = $2`,
    [tenantId, holderId, iso(nowMs - keptMs)],
  );
  return row ?? { question: null, hash: null };
}

/** Restores the former question for a person who has answered it; the newer one is dropped. */
export async function keepQuestionThatCounts(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
  { nowMs, keptMs }: Times,
): Promise<void> {
  await tx.run(
    `UPDATE holder SET security_question = former_question, security_answer_hash = former_answer_hash,
            former_question = NULL, former_answer_hash = NULL, question_changed_at = NULL
      WHERE tenant_id = $1 AND id = $2 AND question_changed_at > $3`,
    [tenantId, holderId, iso(nowMs - keptMs)],
  );
}

/** Restores the former security question and forgets the newer one. */
export async function restoreQuestion(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
  { question, hash }: Question,
): Promise<void> {
  await tx.run(
    `UPDATE holder SET security_question = $3, security_answer_hash = $4, former_question = NULL,
            former_answer_hash = NULL, question_changed_at = NULL
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, holderId, question, hash],
  );
}
