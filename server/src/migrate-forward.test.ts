import { afterEach, beforeEach, expect, it } from 'vitest';
import { givenEmptyDatabase } from '../test-support/database.ts';
import { fillWithDemoAt0006, migrateUpTo } from '../test-support/demo-at-0006.ts';
import { sealAll } from '../test-support/sealed.ts';
import { ACCOUNT_CHAIN } from './ledger/account-chain.ts';
import { AUDIT_CHAIN } from './platform/audit-chain.ts';
import { openDatabase } from './platform/database.ts';
import { migrate } from './platform/migrate.ts';
import { verify } from './verify.ts';

let given: Awaited<ReturnType<typeof givenEmptyDatabase>>;
beforeEach(async () => {
  given = await givenEmptyDatabase();
  await fillWithDemoAt0006(given.ownerUrl);
});
afterEach(() => given.close());

const findings = async () => {
  const lines: string[] = [];
  await verify(given.ownerUrl, { say: (line) => lines.push(line) });
  return lines.filter((line) => line.includes('✗'));
};

async function sealEverything() {
  const database = openDatabase({ connectionString: given.url, size: 2 });
  try {
    await sealAll({ database, asOwner: given.asOwner }, {}, ACCOUNT_CHAIN);
    await sealAll({ database, asOwner: given.asOwner });
    await sealAll({ database, asOwner: given.asOwner }, {}, AUDIT_CHAIN);
  } finally {
    await database.close();
  }
}

it('the demo of an older release is sound after every migration since, and can be sealed', async () => {
  await migrate(given.ownerUrl);
  expect(await findings()).toEqual([]);
  await sealEverything();
  expect(await findings()).toEqual([]);
  expect(await given.asOwner('SELECT transfers, entries, holds, hold_events FROM ledger_seal')).toEqual([
    { transfers: 17, entries: 34, holds: 5, hold_events: 4 },
  ]);
  expect(await given.asOwner('SELECT seq, lines, lines_to FROM audit_seal')).toEqual([
    { seq: '1', lines: 2, lines_to: '2' },
  ]);
});

it('the balances that its people saw are what they see', async () => {
  const balances = () => given.asOwner('SELECT id, kind, balance, held, version FROM ledger_account ORDER BY id');
  const rows = () => given.asOwner('SELECT account_id, seq, amount, balance_after FROM entry ORDER BY 1, 2');
  const before = [await balances(), await rows()];
  await migrate(given.ownerUrl);
  expect([await balances(), await rows()]).toEqual(before);
});

it('what was sealed while entries were rows of their own is proved by those seals', async () => {
  await migrateUpTo(given.ownerUrl, '0030');
  await sealEverything();
  const seals = () => given.asOwner('SELECT * FROM ledger_seal');
  const before = await seals();
  await migrate(given.ownerUrl);
  expect(await seals()).toEqual(before);
  expect(before).toHaveLength(1);
  expect(await findings()).toEqual([]);
  await given.asOwner('UPDATE transfer SET credit_balance = credit_balance + 1 WHERE id = 1');
  expect((await findings()).join('\n')).toContain('entries were changed after they had been sealed');
});

it.each([
  ['a debit', 'DELETE FROM entry WHERE transfer_id = 3 AND amount < 0'],
  ['both entries', 'DELETE FROM entry WHERE transfer_id = 3'],
  ['the same amount on both sides', 'UPDATE entry SET amount = amount + 1 WHERE transfer_id = 3 AND amount > 0'],
  ['its head', 'DELETE FROM transfer WHERE id = 3'],
])('a ledger in which a transfer lacks %s stays as it is', async (_what, damage) => {
  await migrateUpTo(given.ownerUrl, '0030');
  await given.asOwner(`SET session_replication_role = replica; ${damage}`);
  const books = () =>
    given.asOwner('SELECT (SELECT count(*) FROM transfer) AS heads, (SELECT count(*) FROM entry) AS rows');
  const before = await books();
  await expect(migrate(given.ownerUrl)).rejects.toThrow(
    'a transfer has not one debit and one credit of the same amount',
  );
  expect(await books()).toEqual(before);
});

it('an answer that was kept under the texts of its caller and key is kept under their digest', async () => {
  await migrateUpTo(given.ownerUrl, '0032');
  const answer = { ok: false, error: 'insufficient_funds', field: 'Amount' };
  await given.asOwner(
    `INSERT INTO kept_answer (tenant_id, caller, operation, key, request_hash, answer, at)
     VALUES (1, 'web:7', 'transferInternal', 'one', decode(repeat('0f', 16), 'hex'), $1, '2026-11-20 01:02:03+00')`,
    [answer],
  );
  await migrate(given.ownerUrl);
  const [row, ...others] = await given.asOwner(
    'SELECT id, tenant_id, request_hash, answer, at = \'2026-11-20 01:02:03+00\' AS "isAsOld" FROM kept_answer',
  );
  expect(others).toEqual([]);
  // By `printf 'transferInternal web:7 one' | sha256sum`.
  const id = 'efdfae35-c4f3-bc2c-5bd4-753f0822f50f';
  expect(row).toEqual({ id, tenant_id: 1, request_hash: Buffer.alloc(16, 0x0f), answer, isAsOld: true });
});
