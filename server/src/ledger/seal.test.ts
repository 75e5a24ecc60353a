import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, AT, freshKey, givenLedger, TENANT, type TestLedger } from '../../test-support/ledger/ledger.ts';
import { sealAll, TEST_SECRETS } from '../../test-support/ledger/sealed.ts';
import type { Tx } from '../platform/database/database.ts';
import { extendChain, readSealLags } from '../platform/sealed-log/seal.ts';
import { ACCOUNT_CHAIN, OPENING_COLUMNS } from './account-chain.ts';
import { LEDGER_CHAIN, SEALED_COLUMNS } from './ledger-chain.ts';

let given: TestLedger;
beforeEach(async () => {
  given = await givenLedger();
});
afterEach(() => given.close());

const security = { now: () => AT };
/** One pass, which seals nothing where a transaction of any test still runs. */
const pass = () => extendChain({ database: given.database, secrets: TEST_SECRETS, security }, LEDGER_CHAIN);
const seal = () => sealAll(given, { security });

type Row = Readonly<Record<string, unknown>>;
const seals = () => given.asOwner<Row>('SELECT * FROM ledger_seal ORDER BY tenant_id, seq');
const ids = async () =>
  (await given.asOwner<{ id: string }>('SELECT id FROM transfer ORDER BY id')).map(({ id }) => id);

/** A value as PostgreSQL sends it: type, length, bytes. */
const field = (oid: number, bytes: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeInt32BE(oid, 0);
  head.writeInt32BE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
};
const int8 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return field(20, bytes);
};
const int4 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return field(23, bytes);
};
/** Microseconds since 2000. */
const instant = (ms: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(ms - Date.UTC(2000, 0, 1)) * 1000n);
  return field(1184, bytes);
};
const none = (oid: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(oid, 0);
  bytes.writeInt32BE(-1, 4);
  return bytes;
};
const record = (...fields: Buffer[]) => {
  const head = Buffer.alloc(4);
  head.writeInt32BE(fields.length);
  return Buffer.concat([head, ...fields]);
};
const sha256 = (...bytes: Buffer[]) => createHash('sha256').update(Buffer.concat(bytes)).digest();

/** `passed` once `open` was called. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

/** Transfers by hand, so many, between accounts that do not exist. */
const transfersOf = (key: string, count = 1) => `
  INSERT INTO transfer (tenant_id, key, request_hash, code, forced, effective_at, posted_at, amount,
    debit_account_id, debit_seq, debit_balance, debit_credited, debit_posted_at,
    credit_account_id, credit_seq, credit_balance, credit_credited, credit_posted_at)
  SELECT ${TENANT}, '${key}:' || n, decode(repeat('00', 16), 'hex'), 1, false, at, at, 1,
    -1, n, -n, 0, at, -2, n, n, n, at
  FROM generate_series(1, ${count}) AS n, (VALUES (timestamptz '2026-11-20T02:00:00Z')) AS t (at)`;

