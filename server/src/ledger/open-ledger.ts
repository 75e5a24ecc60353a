import { openAccount, readBalance, settlementAccount } from './accounts.ts';
import { apply, open } from './apply.ts';
import { balanceAt, balancesBefore, readTotals, totalsOfEach } from './balances.ts';
import type { Ledger } from './ledger.ts';

/** The ledger on PostgreSQL. It has no state, so one for each process is enough. */
export function openLedger(): Ledger {
  return {
    openAccount,
    settlementAccount,
    apply,
    open,
    post: async (tx, request) => (await apply(tx, request.tenantId, [{ do: 'post', ...request }]))[0],
    postLinked: async (tx, tenantId, transfers) => (await apply(tx, tenantId, [{ do: 'linked', transfers }]))[0],
    reverse: async (tx, request) => (await apply(tx, request.tenantId, [{ do: 'reverse', ...request }]))[0],
    placeHold: async (tx, request) => (await apply(tx, request.tenantId, [{ do: 'hold', ...request }]))[0],
    addToHold: async (tx, request) => (await apply(tx, request.tenantId, [{ do: 'add', ...request }]))[0],
    captureHold: async (tx, request) => (await apply(tx, request.tenantId, [{ do: 'capture', ...request }]))[0],
    releaseHold: async (tx, request) => (await apply(tx, request.tenantId, [{ do: 'release', ...request }]))[0],
    closeAccount: async (tx, request) => (await apply(tx, request.tenantId, [{ do: 'close', ...request }]))[0],
    balance: readBalance,
    balanceAt,
    balancesBefore,
    totals: readTotals,
    totalsOfEach,
  };
}
