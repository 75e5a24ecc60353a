import { lockAccounts, openAccount, readBalance, settlementAccount } from './accounts.ts';
import { captureHold, placeHold, releaseHold } from './holds.ts';
import type { Ledger } from './ledger.ts';
import { postTransfer } from './post.ts';

/** The ledger on PostgreSQL. It keeps no state of its own, so one for each process is enough. */
export function openLedger(): Ledger {
  return {
    openAccount,
    settlementAccount,
    async lock(tx, tenantId, accounts) {
      await lockAccounts(tx, tenantId, accounts);
    },
    post: postTransfer,
    placeHold,
    captureHold,
    releaseHold,
    balance: readBalance,
  };
}