describe('a seal', () => {
  test('is the keyed hash of the previous seal, its ranges and the bytes of its rows', async () => {
    const account = await given.givenAccount(1_000n);
    expect(await seal()).toBe(1);
    const [row] = await seals();
    const [transfer] = await given.asOwner<{ id: string; request_hash: Buffer; key: string; code: number }>(
      'SELECT id, request_hash, key, code FROM transfer',
    );
    if (!row || !transfer) throw new Error('nothing was sealed');
    const id = BigInt(transfer.id);
    const [small, no] = [Buffer.from([0, transfer.code]), Buffer.from([0])];
    const content = Buffer.concat([
      sha256(
        record(
          int8(id),
          instant(AT),
          instant(AT),
          int4(TENANT),
          field(21, small),
          field(16, no),
          field(17, transfer.request_hash),
          field(25, Buffer.from(transfer.key)),
          // No reversal: three nulls.
          none(20),
          none(20),
          none(23),
        ),
      ),
      sha256(
        record(int8(given.bank), int8(1n), int8(id), int8(-1_000n), int8(-1_000n), int4(TENANT), instant(AT), int8(0n)),
        record(int8(account), int8(1n), int8(id), int8(1_000n), int8(1_000n), int4(TENANT), instant(AT), int8(1_000n)),
      ),
      sha256(),
      sha256(),
    ]);
    expect(row['content']).toEqual(content);
    const facts = `[1,"1","${id}","0","0","2026-11-20T02:00:00.000Z",1,2,0,0,1]`;
    const hash = createHmac('sha256', Buffer.alloc(32, 0x66))
      .update(Buffer.alloc(32))
      .update(facts)
      .update(content)
      .digest();
    expect(row).toMatchObject({ seq: '1', key_version: 1, hash });
  });

  test('follows the previous seal and covers all rows since, with holds and their events', async () => {
    const account = await given.givenAccount(1_000n);
    await seal();
    await given.during(async (tx) => {
      const request = { tenantId: TENANT, account, amount: 100n, placedAt: AT, expiresAt: AT };
      const hold = accepted(await given.ledger.placeHold(tx, { ...request, key: freshKey() }));
      accepted(await given.ledger.placeHold(tx, { ...request, key: freshKey() }));
      accepted(
        await given.ledger.releaseHold(tx, { tenantId: TENANT, hold: hold.id, keep: 0n, at: AT, because: 'voided' }),
      );
    });
    expect(await seal()).toBe(1);
    expect(await seals()).toMatchObject([
      { seq: '1', transfers: 1, entries: 2, holds: 0, hold_events: 0 },
      { seq: '2', transfers: 0, entries: 0, holds: 2, hold_events: 1 },
    ]);
  });

  test('is not written when nothing is new, and records nothing', async () => {
    await given.givenAccount(1_000n);
    await seal();
    const mark = await given.asOwner('SELECT xmin, * FROM ledger_seal_mark');
    expect(await pass()).toBe(0);
    expect(await given.asOwner('SELECT xmin, * FROM ledger_seal_mark')).toEqual(mark);
  });

  test('covers at most a thousand rows of a kind', async () => {
    await given.asOwner(transfersOf('many', 2_500));
    expect(await seal()).toBe(3);
    expect((await seals()).map((row) => row['transfers'])).toEqual([1000, 1000, 500]);
  });

  test('waits for a transaction that may still commit a lower id', async () => {
    const [first, second] = [await given.givenAccount(100n), await given.givenAccount(100n)];
    await seal();
    const pay = (debit: bigint) => given.transfer({ debit, credit: debit === first ? second : first, amount: 10n });
    const [third, fourth] = [await given.givenAccount(0n), await given.givenAccount(100n)];
    let commit = () => {};
    const wait = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let posted = () => {};
    const isPosted = new Promise<void>((resolve) => {
      posted = resolve;
    });
    const slow = given.during(async (tx) => {
      accepted(await given.ledger.post(tx, pay(first)));
      posted();
      await wait;
    });
    await isPosted;
    await given.during((tx) =>
      given.ledger.post(tx, given.transfer({ debit: fourth, credit: third, amount: 5n })).then(accepted),
    );
    expect(await pass()).toBe(0);
    expect(await pass()).toBe(0);
    commit();
    await slow;
    expect(await seal()).toBe(1);
    expect((await seals()).at(-1)).toMatchObject({ transfers: 3, transfers_to: (await ids()).at(-1) });
  });

  test('reports its delay since its rows were recorded while a transaction blocks it', async () => {
    const lag = async (ms: number) =>
      (await given.database.readShared((tx) => readSealLags(tx, ms))).find(({ chain }) => chain === 'ledger')?.seconds;
    const { passed, open } = gate();
    const begun = gate();
    const slow = given.during(async (tx) => {
      await tx.query('SELECT pg_current_xact_id()');
      begun.open();
      await passed;
    });
    await begun.passed;
    await given.givenAccount(100n);
    expect(await lag(AT + 90_000)).toBe(0);
    expect(await pass()).toBe(0);
    expect(await lag(AT + 90_000)).toBe(90);
    open();
    await slow;
    await seal();
    expect(await lag(AT + 90_000)).toBe(0);
  });

  test('waits for a transaction that began after the newest one and drew its id before it', async () => {
    const [payer, payee] = [await given.givenAccount(100n), await given.givenAccount(0n)];
    await seal();
    const transactionIds = async (tx: Tx) => void (await tx.run('SELECT pg_current_xact_id()'));
    const [newestBegan, olderIdDrawn, release] = [gate(), gate(), gate()];
    const newest = given.during(async (tx) => {
      await transactionIds(tx);
      newestBegan.open();
      await olderIdDrawn.passed;
      await tx.run(transfersOf('drawn second'));
    });
    await newestBegan.passed;
    const slow = given.during(async (tx) => {
      accepted(await given.ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount: 10n })));
      olderIdDrawn.open();
      await release.passed;
    });
    await newest;
    expect(await pass()).toBe(0);
    expect(await pass()).toBe(0);
    release.open();
    await slow;
    expect(await seal()).toBe(1);
    expect((await seals()).at(-1)).toMatchObject({ transfers: 2, transfers_to: (await ids()).at(-1) });
  });

  test('is written after a copy into another cluster, whose transaction ids start again', async () => {
    await given.givenAccount(100n);
    await seal();
    await given.asOwner('UPDATE ledger_seal_mark SET before_xid = 4000000000000');
    await given.givenAccount(100n);
    expect(await seal()).toBe(1);
  });

  test('is written by one server at a time', async () => {
    await given.givenAccount(100n);
    const made = await Promise.all([seal(), seal(), seal()]);
    expect(made.toSorted()).toEqual([0, 0, 1]);
    expect(await seals()).toHaveLength(1);
  });
});

