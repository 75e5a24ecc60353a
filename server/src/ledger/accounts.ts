import type { Tx } from '../platform/database/database.ts';
import { CURRENCY } from '../platform/money.ts';
import type { Cents } from '../platform/money.ts';
import type { AccountState } from './books.domain.ts';
import type { AccountKind, Balance, LedgerAccountId, NewAccount } from './ledger.ts';

/**
 * Assigns the transaction id before the account id is drawn. The sealer relies on this order (platform/seal.ts), and a
 * plain insert would draw the account id first.
 */
const IN_TRANSACTION = 'WHERE pg_current_xact_id() IS NOT NULL';

const OPEN = `
INSERT INTO ledger_account (tenant_id, kind, currency, floor)
SELECT $1::integer, $2::text, $3::text, $4::bigint ${IN_TRANSACTION} RETURNING id`;

export async function openAccount(tx: Tx, account: NewAccount): Promise<LedgerAccountId> {
  const { tenantId, kind, floor, currency = CURRENCY } = account;
  const row = await tx.first<{ id: bigint }>(OPEN, [tenantId, kind, currency, floor]);
  if (!row) throw new Error('the new ledger account was not answered');
  return row.id;
}

const FIND_SETTLEMENT = `
SELECT id FROM ledger_account WHERE tenant_id = $1 AND kind = $2 AND currency = $3 AND kind <> 'cardholder'`;

const OPEN_SETTLEMENT = `
INSERT INTO ledger_account (tenant_id, kind, currency)
SELECT $1::integer, $2::text, $3::text ${IN_TRANSACTION}
ON CONFLICT (tenant_id, kind, currency) WHERE kind <> 'cardholder' DO NOTHING`;

export async function settlementAccount(
  tx: Tx,
  tenantId: number,
  kind: Exclude<AccountKind, 'cardholder'>,
  currency: string = CURRENCY,
): Promise<LedgerAccountId> {
  const values = [tenantId, kind, currency];
  const known = await tx.first<{ id: bigint }>(FIND_SETTLEMENT, values);
  if (known) return known.id;
  await tx.run(OPEN_SETTLEMENT, values);
  const opened = await tx.first<{ id: bigint }>(FIND_SETTLEMENT, values);
  if (!opened) throw new Error(`no settlement account ${kind} for tenant ${tenantId}`);
  return opened.id;
}

/**
 * The newest posting time, rounded up to whole milliseconds. Half a microsecond is subtracted first, so
 * that a rounding error of the float (less than that until the year 2106) does not add a millisecond.
 */
const LOCK = `
SELECT ctid::text AS place, id, currency, balance, held, floor, version, credited, aside AS aside_cents, aside_is_firm,
       ceil(date_part('epoch', last_posted_at) * 1000 - 0.0005)::bigint AS last_posted_ms, closed_at IS NOT NULL AS is_closed
FROM ledger_account
WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`;

type LockedRow = {
  readonly id: LedgerAccountId;
  readonly place: string;
  readonly currency: string;
  readonly balance: Cents;
  readonly held: Cents;
  readonly floor: Cents | null;
  readonly version: bigint;
  readonly credited: Cents;
  readonly aside_cents: Cents;
  readonly aside_is_firm: boolean;
  readonly last_posted_ms: bigint | null;
  readonly is_closed: boolean;
};

/** An id out of the range of a bigint column belongs to no account. */
export function isStorable(id: bigint): boolean {
  return BigInt.asIntN(64, id) === id;
}

/** Locks the accounts in the order of their ids; accounts that do not exist are missing from the result. */
export async function lockAccounts(
  tx: Tx,
  tenantId: number,
  accounts: readonly LedgerAccountId[],
): Promise<AccountState[]> {
  const rows = await tx.query<LockedRow>(LOCK, [tenantId, accounts.filter(isStorable)]);
  return rows.map(({ last_posted_ms, is_closed, aside_cents: cents, aside_is_firm: isFirm, ...account }) => ({
    ...account,
    aside: { cents, isFirm },
    lastPostedAt: last_posted_ms === null ? Number.NEGATIVE_INFINITY : Number(last_posted_ms),
    isClosed: is_closed,
  }));
}

const BALANCE = `
SELECT balance, held, version FROM ledger_account WHERE tenant_id = $1 AND id = $2`;

export async function readBalance(tx: Tx, tenantId: number, account: LedgerAccountId): Promise<Balance | undefined> {
  return tx.first<Balance>(BALANCE, [tenantId, account]);
}
