import type { Tx } from '../platform/database.ts';
import type { Cents } from '../platform/money.ts';
import { lockAccounts, refused } from './accounts.ts';
import type {
  Balance,
  CaptureRequest,
  HoldId,
  HoldRequest,
  LedgerAccountId,
  LedgerResult,
  PlacedHold,
  Posted,
  ReleaseRequest,
} from './ledger.ts';
import { holdHash, transferHash } from './payload.ts';
import { lost, storedTransfer, timestamp, writeTransfer } from './post.ts';
import { refuseAmount, refuseCredit, refuseDebit, refuseHold } from './rules.domain.ts';

const PLACE = `
WITH h AS (
  INSERT INTO hold (tenant_id, key, request_hash, account_id, amount, placed_at, expires_at, forced)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (tenant_id, key) DO NOTHING
  RETURNING id, account_id, amount
)
UPDATE ledger_account la
SET held = la.held + h.amount,
    is_below_floor = coalesce(la.balance - la.held - h.amount < la.floor, false)
FROM h
WHERE la.tenant_id = $1 AND la.id = h.account_id
RETURNING h.id, la.balance, la.held, la.version`;

export async function placeHold(tx: Tx, request: HoldRequest): Promise<LedgerResult<PlacedHold>> {
  const { tenantId, key, account, amount, placedAt, expiresAt, forced = false } = request;
  const refusal = refuseAmount(amount);
  if (refusal) return refused(refusal);

  const locked = (await lockAccounts(tx, tenantId, [account])).get(account);
  if (!locked) return refused('unknown_account');

  const requestHash = holdHash({ account, amount, forced });
  const stored = () => storedHold(tx, tenantId, key, requestHash, locked);
  const cannot = refuseHold(locked, amount, forced);
  // A replay is answered before anything is refused: the balance may have gone since.
  if (cannot) return (await stored()) ?? refused(cannot);

  const placed = await tx.first<{ id: bigint } & Balance>(PLACE, [
    tenantId,
    key,
    requestHash,
    account,
    amount,
    timestamp(placedAt),
    timestamp(expiresAt),
    forced,
  ]);
  if (!placed) return (await stored()) ?? lost(key);
  return { ok: true, value: { id: placed.id, balance: toBalance(placed), replayed: false } };
}

const STORED_HOLD = `
SELECT id, request_hash FROM hold WHERE tenant_id = $1 AND key = $2`;

async function storedHold(
  tx: Tx,
  tenantId: number,
  key: string,
  requestHash: Buffer,
  balance: Balance,
): Promise<LedgerResult<PlacedHold> | undefined> {
  const row = await tx.first<{ id: bigint; request_hash: Buffer }>(STORED_HOLD, [tenantId, key]);
  if (!row) return undefined;
  if (!row.request_hash.equals(requestHash)) return refused('key_reused');
  return { ok: true, value: { id: row.id, balance: toBalance(balance), replayed: true } };
}

function toBalance({ balance, held, version }: Balance): Balance {
  return { balance, held, version };
}

const ACCOUNT_OF_HOLD = `
SELECT account_id FROM hold WHERE tenant_id = $1 AND id = $2`;

/** A hold never changes its account, so this needs no lock. */
async function accountOfHold(tx: Tx, tenantId: number, hold: HoldId): Promise<LedgerAccountId | undefined> {
  return (await tx.first<{ account_id: bigint }>(ACCOUNT_OF_HOLD, [tenantId, hold]))?.account_id;
}

const STILL_HELD = `
SELECT coalesce(min(e.keep), h.amount) AS keep
FROM hold h LEFT JOIN hold_event e ON e.tenant_id = h.tenant_id AND e.hold_id = h.id
WHERE h.tenant_id = $1 AND h.id = $2
GROUP BY h.amount`;

/** Cents that a hold still keeps. True until the transaction ends, once its account is locked. */
async function stillHeld(tx: Tx, tenantId: number, hold: HoldId): Promise<Cents> {
  const row = await tx.first<{ keep: bigint }>(STILL_HELD, [tenantId, hold]);
  if (!row) throw new Error(`hold ${hold} is gone`);
  return row.keep;
}

export async function captureHold(tx: Tx, request: CaptureRequest): Promise<LedgerResult<Posted>> {
  const { tenantId, key, hold, amount, credit, code, effectiveAt, postedAt, forced = false } = request;
  const refusal = refuseAmount(amount);
  if (refusal) return refused(refusal);
  const debit = await accountOfHold(tx, tenantId, hold);
  if (debit === undefined) return refused('unknown_hold');
  if (debit === credit) return refused('same_account');

  const accounts = await lockAccounts(tx, tenantId, [debit, credit]);
  const from = accounts.get(debit);
  const to = accounts.get(credit);
  if (!from || !to) return refused('unknown_account');

  const requestHash = transferHash({ debit, credit, amount, code, forced, hold });
  const stored = () => storedTransfer(tx, tenantId, key, requestHash);
  const letGo = await stillHeld(tx, tenantId, hold);
  // A replay finds its own hold resolved, so it is answered first.
  if (letGo === 0n) return (await stored()) ?? refused('hold_resolved');
  const cannot = refuseDebit(from, amount, letGo, forced) ?? refuseCredit(to, amount, undefined, forced);
  if (cannot) return (await stored()) ?? refused(cannot);

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
    hold,
    letGo,
  });
  return posted ?? (await stored()) ?? lost(key);
}

const RELEASE = `
WITH e AS (
  INSERT INTO hold_event (hold_id, keep, transfer_id, at, tenant_id, kind)
  VALUES ($2, $3, NULL, $4, $1, $5)
)
UPDATE ledger_account la
SET held = la.held - $7::bigint,
    is_below_floor = coalesce(la.balance - la.held + $7::bigint < la.floor, false)
WHERE la.tenant_id = $1 AND la.id = $6
RETURNING la.balance, la.held, la.version`;

export async function releaseHold(tx: Tx, request: ReleaseRequest): Promise<LedgerResult<Balance>> {
  const { tenantId, hold, keep, at, because } = request;
  if (keep < 0n) return refused('amount_not_positive');
  const account = await accountOfHold(tx, tenantId, hold);
  if (account === undefined) return refused('unknown_hold');
  const locked = (await lockAccounts(tx, tenantId, [account])).get(account);
  if (!locked) return refused('unknown_account');

  const held = await stillHeld(tx, tenantId, hold);
  if (held === 0n) return refused('hold_resolved');
  if (keep > held) return refused('amount_too_large');
  if (keep === held) return { ok: true, value: toBalance(locked) };

  const kind = keep === 0n ? because : 'reduced';
  const after = await tx.first<Balance>(RELEASE, [tenantId, hold, keep, timestamp(at), kind, account, held - keep]);
  if (!after) throw new Error(`account ${account} of hold ${hold} is gone`);
  return { ok: true, value: toBalance(after) };
}
