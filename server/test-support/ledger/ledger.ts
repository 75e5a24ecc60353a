import pg from 'pg';
import type { Ledger, LedgerAccountId, LedgerResult, TransferRequest } from '../../src/ledger/ledger.ts';
import { TRANSFER_CODE } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { verifyLedger } from '../../src/ledger/verify.ts';
import type { LedgerReport } from '../../src/ledger/verify.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { givenDatabase } from '../processes/database.ts';
import type { TestDatabase } from '../processes/database.ts';

export const TENANT = 1;
export const AT = Date.parse('2026-11-20T02:00:00Z');

const TABLES = ['ledger_account', 'transfer', 'hold', 'hold_event', 'reversal'];

export type TestLedger = TestDatabase & {
  readonly ledger: Ledger;
  /** Bank account of the programme of TENANT, and its settlement account with the scheme. */
  readonly bank: LedgerAccountId;
  readonly scheme: LedgerAccountId;
  /** Runs in one transaction of TENANT. */
  during<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Cardholder account with a balance in cents and a minimum balance `floor` (default 0). */
  givenAccount(cents: bigint, floor?: bigint): Promise<LedgerAccountId>;
  /** A voluntary payment with defaults for all other fields. */
  transfer(request: Partial<TransferRequest> & Pick<TransferRequest, 'debit' | 'credit' | 'amount'>): TransferRequest;
  /** Every row of the ledger as text, for a check that nothing was written. */
  rows(): Promise<string>;
  verify(): Promise<LedgerReport>;
};

let keys = 0;

/** Unused key. */
export function freshKey(): string {
  keys += 1;
  return `test:${keys}`;
}

/** Accepted result; fails the test after a refusal. */
export function accepted<T>(result: LedgerResult<T>): T {
  if (!result.ok) throw new Error(`the ledger refused: ${result.refusal}`);
  return result.value;
}

/** Reason of a refusal; fails the test after a success. */
export function refusalOf(result: LedgerResult<unknown>): string {
  if (result.ok) throw new Error('the ledger accepted');
  return result.refusal;
}

/** An empty ledger with one tenant, on a new or a given migrated database. */
export async function givenLedger(given?: TestDatabase): Promise<TestLedger> {
  const test = given ?? (await givenDatabase());
  await test.asOwner(`INSERT INTO tenant (id, name) VALUES (${TENANT}, 'Harbour Mutual'), (2, 'Southern Programmes')`);
  const ledger = openLedger();
  const during = <T>(work: (tx: Tx) => Promise<T>) => test.database.transact(TENANT, work);
  const transfer: TestLedger['transfer'] = (request) => ({
    tenantId: TENANT,
    key: freshKey(),
    code: TRANSFER_CODE.pay,
    effectiveAt: AT,
    postedAt: AT,
    ...request,
  });
  const bank = await during((tx) => ledger.settlementAccount(tx, TENANT, 'bank'));
  const scheme = await during((tx) => ledger.settlementAccount(tx, TENANT, 'schemeSettlement'));
  return {
    ...test,
    ledger,
    bank,
    scheme,
    during,
    transfer,
    givenAccount: (cents, floor = 0n) =>
      during(async (tx) => {
        const account = await ledger.openAccount(tx, { tenantId: TENANT, kind: 'cardholder', floor });
        if (cents > 0n) accepted(await ledger.post(tx, transfer({ debit: bank, credit: account, amount: cents })));
        return account;
      }),
    async rows() {
      const parts = TABLES.map((table) => `SELECT '${table}' AS name, to_jsonb(r)::text AS row FROM ${table} r`);
      return JSON.stringify(await test.asOwner(`${parts.join(' UNION ALL ')} ORDER BY name, row`));
    },
    async verify() {
      const owner = new pg.Client({ connectionString: test.ownerUrl });
      await owner.connect();
      try {
        return await verifyLedger(owner);
      } finally {
        await owner.end();
      }
    },
  };
}
