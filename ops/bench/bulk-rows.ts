import { runOn } from './postgres.ts';
import type { TestCard } from '../../server/test-support/factories.ts';
import pg from 'pg';

const ROWS_AT_ONCE = 250_000;

/**
 * Posted rows by the million, inserted with SQL exactly as the ledger would have posted them: odd rows are deposits and
 * even rows spend the same amount, so that every running balance is known. The hashed text is that of transferHash in
 * server/src/ledger/payload.ts; verify checks it.
 */
const ROWS = `
WITH row AS (
  SELECT i, 1000 + ((i + 1) / 2 * 7919) % 20000 AS amount, i % 2 = 1 AS is_in, $4::bigint + i AS transfer_id
  FROM generate_series($5::bigint, $6::bigint) AS i
), side AS (
  SELECT *, CASE WHEN is_in THEN $3::bigint ELSE $2::bigint END AS debit,
            CASE WHEN is_in THEN $2::bigint ELSE $3::bigint END AS credit,
         CASE WHEN is_in THEN 4 ELSE 1 END AS code, $7::timestamptz + i * interval '9 seconds' AS at
  FROM row
), last AS (
  SELECT account_id, posted_at, credited_after AS credited FROM entry
  WHERE (account_id = $2::bigint AND seq = $8::bigint + $5::bigint - 1)
     OR (account_id = $3::bigint AND seq = $10::bigint + $5::bigint - 1)
), so_far AS (
  SELECT *, coalesce((SELECT credited FROM last WHERE account_id = $2), 0)
              + sum(CASE WHEN is_in THEN amount ELSE 0 END) OVER (ORDER BY i) AS own_credited,
            coalesce((SELECT credited FROM last WHERE account_id = $3), 0)
              + sum(CASE WHEN is_in THEN 0 ELSE amount END) OVER (ORDER BY i) AS their_credited,
            greatest((SELECT posted_at FROM last WHERE account_id = $2), at) AS own_at,
            greatest((SELECT posted_at FROM last WHERE account_id = $3), at) AS their_at,
            $8::bigint + i AS own_seq, $10::bigint + i AS their_seq,
            $9::bigint + CASE WHEN is_in THEN amount ELSE 0 END AS own_balance,
            $11::bigint - CASE WHEN is_in THEN amount ELSE 0 END AS their_balance
  FROM side
), t AS (
  INSERT INTO transfer (id, tenant_id, key, request_hash, code, forced, effective_at, posted_at, amount,
    debit_account_id, debit_seq, debit_balance, debit_credited, debit_posted_at,
    credit_account_id, credit_seq, credit_balance, credit_credited, credit_posted_at)
  OVERRIDING SYSTEM VALUE
  SELECT transfer_id, $1::integer, 'bench:' || i,
         substring(sha256(convert_to(concat_ws('|', 'transfer', debit, credit, amount, code, 'false', ''), 'UTF8')) FROM 1 FOR 16),
         code, false, at, at, amount,
         debit, CASE WHEN is_in THEN their_seq ELSE own_seq END, CASE WHEN is_in THEN their_balance ELSE own_balance END,
         CASE WHEN is_in THEN their_credited ELSE own_credited END, CASE WHEN is_in THEN their_at ELSE own_at END,
         credit, CASE WHEN is_in THEN own_seq ELSE their_seq END, CASE WHEN is_in THEN own_balance ELSE their_balance END,
         CASE WHEN is_in THEN own_credited ELSE their_credited END, CASE WHEN is_in THEN own_at ELSE their_at END
  FROM so_far
)
INSERT INTO transaction_detail (ledger_account_id, seq, transfer_id, card_id, public_id, tenant_id, kind, category,
                                description, raw_description, mcc, channel, country, card_last4, reference)
SELECT $2::bigint, $8::bigint + i, transfer_id, CASE WHEN is_in THEN NULL ELSE $12::bigint END, gen_random_uuid(), $1::integer,
       CASE WHEN is_in THEN 'topUp' ELSE 'purchase' END, CASE WHEN is_in THEN 'other' ELSE 'groceries' END,
       CASE WHEN is_in THEN 'Bank transfer' ELSE 'Corner Cafe ' || i % 997 END,
       CASE WHEN is_in THEN NULL ELSE 'CORNER CAFE ' || i % 997 || ' MELBOURNE AU' END,
       CASE WHEN is_in THEN NULL ELSE '5814' END, CASE WHEN is_in THEN NULL ELSE 'contactless' END,
       CASE WHEN is_in THEN NULL ELSE 'AU' END, CASE WHEN is_in THEN NULL ELSE $13::text END,
       lpad((i % 100000000000)::text, 11, '0')
FROM side`;

/** The account after its latest entry. */
const NEWEST = `
UPDATE ledger_account a SET version = e.seq, credited = e.credited_after, last_posted_at = e.posted_at
FROM entry e WHERE a.id = $1 AND e.account_id = a.id AND e.seq = a.version + $2`;

type Position = { balance: string; version: string };

/** Adds `rows` (rounded to even) to the account of a card, against the tenant's bank account. */
export async function addPostedRows(ownerUrl: string, card: TestCard, rows: number): Promise<void> {
  const { ledgerAccountId: account, brand } = card.account;
  const [settlement] = await runOn<{ id: string }>(
    ownerUrl,
    "SELECT id FROM ledger_account WHERE tenant_id = $1 AND kind = 'bank'",
    [brand.tenantId],
  );
  if (!settlement) throw new Error('the tenant has no bank account yet');
  const bank = BigInt(settlement.id);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    // Foreign keys hold by construction; checking ten million of them takes longer than the load.
    await owner.query('SET session_replication_role = replica').catch(() => {});
    const positionOf = async (id: bigint) =>
      (await owner.query<Position>('SELECT balance, version FROM ledger_account WHERE id = $1', [id])).rows[0];
    const [own, theirs] = [await positionOf(account), await positionOf(bank)];
    const [last] = (await owner.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM transfer')).rows;
    if (!own || !theirs || !last) throw new Error('the accounts are gone');
    const count = rows + (rows % 2);
    const begin = new Date(Date.now() - count * 9_000 - 3_600_000);
    for (let from = 1; from <= count; from += ROWS_AT_ONCE) {
      const to = Math.min(count, from + ROWS_AT_ONCE - 1);
      const positions = [own.version, own.balance, theirs.version, theirs.balance];
      const who = [card.id, card.pan.slice(-4)];
      await owner.query(ROWS, [brand.tenantId, account, bank, last.id, from, to, begin, ...positions, ...who]);
    }
    for (const id of [account, bank]) {
      await owner.query(NEWEST, [id, count]);
    }
    await owner.query("SELECT setval(pg_get_serial_sequence('transfer', 'id'), (SELECT max(id) FROM transfer))");
    await owner.query('RESET session_replication_role');
    await owner.query('VACUUM (ANALYZE)');
  } finally {
    await owner.end();
  }
}
