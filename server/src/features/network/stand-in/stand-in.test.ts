import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  databaseAt,
  givenContext,
  givenDatabase,
  type TestContext,
  type TestDatabase,
} from '../../../../test-support/processes/database.ts';
import { givenBrand, givenCard, type TestCard } from '../../../../test-support/factories.ts';
import { postNetwork, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { givenPostgresProxy, type PostgresProxy } from '../../../../test-support/processes/postgres-proxy.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { buildApp } from '../../../http/app.ts';
import { openReplica, withStandby } from '../../../platform/database/replica.ts';
import { postStandIns } from './stand-in.ts';

let behind: TestDatabase;
let proxy: PostgresProxy;
let standby: TestDatabase;
let folder: string;
let ctx: TestContext;
let app: FastifyInstance;
let card: TestCard;

/** A server whose primary can be taken away while its standby stays. */
async function givenServer(standIn: string): Promise<void> {
  const primary = databaseAt(behind.ownerUrl, proxy.url, { size: 4 });
  const replica = openReplica(standby.database);
  const settings = {
    WATTLE_DATA: folder,
    DATABASE_URL: behind.url,
    DATABASE_REPLICA_URL: behind.url,
    WATTLE_NETWORK_STAND_IN: standIn,
  };
  const given = await givenContext(settings, { ...primary, database: withStandby(primary.database, replica) });
  ctx = { ...given, replica };
  app = await buildApp(ctx);
}
async function stopServer(): Promise<void> {
  await app.close();
  await ctx.close();
}
beforeEach(async () => {
  behind = await givenDatabase();
  proxy = await givenPostgresProxy(behind.url);
  standby = databaseAt(behind.ownerUrl, behind.url, { size: 4 });
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-stand-in-'));
});
afterEach(async () => {
  await stopServer();
  await standby.close();
  await proxy.close();
  await behind.close();
  await rm(folder, { recursive: true, force: true });
});

const givenHolder = async (balance = 100_00n) => {
  card = await givenCard(ctx, { brand: await givenBrand(ctx), balance });
};
const ask = (message: object) => sendNetwork({ app, ctx }, 'authorisations', message);
const books = () =>
  behind.asOwner<{ reference: string; status: string; is_advice: boolean; approval_code: string; amount: string }>(
    'SELECT reference, status, is_advice, approval_code, amount::text FROM authorisation ORDER BY id',
  );
const fileText = () => readFile(path.join(folder, 'stand-in-0.jsonl'), 'utf8');

describe('while no database accepts writes', () => {
  it('declines a purchase when the rule is to decline, and decides a repeat from the ledger', async () => {
    await givenServer('decline');
    await givenHolder();
    await proxy.refuse();
    const message = purchaseOf(card);
    expect(await ask(message)).toMatchObject({ answer: '96', approvalCode: null });
    await proxy.resume();
    expect(await ask({ ...message, reference: `${message.reference}-2` })).toMatchObject({ answer: '00' });
    expect(await books()).toHaveLength(1);
  });

  it('approves a purchase within the amount once, and posts it as an advice when the database is back', async () => {
    await givenServer('approve=20.00');
    await givenHolder();
    await proxy.refuse();
    const message = purchaseOf(card, { amount: 12_34 });
    const answer = await ask(message);
    expect(answer).toMatchObject({ answer: '00', available: null });
    expect(answer.approvalCode).toMatch(/^\d{6}$/);
    expect(await ask(message)).toEqual(answer);
    expect(await ask({ ...message, amount: 1 })).toMatchObject({ answer: '94' });
    // 12.34 and 7.67 are more than 20.00 together.
    expect(await ask(purchaseOf(card, { amount: 7_67 }))).toMatchObject({ answer: '96' });
    expect(await ask(purchaseOf(card, { amount: 7_66 }))).toMatchObject({ answer: '00' });
    await postStandIns(ctx);
    expect(await books()).toEqual([]);

    await proxy.resume();
    ctx.setSecurityTime(ctx.clocks.security.now() + 16_000);
    await postStandIns(ctx);
    await postStandIns(ctx);
    expect(await books()).toMatchObject([
      {
        reference: message.reference,
        status: 'approved',
        is_advice: true,
        approval_code: answer.approvalCode,
        amount: '1234',
      },
      { status: 'approved', is_advice: true, amount: '766' },
    ]);
    await expect(fileText()).rejects.toThrow('ENOENT');
    // The network repeats the message and gets the same answer.
    expect(await ask(message)).toMatchObject({ answer: '00', approvalCode: answer.approvalCode });
    const [account] = await behind.asOwner<{ held: string }>('SELECT held::text FROM ledger_account WHERE id = $1', [
      card.account.ledgerAccountId,
    ]);
    expect(account).toEqual({ held: '2000' });
    expect(await brokenIn(ctx)).toEqual([]);
  });

  it('stops online purchases after wrong CVV2s, and counts them in the database when it is back', async () => {
    await givenServer('approve=20.00');
    await givenHolder();
    await proxy.refuse();
    const right = ctx.secrets.cvv2(card.pan, card.expiry);
    const online = (cvv2: string) => ask(purchaseOf(card, { channel: 'online', cvv2, expiry: card.expiry, amount: 1 }));
    const wrong = right === '123' ? '124' : '123';
    const guesses = await Promise.all(Array.from({ length: 6 }, () => online(wrong)));
    expect(guesses.map(({ answer }) => answer)).toEqual(Array(6).fill('05'));
    expect(await online(right)).toMatchObject({ answer: '05' });
    expect(await ask(purchaseOf(card, { amount: 1 }))).toMatchObject({ answer: '00' });
    await proxy.resume();
    ctx.setSecurityTime(ctx.clocks.security.now() + 16_000);
    await postStandIns(ctx);
    const [row] = await behind.asOwner('SELECT cvv2_failures FROM card WHERE id = $1', [card.id]);
    expect(row).toEqual({ cvv2_failures: 5 });
    expect(await online(right)).toMatchObject({ answer: '05' });
  });

  it('keeps approvals when the server is killed, without card numbers or codes in the file', async () => {
    await givenServer('approve=20.00');
    await givenHolder();
    await proxy.refuse();
    const cvv2 = ctx.secrets.cvv2(card.pan, card.expiry);
    const message = purchaseOf(card, { channel: 'online', cvv2, expiry: card.expiry });
    expect(await ask(message)).toMatchObject({ answer: '00' });
    const text = await fileText();
    expect(text).not.toContain(card.pan);
    expect(text).not.toContain('cvv2');
    const keep = card;
    await stopServer();
    await proxy.resume();
    await givenServer('approve=20.00');
    card = keep;
    await postStandIns(ctx);
    expect(await books()).toMatchObject([{ reference: message.reference, is_advice: true }]);
  });

  it('declines a blocked card, a wrong CVV2, a PIN and missing funds', async () => {
    await givenServer('approve=20.00');
    await givenHolder(10_00n);
    const { brand } = card;
    const lost = await givenCard(ctx, { brand, status: 'Lost', balance: 100_00n });
    await proxy.refuse();
    expect(await ask(purchaseOf(lost))).toMatchObject({ answer: '41' });
    const wrong = ctx.secrets.cvv2(card.pan, card.expiry) === '123' ? '124' : '123';
    expect(await ask(purchaseOf(card, { channel: 'online', cvv2: wrong }))).toMatchObject({ answer: '05' });
    expect(await ask(purchaseOf(card, { channel: 'chip', pin: '1234' }))).not.toMatchObject({ answer: '00' });
    expect(await ask(purchaseOf(card, { amount: 10_01 }))).toMatchObject({ answer: '51' });
    expect(await ask(purchaseOf(card, { cardNumber: '4000000000000002' }))).toMatchObject({ answer: '14' });
  });

  it('holds an approved purchase that another server had declined, because the network has the approval', async () => {
    await givenServer('approve=20.00');
    await givenHolder();
    const message = purchaseOf(card);
    await behind.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [card.id]);
    expect(await ask(message)).not.toMatchObject({ answer: '00' });
    await behind.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [card.id]);
    await proxy.refuse();
    expect(await ask(message)).toMatchObject({ answer: '00' });
    await proxy.resume();
    await postStandIns(ctx);
    expect((await books()).map(({ status }) => status)).toEqual(['declined', 'approved']);
  });

  it('reverses a declined purchase that another server had approved, because the network has the decline', async () => {
    await givenServer('approve=20.00');
    await givenHolder();
    const message = purchaseOf(card);
    expect(await ask(message)).toMatchObject({ answer: '00' });
    await behind.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [card.id]);
    await proxy.refuse();
    expect(await ask(message)).toMatchObject({ answer: '41' });
    expect(await ask(message)).toMatchObject({ answer: '41' });
    await proxy.resume();
    // A commit whose connection broke may still complete.
    await postStandIns(ctx);
    expect(await books()).toMatchObject([{ status: 'approved' }]);
    ctx.setSecurityTime(ctx.clocks.security.now() + 16_000);
    await postStandIns(ctx);
    expect(await books()).toMatchObject([{ status: 'reversed' }]);
    const [account] = await behind.asOwner<{ held: string }>('SELECT held::text FROM ledger_account WHERE id = $1', [
      card.account.ledgerAccountId,
    ]);
    expect(account).toEqual({ held: '0' });
    await expect(fileText()).rejects.toThrow('ENOENT');
    expect(await brokenIn(ctx)).toEqual([]);
  });

  it('repeats a decline before and after the database is back', async () => {
    await givenServer('decline');
    await givenHolder();
    await proxy.refuse();
    const message = purchaseOf(card);
    expect(await ask(message)).toMatchObject({ answer: '96' });
    await proxy.resume();
    expect(await ask(message)).toMatchObject({ answer: '96', approvalCode: null });
    ctx.setSecurityTime(ctx.clocks.security.now() + 16_000);
    await postStandIns(ctx);
    await expect(fileText()).rejects.toThrow('ENOENT');
    expect(await ask(message)).toMatchObject({ answer: '96', approvalCode: null });
    expect(await books()).toEqual([]);
    expect(await brokenIn(ctx)).toEqual([]);
  });

  it('removes declines from the file when there are other clusters', async () => {
    await givenServer('decline');
    await givenHolder();
    await proxy.refuse();
    await ask(purchaseOf(card));
    await ask(purchaseOf(card, { cardNumber: '4000000000000002' }));
    await proxy.resume();
    ctx.setSecurityTime(ctx.clocks.security.now() + 16_000);
    await postStandIns({ ...ctx, places: {} as NonNullable<TestContext['places']> });
    await expect(fileText()).rejects.toThrow('ENOENT');
  });

  it('shares the amount between purchases of a card at the same moment', async () => {
    await givenServer('approve=20.00');
    await givenHolder();
    await proxy.refuse();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(purchaseOf(card, { amount: 9_00 }))));
    expect(answers.map(({ answer }) => answer).sort()).toEqual(['00', '00', '96', '96', '96']);
  });

  it('clears the stand-in hold in spite of a decline in the database', async () => {
    await givenServer('approve=20.00');
    await givenHolder();
    const message = purchaseOf(card);
    await behind.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [card.id]);
    await ask(message);
    await behind.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [card.id]);
    await proxy.refuse();
    expect(await ask(message)).toMatchObject({ answer: '00' });
    await proxy.resume();
    await postStandIns(ctx);
    const clearing = { ...message, reference: `${message.reference}-C`, original: message.reference };
    expect(await sendNetwork({ app, ctx }, 'clearings', clearing)).toMatchObject({ answer: '00' });
    expect((await books()).map(({ status }) => status)).toEqual(['declined', 'cleared']);
    const [account] = await behind.asOwner<{ held: string }>('SELECT held::text FROM ledger_account WHERE id = $1', [
      card.account.ledgerAccountId,
    ]);
    expect(account).toEqual({ held: '0' });
    expect(await brokenIn(ctx)).toEqual([]);
  });

  // Two servers stood in, each with its own file: one had a standby to ask, the other had none.
  it.each(['the decline', 'the approval'])(
    'holds a purchase that one server declined and another approved until its clearing, with %s posted first',
    async (first) => {
      await givenServer('decline');
      await givenHolder();
      await proxy.refuse();
      const message = purchaseOf(card);
      expect(await ask(message)).toMatchObject({ answer: '96' });
      await proxy.resume();
      await stopServer();
      const declining = folder;
      const approving = path.join(folder, 'other');
      await mkdir(approving, { mode: 0o700 });
      folder = approving;
      await givenServer('approve=20.00');
      folder = declining;
      await proxy.refuse();
      expect(await ask(message)).toMatchObject({ answer: '00' });
      await proxy.resume();
      ctx.setSecurityTime(ctx.clocks.security.now() + 16_000);
      const others = { ...ctx, config: { ...ctx.config, dataFolder: declining } };
      for (const of of first === 'the decline' ? [others, ctx] : [ctx, others]) await postStandIns(of);
      const held = async () => {
        const id = card.account.ledgerAccountId;
        const [row] = await behind.asOwner<{ held: string }>('SELECT held FROM ledger_account WHERE id = $1', [id]);
        return Number(row?.held);
      };
      expect(await held()).toBe(12_34);
      const clearing = { ...message, reference: `${message.reference}-C`, original: message.reference };
      expect(await sendNetwork({ app, ctx }, 'clearings', clearing)).toMatchObject({ answer: '00' });
      expect(await held()).toBe(0);
      expect(await brokenIn(ctx)).toEqual([]);
    },
  );

  it('answers 503 to a repeat whose first attempt may be committed, until the database is back', async () => {
    await givenServer('approve=20.00');
    await givenHolder();
    await ask(purchaseOf(card));
    let message = purchaseOf(card);
    // At each statement before COMMIT nothing was written, so the server answers alone.
    for (let number = 1; number <= 100; number += 1) {
      message = purchaseOf(card, { amount: 10 });
      proxy.arm(number, 'cut after');
      const { statusCode } = await postNetwork({ app, ctx }, 'authorisations', message);
      if (statusCode === 503) break;
    }
    await proxy.refuse();
    expect((await postNetwork({ app, ctx }, 'authorisations', message)).statusCode).toBe(503);
    await proxy.resume();
    expect(await ask(message)).toMatchObject({ answer: '00' });
  });
});
