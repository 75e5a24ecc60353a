import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database/database.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type DisputeRow = {
  readonly taken_at: string | null;
  readonly won_at: string | null;
};

type Heard = {
  readonly tenantId: number;
  readonly id: string;
  readonly chargeId: string;
  readonly amount: Cents | undefined;
  /** Business time in ms. */
  readonly atMs: number;
};

const HEAR = `
INSERT INTO gateway_dispute AS d (tenant_id, id, charge_id, amount, heard_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, id) DO UPDATE SET amount = coalesce(excluded.amount, d.amount)
RETURNING taken_at, won_at`;

/** Keeps a dispute or a question of the bank of a card, once, and returns how far it is. */
export async function hearDispute(tx: Tx, { tenantId, id, chargeId, amount, atMs }: Heard): Promise<DisputeRow> {
  const row = await tx.first<DisputeRow>(HEAR, [tenantId, id, chargeId, amount ?? null, iso(atMs)]);
  if (!row) throw new Error('a dispute was not kept');
  return row;
}

type Moved = { readonly transferId: bigint; readonly atMs: number };

/** Records that a dispute took the money of its charge. */
export function saveTaken(tx: Tx, tenantId: number, id: string, { transferId, atMs }: Moved): void {
  tx.later('UPDATE gateway_dispute SET taken_at = $3, taken_transfer_id = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(atMs),
    transferId,
  ]);
}

/** Records that the money of a dispute came back. */
export function saveDisputeWon(tx: Tx, tenantId: number, id: string, { transferId, atMs }: Moved): void {
  tx.later('UPDATE gateway_dispute SET won_at = $3, won_transfer_id = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(atMs),
    transferId,
  ]);
}

const STANDING = `
SELECT id FROM gateway_dispute
 WHERE tenant_id = $1 AND charge_id = $2 AND taken_at IS NOT NULL AND won_at IS NULL ORDER BY taken_at DESC, id LIMIT 1`;

/** Dispute that holds the money of a charge; undefined: none, or one of an earlier release, which kept no disputes. */
export async function findStanding(tx: Tx, tenantId: number, chargeId: string): Promise<string | undefined> {
  return (await tx.first<{ id: string }>(STANDING, [tenantId, chargeId]))?.id;
}

/** Records that a dispute or question is over. Business time. */
export async function closeDispute(tx: Tx, tenantId: number, id: string, atMs: number): Promise<void> {
  await tx.run('UPDATE gateway_dispute SET closed_at = $3 WHERE tenant_id = $1 AND id = $2 AND closed_at IS NULL', [
    tenantId,
    id,
    iso(atMs),
  ]);
}

/** Keeps a warning of fraud. False if it is known. */
export async function keepWarning(
  tx: Tx,
  tenantId: number,
  warning: { readonly id: string; readonly chargeId: string; readonly word: string; readonly atMs: number },
): Promise<boolean> {
  const { id, chargeId, word, atMs } = warning;
  const sql = `
    INSERT INTO gateway_warning (tenant_id, id, charge_id, word, heard_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (tenant_id, id) DO NOTHING`;
  return (await tx.run(sql, [tenantId, id, chargeId, word.slice(0, 60), iso(atMs)])) === 1;
}

export type CaseRow = {
  readonly id: string;
  readonly state: string;
  readonly charge_id: string;
  readonly charged: Cents;
  /** As the gateway says. */
  readonly disputed: Cents | null;
  readonly card_ending: string;
  readonly card_funding: string | null;
  readonly card_country: string | null;
  readonly purpose: string;
  readonly subject: string;
  readonly account_number: string | null;
  readonly word: string;
  readonly heard_at: string;
  /** End of the hold that a warning put on what the charge has loaded; null: it holds nothing now. */
  readonly kept_until: string | null;
};

const CASES = `
SELECT k.id, k.state, k.charge_id, c.amount AS charged, k.disputed, c.card_ending, c.card_funding, c.card_country,
       p.purpose, p.subject, a.account_number, k.word, k.heard_at,
       CASE WHEN k.state = 'fraudWarning' AND c.kept_until > $3 THEN c.kept_until END AS kept_until
  FROM (SELECT d.id, d.charge_id, d.amount AS disputed, d.heard_at, '' AS word,
               CASE WHEN d.won_at IS NOT NULL THEN 'won'
                    WHEN d.taken_at IS NOT NULL AND d.closed_at IS NOT NULL THEN 'lost'
                    WHEN d.taken_at IS NOT NULL THEN 'disputed'
                    WHEN d.closed_at IS NOT NULL THEN 'closed' ELSE 'inquiry' END AS state
          FROM gateway_dispute d WHERE d.tenant_id = $1
         UNION ALL
        SELECT w.id, w.charge_id, NULL, w.heard_at, w.word, 'fraudWarning' FROM gateway_warning w WHERE w.tenant_id = $1) k
  JOIN gateway_charge c ON c.tenant_id = $1 AND c.id = k.charge_id
  JOIN gateway_payment p ON p.tenant_id = $1 AND p.id = c.payment_id
  LEFT JOIN member_account a ON a.tenant_id = $1 AND a.id = c.member_account_id
 ORDER BY k.heard_at DESC, k.id LIMIT $2`;

