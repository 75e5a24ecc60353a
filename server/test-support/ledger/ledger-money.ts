import { TRANSFER_CODE } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import type { TestContext } from '../processes/database.ts';
import type { TestAccount } from '../factories.ts';
import { accepted, freshKey } from './ledger.ts';

const ledger = openLedger();

type Funded = Pick<TestAccount, 'brand' | 'ledgerAccountId'>;

/** Posts cents to an account from the bank, or back if negative, whatever the balance. */
export async function postCents(ctx: TestContext, account: Funded, cents: bigint): Promise<void> {
  const { tenantId } = account.brand;
  const now = ctx.clocks.business.now();
  await ctx.database.transact(tenantId, async (tx) => {
    const bank = await ledger.settlementAccount(tx, tenantId, 'bank');
    const [debit, credit] = cents > 0n ? [bank, account.ledgerAccountId] : [account.ledgerAccountId, bank];
    const posting = { tenantId, key: freshKey(), debit, credit, code: TRANSFER_CODE.adjustment, forced: true };
    const amount = cents > 0n ? cents : -cents;
    accepted(await ledger.post(tx, { ...posting, amount, effectiveAt: now, postedAt: now }));
  });
}

export type TestHold = { release(): Promise<void> };

/** Holds cents of an account, like a purchase before its clearing. */
export async function holdCents(ctx: TestContext, account: Funded, amount: bigint): Promise<TestHold> {
  const { tenantId } = account.brand;
  const at = ctx.clocks.business.now();
  const { id: hold } = await ctx.database.transact(tenantId, async (tx) => {
    const lasting = { placedAt: at, expiresAt: at + 7 * 86_400_000 };
    return accepted(
      await ledger.placeHold(tx, { tenantId, key: freshKey(), account: account.ledgerAccountId, amount, ...lasting }),
    );
  });
  return { release: async () => void (await releaseHold(ctx, tenantId, hold)) };
}

/** Releases all holds of an account and sets its balance in cents. */
export async function refill(ctx: TestContext, account: Funded, cents: bigint): Promise<void> {
  const { tenantId } = account.brand;
  const open = await ctx.asOwner<{ id: string }>(
    `SELECT id FROM hold h WHERE account_id = $1
        AND NOT EXISTS (SELECT FROM hold_event e WHERE e.tenant_id = h.tenant_id AND e.hold_id = h.id AND e.number = 0)`,
    [account.ledgerAccountId],
  );
  for (const { id } of open) await releaseHold(ctx, tenantId, BigInt(id));
  const [row] = await ctx.asOwner<{ balance: string }>('SELECT balance FROM ledger_account WHERE id = $1', [
    account.ledgerAccountId,
  ]);
  const missing = cents - BigInt(row?.balance ?? cents);
  if (missing !== 0n) await postCents(ctx, account, missing);
}

function releaseHold(ctx: TestContext, tenantId: number, hold: bigint): Promise<unknown> {
  return ctx.database.transact(tenantId, async (tx) => {
    const ended = { at: ctx.clocks.business.now(), because: 'voided' } as const;
    return accepted(await ledger.releaseHold(tx, { tenantId, hold, keep: 0n, ...ended }));
  });
}

/** Credit of 12.34 for a closed account, or a debt of its former holder. Returns the id of its posting. */
export async function postFormer(ctx: TestContext, tenantId: number, what: 'money' | 'debt'): Promise<bigint> {
  const now = ctx.clocks.business.now();
  return ctx.database.transact(tenantId, async (tx) => {
    const bank = await ledger.settlementAccount(tx, tenantId, 'bank');
    const former = await ledger.settlementAccount(
      tx,
      tenantId,
      what === 'money' ? 'formerHolders' : 'formerHolderDebts',
    );
    const [debit, credit] = what === 'money' ? [bank, former] : [former, bank];
    const posting = { tenantId, key: freshKey(), debit, credit, amount: 12_34n, code: TRANSFER_CODE.comeBack };
    return accepted(await ledger.post(tx, { ...posting, effectiveAt: now, postedAt: now })).id;
  });
}
