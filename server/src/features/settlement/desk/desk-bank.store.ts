import type { Tx } from '../../../platform/database/database.ts';
import { bankMethods, type PaymentMethods } from '../../payments/public.ts';

export type ShownFile = {
  readonly id: bigint;
  readonly name: string;
  readonly method: string;
  readonly day: string;
  readonly made_at: string;
  readonly sent_at: string | null;
  readonly answered_at: string | null;
  readonly state: string;
  readonly lines: number;
  readonly cents: bigint;
  readonly digest: string;
  /** An attempt to send it failed, so it may have arrived. */
  readonly is_unsure: boolean;
};

const FILES = `
SELECT id, name, method, value_date::text AS day, made_at, sent_at, answered_at, state, lines, cents, encode(digest, 'hex') AS digest,
       state = 'Made' AND tried_at IS NOT NULL AS is_unsure
  FROM bank_file WHERE tenant_id = $1 ORDER BY id DESC LIMIT $2`;

/** Files for the bank, newest first. */
export function listFiles(tx: Tx, tenantId: number, most: number): Promise<ShownFile[]> {
  return tx.query(FILES, [tenantId, most]);
}

export type ShownAnswer = {
  readonly id: bigint;
  readonly name: string;
  readonly kind: string;
  readonly state: string;
  readonly reason: string;
  readonly read_at: string;
  readonly lines: number;
  readonly cents: bigint;
  readonly open: number;
  readonly suspense: number;
};

const ANSWERS = `
SELECT a.id, a.name, a.kind, a.state, coalesce(a.reason, '') AS reason, a.read_at, a.lines, a.cents,
       (SELECT count(*)::int FROM bank_answer_line l WHERE l.bank_answer_id = a.id AND l.state = 'Open') AS open,
       (SELECT count(*)::int FROM bank_answer_line l WHERE l.bank_answer_id = a.id AND l.state = 'Suspense') AS suspense
  FROM bank_answer a WHERE a.tenant_id = $1 AND a.kind <> 'instant' ORDER BY a.id DESC LIMIT $2`;

/** Files of the bank, newest first. */
export function listAnswers(tx: Tx, tenantId: number, most: number): Promise<ShownAnswer[]> {
  return tx.query(ANSWERS, [tenantId, most]);
}

/** A file of the bank, without a lock. */
export function findAnswer(
  tx: Tx,
  tenantId: number,
  id: bigint,
): Promise<Pick<ShownAnswer, 'name' | 'state' | 'lines' | 'cents'> | undefined> {
  return tx.first('SELECT name, state, lines, cents FROM bank_answer WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}

export function lockAnswer(tx: Tx, tenantId: number, id: bigint): Promise<{ state: string } | undefined> {
  return tx.first('SELECT state FROM bank_answer WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, id]);
}

export async function takeWaiting(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  await tx.run("UPDATE bank_answer SET state = 'Taken' WHERE tenant_id = $1 AND id = $2", [tenantId, id]);
}

export type Compared = {
  readonly kind: string;
  /** Balance in the ledger, and the sum of its payments and lines. */
  readonly account: bigint;
  readonly items: bigint;
  readonly count: number;
};

// An item is in flight until its file is accepted, a call settles it or it is returned. The comparison reports a
// difference for a payment that was returned before the bank had it.
const COMPARE = `
WITH items AS (
  SELECT m.account AS kind, p.amount AS cents
    FROM payment_out p
    JOIN unnest($2::text[], $5::text[], $3::text[]) AS m (method, rail, account) ON m.method = p.method AND m.rail = p.rail
    LEFT JOIN bank_file_line l ON l.tenant_id = p.tenant_id AND l.transfer_id = p.transfer_id AND NOT l.is_void
    LEFT JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
    LEFT JOIN payment_call c ON c.tenant_id = p.tenant_id AND c.transfer_id = p.transfer_id
   WHERE p.tenant_id = $1 AND f.state IS DISTINCT FROM 'Accepted' AND p.state <> 'Returned'
     AND (p.rail = 'file' OR c.transfer_id IS NULL OR p.state <> 'Settled')
  UNION ALL
  SELECT 'directDebits', d.amount FROM direct_debit d WHERE d.tenant_id = $1 AND d.state = 'Collected'
   UNION ALL
  SELECT 'formerHolders', m.cents FROM former_money m WHERE m.tenant_id = $1 AND m.paid_by IS NULL
   UNION ALL
  SELECT 'suspense', CASE l.kind WHEN 'debitReturn' THEN -l.cents ELSE l.cents END
    FROM bank_answer_line l WHERE l.tenant_id = $1 AND l.state IN ('Suspense', 'GoingBack'))
SELECT k.kind, coalesce((SELECT a.balance FROM ledger_account a WHERE a.tenant_id = $1 AND a.kind = k.kind), 0) AS account,
       coalesce(sum(i.cents), 0)::bigint AS items, count(i.cents)::int AS count
  FROM unnest($4::text[]) WITH ORDINALITY AS k (kind, place)
  LEFT JOIN items i ON i.kind = k.kind
 GROUP BY k.kind, k.place
HAVING count(i.cents) > 0 OR EXISTS (SELECT FROM ledger_account a WHERE a.tenant_id = $1 AND a.kind = k.kind)
 ORDER BY k.place`;

/** Balances of the settlement and suspense accounts beside the sums of their items. */
export function compareAccounts(tx: Tx, tenantId: number, methods: PaymentMethods): Promise<Compared[]> {
  const outgoing = bankMethods(methods).flatMap(({ name, bank, instant }) =>
    [bank, ...(instant ? [instant] : [])].map(({ by, account }) => ({ name, by, account })),
  );
  const accounts = outgoing.map(({ account }) => account);
  const shown = [...new Set(accounts), 'directDebits', 'suspense', 'formerHolders'];
  const [names, rails] = [outgoing.map(({ name }) => name), outgoing.map(({ by }) => by)];
  return tx.query(COMPARE, [tenantId, names, accounts, shown, rails]);
}