/** Disputes, questions and warnings of fraud, the newest first. */
export function listCases(tx: Tx, tenantId: number, nowMs: number, most: number): Promise<CaseRow[]> {
  return tx.query(CASES, [tenantId, most, iso(nowMs)]);
}

/** Entry of a chargeback, and the account that it was taken from. */
export type TakenEntry = {
  readonly ledger_account_id: bigint;
  readonly amount: Cents;
  /** Null: an account of the programme. */
  readonly member_account_id: bigint | null;
  readonly is_closed: boolean;
  readonly language: Language;
};

// The first transfer of a payment has its key; the others have it with a number behind.
const TAKEN = `
SELECT t.debit_account_id AS ledger_account_id, t.amount, m.id AS member_account_id,
       coalesce(m.is_closed, false) AS is_closed, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language
  FROM transfer f
  JOIN transfer t ON t.tenant_id = f.tenant_id AND (t.id = f.id OR t.key LIKE f.key || ':%')
  LEFT JOIN member_account m ON m.tenant_id = t.tenant_id AND m.ledger_account_id = t.debit_account_id
  LEFT JOIN holder h ON h.tenant_id = m.tenant_id AND h.id = m.primary_holder_id
 WHERE f.tenant_id = $1 AND f.id = $2 AND t.credit_account_id = $3 ORDER BY t.id`;

// What went back for other disputes of the account is of the same write-offs. The first transfer of a payment has its
// key; the others have it with a number behind.
const WRITTEN_OFF = `
WITH dispute AS (
  SELECT d.taken_transfer_id, d.won_transfer_id
    FROM gateway_charge c JOIN gateway_dispute d ON d.tenant_id = c.tenant_id AND d.charge_id = c.id
   WHERE c.tenant_id = $1 AND c.member_account_id = $2 AND d.taken_transfer_id IS NOT NULL),
credit AS (
  SELECT t.id, t.amount FROM transfer t JOIN member_account m ON m.tenant_id = t.tenant_id AND m.id = $2
   WHERE t.tenant_id = $1 AND t.credit_account_id = m.ledger_account_id AND t.debit_account_id = $4),
back AS (
  SELECT t.amount FROM dispute d JOIN transfer f ON f.tenant_id = $1 AND f.id = d.won_transfer_id
    JOIN transfer t ON t.tenant_id = $1 AND t.credit_account_id = $4 AND (t.id = f.id OR t.key LIKE f.key || ':%'))
SELECT greatest(0, least(
  (SELECT coalesce(sum(amount), 0) FROM credit WHERE id > $3),
  (SELECT coalesce(sum(amount), 0) FROM credit WHERE id > (SELECT least($3, min(taken_transfer_id)) FROM dispute))
    - (SELECT coalesce(sum(amount), 0) FROM back)))::bigint AS cents`;

/** Cents of an account that the programme has written off since a chargeback, and that no dispute has brought back. */
export async function sumWrittenOff(
  tx: Tx,
  tenantId: number,
  since: { readonly memberAccountId: bigint; readonly transferId: bigint; readonly writtenOff: bigint },
): Promise<Cents> {
  const { memberAccountId, transferId, writtenOff } = since;
  const row = await tx.first<{ cents: bigint }>(WRITTEN_OFF, [tenantId, memberAccountId, transferId, writtenOff]);
  return row?.cents ?? 0n;
}

/** Primary holder of an account that is open; undefined: it has none, or has closed. */
export function findLoadedHolder(tx: Tx, tenantId: number, memberAccountId: bigint) {
  return tx.first<{ readonly brand_id: number; readonly holder_id: bigint }>(
    `SELECT brand_id, primary_holder_id AS holder_id FROM member_account
      WHERE tenant_id = $1 AND id = $2 AND NOT is_closed AND primary_holder_id IS NOT NULL`,
    [tenantId, memberAccountId],
  );
}

/** Entries of a chargeback by its first transfer. */
export function listTaken(tx: Tx, tenantId: number, transferId: bigint, gateway: bigint): Promise<TakenEntry[]> {
  return tx.query(TAKEN, [tenantId, transferId, gateway]);
}
