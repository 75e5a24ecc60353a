import type { Tx } from '../platform/database.ts';
import { CURRENCY } from '../platform/money.ts';
import type { Cents } from '../platform/money.ts';
import type { AccountKind, Balance, LedgerAccountId, LedgerRefusal, NewAccount } from './ledger.ts';

/** An account whose row this transaction has locked. */
export type LockedAccount = {
  readonly id: LedgerAccountId;
  readonly balance: Cents;
  readonly held: Cents;
  readonly floor: Cents | null;
  readonly version: bigint;
};

/** A refusal as the ledger's functions answer it. */
export function refused(refusal: LedgerRefusal): { readonly ok: false; readonly refusal: LedgerRefusal } {
  return { ok: false, refusal };
}

const OPEN = `
INSERT INTO ledger_account (tenant_id, kind, currency, floor) VALUES ($1, $2, $3, $4) RETURNING id`;

export async function openAccount(tx: Tx, account: NewAccount): Promise<LedgerAccountId> {
  const row = await tx.first<{ id: bigint }>(OPEN, [account.tenantId, account.kind, CURRENCY, account.floor]);
  if (!row) throw new Error('the new ledger account was not answered');
  return row.id;
}

const FIND_SETTLEMENT = `
SELECT id FROM ledger_account WHERE tenant_id = $1 AND kind = $2 AND currency = $3 AND kind <> 'cardholder'`;

const OPEN_SETTLEMENT = `
INSERT INTO ledger_account (tenant_id, kind, currency) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, kind, currency) WHERE kind <> 'cardholder' DO NOTHING`;

export async function settlementAccount(
  tx: Tx,
  tenantId: number,
  kind: Exclude<AccountKind, 'cardholder'>,
): Promise<LedgerAccountId> {
  const values = [tenantId, kind, CURRENCY];
  const known = await tx.first<{ id: bigint }>(FIND_SETTLEMENT, values);
  if (known) return known.id;
  await tx.run(OPEN_SETTLEMENT, values);
  const opened = await tx.first<{ id: bigint }>(FIND_SETTLEMENT, values);
  if (!opened) throw new Error(`no settlement account ${kind} for tenant ${tenantId}`);
  return opened.id;
}

const LOCK = `
SELECT id, balance, held, floor, version FROM ledger_account
WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`;

/** Locks the accounts in the order of their ids; those that do not exist are missing from the answer. */
export async function lockAccounts(
  tx: Tx,
  tenantId: number,
  accounts: readonly LedgerAccountId[],
): Promise<ReadonlyMap<LedgerAccountId, LockedAccount>> {
  const rows = await tx.query<LockedAccount>(LOCK, [tenantId, accounts.map(String)]);
  return new Map(rows.map((row) => [row.id, row]));
}

const BALANCE = `
SELECT balance, held, version FROM ledger_account WHERE tenant_id = $1 AND id = $2`;

export async function readBalance(tx: Tx, tenantId: number, account: LedgerAccountId): Promise<Balance | undefined> {
  return tx.first<Balance>(BALANCE, [tenantId, account]);
}
