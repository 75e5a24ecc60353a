import { runOn, settle } from '../postgres.ts';
import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '../../../server/src/platform/database/database.ts';
import { openLedger } from '../../../server/src/ledger/open-ledger.ts';
import type { Command } from '../../../server/src/ledger/ledger.ts';
import { closedLoop } from '../load.ts';
import { TPC_B_CLIENTS } from '../pgbench.ts';
import type { Measurement } from '../stage.ts';

type AccountRange = { readonly tenantId: number; readonly first: bigint; readonly count: number };

/**
 * Empty accounts by the million, of one tenant, with consecutive ids. Each may be overdrawn by 1,000,000.00, so that
 * none needs a deposit first.
 */
async function givenLedgerAccounts(ownerUrl: string, count: number): Promise<AccountRange> {
  const tenantId = 1;
  await runOn(ownerUrl, "INSERT INTO tenant (id, name) VALUES ($1, 'Bench') ON CONFLICT DO NOTHING", [tenantId]);
  const [row] = await runOn<{ first: string; made: string }>(
    ownerUrl,
    `WITH made AS (
       INSERT INTO ledger_account (tenant_id, kind, currency, floor)
       SELECT $1, 'cardholder', 'AUD', -100000000 FROM generate_series(1, $2)
       RETURNING id
     )
     SELECT min(id) AS first, count(*) AS made FROM made`,
    [tenantId, count],
  );
  await runOn(ownerUrl, 'VACUUM (ANALYZE) ledger_account');
  if (Number(row?.made) !== count) throw new Error('the accounts were not made');
  return { tenantId, first: BigInt(row?.first ?? 0), count };
}

const BATCH = 64;
/** Connections, each with a batch in flight, as many as in TPC-B. */
const WRITERS = TPC_B_CLIENTS;
const FEW_ACCOUNTS = 10_000;
/**
 * A tenth of the accounts of TPC-B at scale 100: two batches of 64 rarely share an account, like two of its callers.
 */
const MANY_ACCOUNTS = 1_000_000;

type Books = { readonly database: Database; readonly ownerUrl: string; readonly accounts: AccountRange };

/**
 * Measures transfers per second of the ledger alone, in batches of 64 between random pairs of a million accounts, and
 * their size.
 */
export const measureLedger: Measurement = async (stage) => {
  const books = await openBooks(stage, 'ledger_alone', MANY_ACCOUNTS);
  return async (note) => {
    const before = await sizeOf(books.ownerUrl);
    const { bare, samples } = await stage.besideTpcB(() => transfersASecond(books, stage.options.seconds));
    const after = await sizeOf(books.ownerUrl);
    note('ledger in batches of 64', samples);
    note('ledger in batches of 64 ÷ TPC-B', samples / bare);
    note('bytes of a transfer', (after.bytes - before.bytes) / (after.transfers - before.transfers));
  };
};

/** The same with 10 thousand and then 10 million accounts. */
export const measureScale: Measurement = async (stage) => {
  const few = await openBooks(stage, 'ledger_10_thousand', FEW_ACCOUNTS);
  const many = await openBooks(stage, 'ledger_10_million', stage.options.accounts);
  return async (note) => {
    const ofFew = await transfersASecond(few, stage.options.seconds);
    const ofMany = await transfersASecond(many, stage.options.seconds);
    note('ledger with 10 thousand accounts', ofFew);
    note('ledger with 10 million accounts', ofMany);
    note('ledger, 10 million ÷ 10 thousand accounts', ofMany / ofFew);
  };
};

async function openBooks(stage: Parameters<Measurement>[0], name: string, count: number): Promise<Books> {
  const begin = performance.now();
  const { ownerUrl, appUrl } = await stage.postgres.createDatabase(name);
  const accounts = await givenLedgerAccounts(ownerUrl, count);
  const database = openDatabase({ connectionString: appUrl, size: WRITERS });
  stage.defer(() => database.close());
  stage.say(`${count} accounts in ${name}: ${Math.round((performance.now() - begin) / 1000)} s`);
  return { database, ownerUrl, accounts };
}

async function transfersASecond({ database, ownerUrl, accounts }: Books, seconds: number): Promise<number> {
  const ledger = openLedger();
  const { tenantId, first, count } = accounts;
  const any = () => first + BigInt(Math.floor(Math.random() * count));
  const batch = async () => {
    const now = Date.now();
    const commands = Array.from({ length: BATCH }, (): Command => {
      const debit = any();
      const credit = any();
      const other = debit === first ? first + 1n : first;
      return {
        do: 'post',
        key: randomUUID(),
        debit,
        credit: credit === debit ? other : credit,
        amount: 1n,
        code: 6,
        effectiveAt: now,
        postedAt: now,
      };
    });
    // Like the server's groups, which have checked that the keys are new.
    const outcomes = await database.transact(tenantId, async (tx) =>
      (await ledger.open(tx, tenantId, commands, async () => {})).apply(commands),
    );
    const refused = outcomes.find(({ ok }) => !ok);
    if (refused) throw new Error(`a transfer was refused: ${JSON.stringify(refused)}`);
  };
  await closedLoop(WRITERS, 1, batch);
  await settle({ ownerUrl });
  return BATCH * (await closedLoop(WRITERS, seconds, batch)).perSecond;
}

/** Size of transfers with their entries on disk, including indexes. */
async function sizeOf(ownerUrl: string): Promise<{ readonly bytes: number; readonly transfers: number }> {
  const [row] = await runOn<{ bytes: string; transfers: string }>(
    ownerUrl,
    "SELECT pg_total_relation_size('transfer') AS bytes, (SELECT count(*) FROM transfer) AS transfers",
  );
  return { bytes: Number(row?.bytes), transfers: Number(row?.transfers) };
}
