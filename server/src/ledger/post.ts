import type { Tx } from '../platform/database.ts';
import type { Cents } from '../platform/money.ts';
import { lockAccounts, refused } from './accounts.ts';
import type { HoldId, LedgerAccountId, LedgerResult, Posted, TransferRequest } from './ledger.ts';
import { transferHash } from './payload.ts';
import { refuseAmount, refuseCredit, refuseDebit } from './rules.domain.ts';

export async function postTransfer(tx: Tx, request: TransferRequest): Promise<LedgerResult<Posted>> {
  const { tenantId, key, debit, credit, amount, code, effectiveAt, postedAt, forced = false, ceiling } = request;
  const refusal = refuseAmount(amount);
  if (refusal) return refused(refusal);
  if (debit === credit) return refused('same_account');

  const accounts = await lockAccounts(tx, tenantId, [debit, credit]);
  const from = accounts.get(debit);
  const to = accounts.get(credit);
  if (!from || !to) return refused('unknown_account');

  const requestHash = transferHash({ debit, credit, amount, code, forced, hold: null });
  const cannot = refuseDebit(from, amount, 0n, forced) ?? refuseCredit(to, amount, ceiling, forced);
  // A replay is answered before anything is refused: the balance may have gone since.
  if (cannot) return (await storedTransfer(tx, tenantId, key, requestHash)) ?? refused(cannot);

  const posted = await writeTransfer(tx, {
    tenantId,
    key,
    requestHash,
    debit,
    credit,
    amount,
    code,
    forced,
    effectiveAt,
    postedAt,
    hold: null,
    letGo: 0n,
  });
  return posted ?? (await storedTransfer(tx, tenantId, key, requestHash)) ?? lost(key);
}

/** The key was taken and yet is not there: impossible while rows are never deleted. */
export function lost(key: string): never {
  throw new Error(`the ledger has no row for the taken key ${key}`);
}

type StoredTransfer = {
  readonly id: bigint;
  readonly request_hash: Buffer;
  readonly debit_seq: bigint;
  readonly credit_seq: bigint;
  readonly debit_balance: bigint;
  readonly credit_balance: bigint;
};

const STORED = `
SELECT t.id, t.request_hash, d.seq AS debit_seq, c.seq AS credit_seq,
       d.balance_after AS debit_balance, c.balance_after AS credit_balance
FROM transfer t
JOIN entry d ON d.transfer_id = t.id AND d.amount < 0
JOIN entry c ON c.transfer_id = t.id AND c.amount > 0
WHERE t.tenant_id = $1 AND t.key = $2`;

/** What a key was answered before, `key_reused` when it stands for another payload, or undefined. */
export async function storedTransfer(
  tx: Tx,
  tenantId: number,
  key: string,
  requestHash: Buffer,
): Promise<LedgerResult<Posted> | undefined> {
  const row = await tx.first<StoredTransfer>(STORED, [tenantId, key]);
  if (!row) return undefined;
  if (!row.request_hash.equals(requestHash)) return refused('key_reused');
  return {
    ok: true,
    value: {
      id: row.id,
      debitSeq: row.debit_seq,
      creditSeq: row.credit_seq,
      debitBalance: row.debit_balance,
      creditBalance: row.credit_balance,
      replayed: true,
    },
  };
}

/**
 * Transfer, entries, balances and the end of a captured hold in one statement. The accounts are
 * locked, so the running balance is the row's own. Where another connection holds the key, the
 * insert waits for its end; then nothing is written.
 */
const WRITE = `
WITH t AS (
  INSERT INTO transfer (tenant_id, key, request_hash, code, forced, effective_at, posted_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (tenant_id, key) DO NOTHING
  RETURNING id
), captured AS (
  INSERT INTO hold_event (hold_id, keep, transfer_id, at, tenant_id, kind)
  SELECT $11::bigint, 0, t.id, $7, $1, 'captured' FROM t WHERE $11 IS NOT NULL
), a AS (
  UPDATE ledger_account la
  SET balance = la.balance + moved.amount,
      held = la.held - moved.let_go,
      version = la.version + 1,
      is_below_floor = coalesce(la.balance + moved.amount - la.held + moved.let_go < la.floor, false)
  FROM t, (VALUES ($8::bigint, -$10::bigint, $12::bigint), ($9::bigint, $10::bigint, 0)) AS moved (account_id, amount, let_go)
  WHERE la.tenant_id = $1 AND la.id = moved.account_id
  RETURNING la.id, la.version, la.balance, moved.amount, t.id AS transfer_id
), e AS (
  INSERT INTO entry (account_id, seq, transfer_id, amount, balance_after, tenant_id)
  SELECT a.id, a.version, a.transfer_id, a.amount, a.balance, $1 FROM a
)
SELECT a.transfer_id, a.amount, a.version, a.balance FROM a ORDER BY a.amount`;

/** Writes an accepted transfer between locked accounts; undefined when the key is taken. */
export async function writeTransfer(
  tx: Tx,
  transfer: {
    readonly tenantId: number;
    readonly key: string;
    readonly requestHash: Buffer;
    readonly debit: LedgerAccountId;
    readonly credit: LedgerAccountId;
    readonly amount: Cents;
    readonly code: number;
    readonly forced: boolean;
    readonly effectiveAt: number;
    readonly postedAt: number;
    /** The hold on the debited account that ends with it, and the cents that it still keeps. */
    readonly hold: HoldId | null;
    readonly letGo: Cents;
  },
): Promise<LedgerResult<Posted> | undefined> {
  const [debited, credited] = await tx.query<{ transfer_id: bigint; version: bigint; balance: bigint }>(WRITE, [
    transfer.tenantId,
    transfer.key,
    transfer.requestHash,
    transfer.code,
    transfer.forced,
    timestamp(transfer.effectiveAt),
    timestamp(transfer.postedAt),
    transfer.debit,
    transfer.credit,
    transfer.amount,
    transfer.hold,
    transfer.letGo,
  ]);
  if (!debited || !credited) return undefined;
  return {
    ok: true,
    value: {
      id: debited.transfer_id,
      debitSeq: debited.version,
      creditSeq: credited.version,
      debitBalance: debited.balance,
      creditBalance: credited.balance,
      replayed: false,
    },
  };
}

/** Milliseconds as PostgreSQL reads a timestamptz. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
