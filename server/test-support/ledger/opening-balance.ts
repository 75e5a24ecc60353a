import type { AppContext } from '../../src/compose/context.ts';
import { TRANSFER_CODE } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import type { Tx } from '../../src/platform/database/database.ts';

/** Cardholder account in the ledger with an opening deposit, posted like any money. */
export async function openWith(ctx: AppContext, tx: Tx, tenantId: number, balance: bigint): Promise<bigint> {
  const ledger = openLedger();
  const account = await ledger.openAccount(tx, { tenantId, kind: 'cardholder', floor: 0n });
  if (balance > 0n) {
    const now = ctx.clocks.business.now();
    const posted = await ledger.post(tx, {
      tenantId,
      key: `opening:${account}`,
      debit: await ledger.settlementAccount(tx, tenantId, 'bank'),
      credit: account,
      amount: balance,
      code: TRANSFER_CODE.opening,
      effectiveAt: now,
      postedAt: now,
    });
    if (!posted.ok) throw new Error(posted.refusal);
  }
  return account;
}
