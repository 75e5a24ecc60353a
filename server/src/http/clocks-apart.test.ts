import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, signInWithPassword, type TestApp } from '../../test-support/app.ts';
import { givenDatabase } from '../../test-support/processes/database.ts';
import { givenRunner } from '../../test-support/due-work.ts';
import { effect, effects, givenEffects } from '../../test-support/effects.ts';
import type { TestProduct } from '../../test-support/factories.ts';
import { type Note, notes, queueNote } from '../../test-support/desk/notes.ts';
import { purchaseOf, sendNetwork } from '../../test-support/network.ts';
import { sealAll } from '../../test-support/ledger/sealed.ts';
import { balanceOf, givenPayer, givenTransferProduct, postMoney, transferBody } from '../../test-support/transfers.ts';
import { brokenIn } from '../../test-support/ledger/verified.ts';
import { databaseClock } from '../platform/database/database-clock.ts';
import type { QueuedJob } from '../platform/due-work/job.ts';
import type { TestContext } from '../../test-support/processes/database.ts';

const MINUTE = 60_000;

let slow: TestApp;
let fast: TestApp;
let product: TestProduct;
beforeAll(async () => {
  const database = await givenDatabase();
  slow = await givenApp({}, {}, database);
  fast = await givenApp({}, {}, { ...database, close: async () => {} });
  fast.ctx.advance(MINUTE);
  // Like real servers, they use the time of the database where their own clocks could be wrong.
  for (const { ctx } of [slow, fast]) Object.assign(ctx, { sharedClock: databaseClock });
  product = await givenTransferProduct(slow.ctx);
});
afterAll(async () => {
  await fast.close();
  await slow.close();
});

const cards = async ({ app }: TestApp, token: string) =>
  (await app.inject({ url: '/api/card/cards', headers: { authorization: `Bearer ${token}` } })).statusCode;
const pairs = () =>
  [
    [fast, slow],
    [slow, fast],
  ] as const;

describe('two servers whose clocks are a minute apart', () => {
  it('accept and refresh each other’s sessions', async () => {
    for (const [one, other] of pairs()) {
      const { webAccount } = await givenPayer(slow.ctx, product);
      const first = await signInWithPassword(one.app, webAccount);
      expect(await cards(other, first.access_token)).toBe(200);
      const fields = { grant_type: 'refresh_token', ...brandFields(product.brand), refresh_token: first.refresh_token };
      const renewed = await postForm(other.app, '/api/token', fields);
      expect(renewed.statusCode).toBe(200);
      expect(await cards(one, renewed.json<{ access_token: string }>().access_token)).toBe(200);
    }
  });

  it('return the same successor for a token that one of them has just replaced', async () => {
    for (const [one, other] of pairs()) {
      const { webAccount } = await givenPayer(slow.ctx, product);
      const first = await signInWithPassword(one.app, webAccount);
      const fields = { grant_type: 'refresh_token', ...brandFields(product.brand), refresh_token: first.refresh_token };
      const successors = [];
      for (const { app } of [one, other]) {
        const renewed = await postForm(app, '/api/token', fields);
        expect(renewed.statusCode).toBe(200);
        successors.push(renewed.json<{ refresh_token: string }>().refresh_token);
      }
      expect(successors[1]).toBe(successors[0]);
    }
  });

  it('return the same payment for an idempotency key', async () => {
    for (const [one, other] of pairs()) {
      const [from, to] = [await givenPayer(slow.ctx, product), await givenPayer(slow.ctx, product)];
      const body = transferBody(from.card.account, to.card.account);
      const key = randomUUID();
      const first = await postMoney(one, 'transfer/internal', from.headers, body, key);
      const second = await postMoney(other, 'transfer/internal', from.headers, body, key);
      expect([first.statusCode, second.body]).toEqual([200, first.body]);
      // The server with the slow clock posts second, and the account's history stays in order.
      expect((await postMoney(other, 'transfer/internal', from.headers, body)).statusCode).toBe(200);
      expect(await balanceOf(slow.ctx, from.card.account)).toBe(9_800n);
    }
    await sealAll(slow.ctx);
    expect(await brokenIn(slow.ctx)).toEqual([]);
  });

  it('accept messages of the card network signed by either clock', async () => {
    const { card } = await givenPayer(slow.ctx, product);
    for (const [one, other] of pairs()) {
      expect((await sendNetwork(one, 'authorisations', purchaseOf(card))).answer).toBe('00');
      const purchase = purchaseOf(card);
      const first = await sendNetwork(one, 'authorisations', purchase);
      expect(await sendNetwork(other, 'authorisations', purchase)).toEqual(first);
    }
  });

  it('run due work once, though the lease of the slow one has expired for the fast one', async () => {
    await givenEffects(slow.ctx);
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const job = (isFirst: boolean): QueuedJob<TestContext, Note> => ({
      queue: notes,
      atOnce: 10,
      async inTransaction(_ctx, tx, item) {
        if (isFirst) {
          begun.resolve();
          await goOn.promise;
        }
        await effect(tx, item.tenantId, item.payload.note);
        return 'done';
      },
    });
    await queueNote(slow.ctx, product.brand.tenantId, 'once');
    const [behind, ahead] = [givenRunner(slow.ctx, [job(true)]), givenRunner(fast.ctx, [job(false)])];
    const carried = behind.runDue();
    await begun.promise;
    const taken = ahead.runDue();
    goOn.resolve();
    await Promise.all([carried, taken]);
    await Promise.all([behind.runDue(), ahead.runDue()]);
    expect(await effects(slow.ctx)).toEqual(['once']);
    await Promise.all([behind.stop(), ahead.stop()]);
  });
});
