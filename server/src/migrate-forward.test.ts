import { afterEach, beforeEach, expect, it } from 'vitest';
import { givenEmptyDatabase } from '../test-support/database.ts';
import { fillWithDemoAt0006 } from '../test-support/demo-at-0006.ts';
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

it('the demo of an older release is sound after every migration since, and can be sealed', async () => {
  await migrate(given.ownerUrl);
  expect(await findings()).toEqual([]);
  const database = openDatabase({ connectionString: given.url, size: 2 });
  try {
    await sealAll({ database, asOwner: given.asOwner }, {}, ACCOUNT_CHAIN);
    await sealAll({ database, asOwner: given.asOwner });
    await sealAll({ database, asOwner: given.asOwner }, {}, AUDIT_CHAIN);
  } finally {
    await database.close();
  }
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
