import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { databaseAt } from '../../../test-support/processes/database.ts';
import {
  givenConnection,
  knowSample,
  moneyOf,
  type TestConnection,
} from '../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../test-support/processors/sample/sample.ts';
import type { TestCard } from '../../../test-support/factories.ts';
import { referenceOf } from '../../outside/processors/reference.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { roadOf } from './road.ts';

/** 700 ms to decide, since 500 ms are left for the way back. */
const DEADLINE_MS = 1_200;

let test: TestApp;
let connection: TestConnection;
beforeAll(async () => {
  test = await givenApp();
  knowSample(test, sampleProcessor(DEADLINE_MS));
  connection = await givenConnection(test);
});
afterAll(() => test.close());

const askOf = (id: string, card: string) => ({
  id,
  type: 'ask',
  purchase: `bought-${id}`,
  card,
  cents: 10_00,
  shop: 'Bakery',
});

/** Locks the account of a card while `work` runs. */
async function withLocked({ account, brand }: TestCard, work: () => Promise<void>): Promise<void> {
  await test.ctx.database.transact(brand.tenantId, async (tx) => {
    await tx.run('SELECT 1 FROM ledger_account WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
      brand.tenantId,
      account.ledgerAccountId,
    ]);
    await work();
  });
}

async function eventOf(key: string) {
  await roadOf(test.ctx).settled();
  const [row] = await test.ctx.asOwner('SELECT outcome, did FROM processor_event WHERE key = $1', [key]);
  return row;
}

describe('an ask that cannot be decided in time', () => {
  it('is silence before its deadline, holds nothing, and delays no other', async () => {
    const [locked, free] = [await connection.card(), await connection.card()];
    await withLocked(locked, async () => {
      const began = performance.now();
      const late = connection.send('asks', askOf('late-1', locked.external));
      expect(await connection.send('asks', askOf('free-1', free.external))).toMatchObject({
        body: '{"yes":true,"cents":1000}',
      });
      expect(await late).toEqual({ status: 200, body: '{"yes":false,"why":"silence"}' });
      expect(performance.now() - began).toBeLessThan(DEADLINE_MS);
    });
    expect(await eventOf('late-1')).toEqual({ outcome: 'silent', did: 'late' });
    const stored = await test.ctx.asOwner(
      'SELECT FROM network_message n JOIN authorisation a ON a.id = n.authorisation_id WHERE a.card_id = $1',
      [locked.id],
    );
    expect(stored).toEqual([]);
    expect(await moneyOf(test, locked)).toEqual({ balance: 100_00, held: 0 });
    expect(await connection.send('asks', askOf('late-1', locked.external))).toEqual({
      status: 200,
      body: '{"yes":false,"why":"silence"}',
    });
  });

  it('is silence for an announced refund too, and no row of it comes later', async () => {
    const card = await connection.card();
    const reference = referenceOf(connection.id, 'credit-1');
    const withReference = (work: () => Promise<void>) =>
      test.ctx.database.transact(connection.tenantId, async (tx) => {
        await lockNames(tx, [`network:${reference}`]);
        await work();
      });
    await withReference(async () => {
      expect(await connection.send('asks', { ...askOf('credit-1', card.external), type: 'credit' })).toEqual({
        status: 200,
        body: '{"yes":false,"why":"silence"}',
      });
    });
    expect(await eventOf('credit-1')).toEqual({ outcome: 'silent', did: 'late' });
    // One that still waited would have its turn first.
    await withReference(async () => {});
    expect(await test.ctx.asOwner('SELECT FROM pending_refund WHERE reference = $1', [reference])).toEqual([]);
    await connection.send('asks', { ...askOf('credit-2', card.external), type: 'credit' });
    expect(await test.ctx.asOwner('SELECT amount FROM pending_refund WHERE card_id = $1', [card.id])).toHaveLength(1);
  });

  it('is left to the processor where the programme chose so', async () => {
    const leaving = await givenConnection(test, { silence: 'leave' });
    const card = await leaving.card();
    await withLocked(card, async () => {
      expect(await leaving.send('asks', askOf('late-2', card.external))).toEqual({ status: 503, body: '' });
    });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 0 });
  });

  it('is silence while the database is away', async () => {
    const { ownerUrl, url } = test.ctx;
    const away = databaseAt(ownerUrl, url);
    const other = await givenApp({}, {}, away);
    knowSample(other, sampleProcessor(DEADLINE_MS));
    (other.ctx.config.namedSecrets as Map<string, string>).set(
      `WATTLE_SECRET_${connection.tenantId}_ASKS`,
      'secret of asks',
    );
    await other.ctx.processors.refresh();
    await away.database.close();
    expect(await connection.sendTo(other, 'asks', askOf('away-1', 'card_1'))).toEqual({
      status: 200,
      body: '{"yes":false,"why":"silence"}',
    });
    await other.app.close();
  });
});
