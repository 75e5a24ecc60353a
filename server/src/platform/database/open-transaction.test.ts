import { beforeAll, expect, it } from 'vitest';
import { openHashLimit } from '../secrets/hash-limit.ts';
import { inTransaction, refuseInTransaction, watchTransactions } from './open-transaction.ts';
import { openTurns } from '../one-at-a-time.ts';

beforeAll(watchTransactions);

const nothing = async () => {};

it.each([
  ['a hash', () => openHashLimit({ atOnce: 1, waitingMost: 1 })(nothing)],
  ['waiting for a turn', () => openTurns({ waitingMost: 1, waitMs: 1 }).take('a', nothing)],
])('%s is refused inside a transaction and allowed beside one', async (what, run) => {
  await expect(inTransaction(async () => run())).rejects.toThrow(`${what} with a transaction open`);
  const gate = Promise.withResolvers<void>();
  const open = inTransaction(() => gate.promise);
  await run();
  gate.resolve();
  await open;
});

it('nothing is refused once the transaction has ended, including work it started', async () => {
  const gate = Promise.withResolvers<void>();
  let later: Promise<void> | undefined;
  await inTransaction(async () => {
    later = gate.promise.then(() => refuseInTransaction('a hash'));
  });
  gate.resolve();
  await expect(later).resolves.toBeUndefined();
});
