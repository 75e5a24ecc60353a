import type { Tx } from '../platform/database/database.ts';
import type { Cents } from '../platform/money.ts';
import { lockAccounts } from './accounts.ts';
import type { Aside } from './aside.domain.ts';
import type { LedgerAccountId } from './ledger.ts';

/** A locked account of which money is kept aside. */
export type OpenedAside = {
  readonly aside: Aside;
  /** Cents that no hold keeps, with those that are kept aside. */
  readonly available: Cents;
};

/** Locks an account until the transaction ends, so that nothing is posted or held meanwhile. Undefined: it is closed. */
export async function openAside(tx: Tx, tenantId: number, account: LedgerAccountId): Promise<OpenedAside | undefined> {
  const [locked] = await lockAccounts(tx, tenantId, [account]);
  return locked && !locked.isClosed
    ? { aside: locked.aside, available: locked.balance - locked.held - (locked.floor ?? 0n) }
    : undefined;
}

const SAVE = 'UPDATE ledger_account SET aside = $3, aside_is_firm = $4 WHERE tenant_id = $1 AND id = $2';

/** Saves what is kept aside on an account that `openAside` has locked. */
export async function saveAside(
  tx: Tx,
  tenantId: number,
  account: LedgerAccountId,
  { cents, isFirm }: Aside,
): Promise<void> {
  await tx.run(SAVE, [tenantId, account, cents, isFirm]);
}

const READ = 'SELECT aside AS cents, aside_is_firm AS "isFirm" FROM ledger_account WHERE tenant_id = $1 AND id = $2';

/** Money that is kept aside on an account, without a lock. */
export async function readAside(tx: Tx, tenantId: number, account: LedgerAccountId): Promise<Aside> {
  return (await tx.first<Aside>(READ, [tenantId, account])) ?? { cents: 0n, isFirm: false };
}

/** SQL: cents of an account of the ledger that may be used without what is kept aside (`leftToSpend`). */
export const leftToSpendIn = (l: string): string =>
  `(${l}.balance - ${l}.held - least(${l}.aside, greatest(${l}.balance - ${l}.held, 0)))`;
