import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type StoredQuestion = {
  readonly id: string;
  readonly question: Readonly<Partial<Record<Language, string>>>;
  readonly choices: readonly string[] | null;
  readonly answer_hash: string;
};

/** The questions that the programme has given with a card. */
export function listQuestions(tx: Tx, tenantId: number, cardId: bigint): Promise<StoredQuestion[]> {
  return tx.query<StoredQuestion>(
    'SELECT id, question, choices, answer_hash FROM identity_question WHERE tenant_id = $1 AND card_id = $2 ORDER BY position',
    [tenantId, cardId],
  );
}

export type NewQuestion = {
  readonly id: string;
  readonly tenantId: number;
  readonly cardId: bigint;
  /** From 1 to 5. */
  readonly position: number;
  readonly question: Readonly<Partial<Record<Language, string>>>;
  readonly choices: readonly string[] | null;
  /** Argon2id of the folded answer. */
  readonly answerHash: string;
};

export async function insertQuestion(tx: Tx, given: NewQuestion): Promise<void> {
  await tx.run(
    `INSERT INTO identity_question (id, tenant_id, card_id, position, question, choices, answer_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      given.id,
      given.tenantId,
      given.cardId,
      given.position,
      JSON.stringify(given.question),
      given.choices,
      given.answerHash,
    ],
  );
}

export type KnownHistory = {
  readonly suburb: string | null;
  readonly joined_at: string | null;
  readonly last_purchase: string | null;
};

/** History of a card's holder: suburb, year of joining, merchant of the last purchase. */
export function readHistory(tx: Tx, tenantId: number, cardId: bigint): Promise<KnownHistory | undefined> {
  return tx.first<KnownHistory>(
    `SELECT h.address ->> 'Suburb' AS suburb,
            (SELECT min(w.created_at) FROM web_account w WHERE w.tenant_id = h.tenant_id AND w.holder_id = h.id) AS joined_at,
            (SELECT d.description FROM transaction_detail d
              WHERE d.tenant_id = c.tenant_id AND d.ledger_account_id = m.ledger_account_id AND d.kind = 'purchase'
              ORDER BY d.seq DESC LIMIT 1) AS last_purchase
       FROM card c
       JOIN member_account m ON m.tenant_id = c.tenant_id AND m.id = c.member_account_id
       LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = coalesce(c.holder_id, m.primary_holder_id)
      WHERE c.tenant_id = $1 AND c.id = $2`,
    [tenantId, cardId],
  );
}

/** The card of a login that questions are about: one that comes with questions, else the newest. */
export async function findCardOfLogin(tx: Tx, tenantId: number, webAccountId: bigint): Promise<bigint | undefined> {
  const row = await tx.first<{ id: bigint }>(
    `SELECT c.id
       FROM web_account w
       JOIN card c ON c.tenant_id = w.tenant_id AND c.holder_id = w.holder_id AND c.member_account_id = w.member_account_id
      WHERE w.tenant_id = $1 AND w.id = $2
      ORDER BY EXISTS (SELECT FROM identity_question q WHERE q.tenant_id = c.tenant_id AND q.card_id = c.id) DESC,
               c.created_at DESC, c.id DESC
      LIMIT 1`,
    [tenantId, webAccountId],
  );
  return row?.id;
}