test('the sealed bytes contain every column of a sealed row', async () => {
  const columns = await given.asOwner<{ table: string; columns: string[] }>(`
    SELECT table_name AS table, array_agg(column_name::text ORDER BY column_name) AS columns
    FROM information_schema.columns WHERE table_name = ANY ('{transfer,reversal,hold,hold_event}') GROUP BY 1`);
  const { entry, ...tables } = SEALED_COLUMNS;
  // The sides of a transfer are sealed as its two entries, whose bytes a test above spells out.
  const sides = ['account_id', 'seq', 'balance', 'credited', 'posted_at'];
  expect(entry).toHaveLength(['transfer_id', 'amount', 'tenant_id', ...sides].length);
  const ofSides = ['debit', 'credit'].flatMap((side) => sides.map((name) => `${side}_${name}`));
  const sealed = { ...tables, transfer: [...tables.transfer, 'amount', ...ofSides] };
  expect(Object.fromEntries(columns.map((row) => [row.table, row.columns]))).toEqual(
    Object.fromEntries(Object.entries(sealed).map(([table, names]) => [table, [...names].toSorted()])),
  );
});

test('every column of an account is sealed, follows from its balance, or marks its closing', async () => {
  const columns = await given.asOwner<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'ledger_account'",
  );
  const moving = [
    'balance',
    'held',
    'version',
    'is_below_floor',
    'credited',
    'last_posted_at',
    'closed_at',
    'aside',
    'aside_is_firm',
  ];
  expect(columns.map(({ name }) => name).toSorted()).toEqual([...OPENING_COLUMNS, ...moving].toSorted());
});

test('an account opened in an uncommitted transaction delays the sealing of later accounts', async () => {
  const [opened, release] = [gate(), gate()];
  const newAccount = { tenantId: TENANT, kind: 'cardholder', floor: 0n } as const;
  const slow = given.during(async (tx) => {
    await given.ledger.openAccount(tx, newAccount);
    opened.open();
    await release.passed;
  });
  await opened.passed;
  await given.during((tx) => given.ledger.openAccount(tx, newAccount));
  const passAccounts = () => extendChain({ database: given.database, secrets: TEST_SECRETS, security }, ACCOUNT_CHAIN);
  expect([await passAccounts(), await passAccounts()]).toEqual([0, 0]);
  release.open();
  await slow;
  await sealAll(given, { security }, ACCOUNT_CHAIN);
  expect(await given.asOwner('SELECT seq, accounts FROM account_seal')).toEqual([{ seq: '1', accounts: 4 }]);
});
