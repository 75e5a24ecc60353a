import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import {
  givenBrand,
  givenHolder,
  givenTenant,
  type TestBrand,
  type TestHolder,
} from '../../../test-support/factories.ts';
import { messagesTo, postReceipt } from '../../../test-support/outside/receipts.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import type { MessageReceipt } from '../../outside/receipt.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';
import { hear } from '../messages/public.ts';
import { queueRequested } from '../messages/queue-message.ts';
import { noteEarlyReceipts } from './receipts.due.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wattle-receipts-'));
let test: TestApp;
let brand: TestBrand;
beforeAll(async () => {
  test = await givenApp({ WATTLE_DATA: folder });
  brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

let causes = 0;
/** A code to a new holder, sent; the answer of the provider may be given. */
async function givenSent({ channel = 'sms', providerId, holder: given }: Sent = {}) {
  const { ctx } = test;
  const holder = given ?? (await givenHolder(ctx, { brand }));
  const to = channel === 'sms' ? `+614${String(holder.id).padStart(8, '0')}` : holder.email;
  causes += 1;
  await ctx.database.transact(brand.tenantId, (tx) =>
    queueRequested(tx, ctx, {
      channel,
      to,
      tenantId: brand.tenantId,
      brandId: brand.id,
      holderId: holder.id,
      template: 'accessCode',
      language: 'enAU',
      params: { code: '042137', firstName: 'Amelia' },
      dedupKey: `receipts:${causes}`,
    }),
  );
  await deliverDue(
    ctx,
    givenTransports(() => ({ ok: true, ...(providerId !== undefined && { providerId }) })).transports,
  );
  const message = (await messagesTo(test, holder.id)).at(-1);
  if (!message) throw new Error('no message was sent');
  return { holder, messageId: message.message_id };
}
type Sent = { readonly channel?: 'sms' | 'email'; readonly providerId?: string; readonly holder?: TestHolder };

const stateOf = async (messageId: string) => {
  const [row] = await test.ctx.asOwner<{
    accepted: boolean;
    arrived: boolean;
    reason: string | null;
    dead: boolean;
    last_error: string | null;
  }>(
    `SELECT delivered_at IS NOT NULL AS accepted, arrived_at IS NOT NULL AS arrived, undelivered_reason AS reason,
            dead_at IS NOT NULL AS dead, last_error FROM outbox_message WHERE message_id = $1`,
    [messageId],
  );
  return row;
};

const noted = (receipt: Omit<MessageReceipt, 'id'>, channel: 'sms' | 'email' = 'sms') =>
  test.ctx.database.transact(brand.tenantId, (tx) =>
    hear(tx, test.ctx, { tenantId: brand.tenantId, channel, receipt: { id: 'one', ...receipt } }),
  );

const onItsWay = { state: 'onItsWay', isForGood: false } as const;
const delivered = { state: 'delivered', isForGood: false } as const;
const failed = { state: 'undelivered', reason: 'badAddress', isForGood: true } as const;

describe('a receipt', () => {
  it('takes a message from accepted to delivered, and a late one on its way changes nothing', async () => {
    const { messageId } = await givenSent();
    expect(await stateOf(messageId)).toMatchObject({ accepted: true, arrived: false, reason: null });
    expect(await postReceipt(test, brand.tenantId, 'sms', { messageId, ...onItsWay })).toBe(200);
    expect(await stateOf(messageId)).toMatchObject({ accepted: true, arrived: false, reason: null });
    expect(await postReceipt(test, brand.tenantId, 'sms', { messageId, ...delivered })).toBe(200);
    expect(await postReceipt(test, brand.tenantId, 'sms', { messageId, ...onItsWay })).toBe(200);
    expect(await stateOf(messageId)).toMatchObject({ accepted: true, arrived: true, reason: null });
  });

  it('takes it to undelivered with the reason', async () => {
    const { messageId } = await givenSent();
    await postReceipt(test, brand.tenantId, 'sms', { messageId, ...failed });
    expect(await stateOf(messageId)).toMatchObject({ accepted: true, arrived: false, reason: 'badAddress' });
  });

  it('is found by the id that the provider gave the message', async () => {
    const { messageId } = await givenSent({ providerId: 'SM0011' });
    expect(await noted({ providerId: 'SM0011', ...delivered })).toBe('new');
    expect(await noted({ providerId: 'SM0011', ...delivered })).toBe('repeated');
    expect(await stateOf(messageId)).toMatchObject({ arrived: true });
    // The answer that gave the id may have been lost, and a receipt gives it too.
    const { messageId: other } = await givenSent();
    expect(await noted({ messageId: other, providerId: 'SM0012', ...delivered })).toBe('new');
    expect(await noted({ providerId: 'SM0012', ...failed })).toBe('new');
    expect(await stateOf(other)).toMatchObject({ arrived: true, reason: 'badAddress' });
    // Ids of the provider of mail are others.
    expect(await noted({ providerId: 'SM0011', ...delivered }, 'email')).toBe('unknown');
  });

  it('that comes before the answer of the provider was noted ends the message', async () => {
    const { ctx } = test;
    const holder = await givenHolder(ctx, { brand });
    let status = 0;
    causes += 1;
    await ctx.database.transact(brand.tenantId, (tx) =>
      queueRequested(tx, ctx, {
        channel: 'sms',
        to: '+61400009001',
        tenantId: brand.tenantId,
        brandId: brand.id,
        holderId: holder.id,
        template: 'accessCode',
        language: 'enAU',
        params: { code: '042137', firstName: 'Amelia' },
        dedupKey: `receipts:${causes}`,
      }),
    );
    const [queued] = await messagesTo(test, holder.id);
    const messageId = queued?.message_id ?? '';
    const { transports } = givenTransports(async () => {
      status = await postReceipt(test, brand.tenantId, 'sms', { messageId, ...delivered });
      return { ok: false, isFinal: false, code: 'timeout' };
    });
    await deliverDue(ctx, transports);
    expect(status).toBe(200);
    // It was sent, so it is not sent again.
    expect(await stateOf(messageId)).toMatchObject({ accepted: true, arrived: true, dead: false, last_error: null });
  });

  it('with an unknown id of the provider is kept for ten minutes', async () => {
    const { ctx } = test;
    const runner = givenRunner(ctx, [noteEarlyReceipts]);
    const early: MessageReceipt = { id: 'early', providerId: 'SM0042', ...delivered };
    await ctx.database.transact(brand.tenantId, (tx) =>
      ctx.dueWork.enqueue(tx, noteEarlyReceipts.queue, {
        tenantId: brand.tenantId,
        key: 'early',
        payload: { channel: 'sms', receipt: early, cameAt: ctx.clocks.security.now() },
      }),
    );
    await runner.runDue();
    const { messageId } = await givenSent({ providerId: 'SM0042' });
    ctx.advance(60_000);
    await runner.runDue();
    expect(await stateOf(messageId)).toMatchObject({ arrived: true });
    const left = "SELECT FROM due_work WHERE job = 'receipts.early' AND done_at IS NULL AND tenant_id = $1";
    expect(await ctx.asOwner(left, [brand.tenantId])).toEqual([]);
  });

  it('about a message that is not known is dropped after that', async () => {
    const { ctx } = test;
    const runner = givenRunner(ctx, [noteEarlyReceipts]);
    const unknown = { messageId: '00000000-0000-4000-8000-000000000000', ...delivered };
    expect(await postReceipt(test, brand.tenantId, 'sms', unknown)).toBe(200);
    const left = "SELECT FROM due_work WHERE job = 'receipts.early' AND done_at IS NULL AND tenant_id = $1";
    await runner.runDue();
    expect(await ctx.asOwner(left, [brand.tenantId])).toHaveLength(1);
    ctx.advance(10 * 60_000);
    await runner.runDue();
    expect(await ctx.asOwner(left, [brand.tenantId])).toEqual([]);
    expect(await ctx.asOwner("SELECT FROM due_work WHERE job = 'receipts.early' AND dead_at IS NOT NULL")).toEqual([]);
  });

  it('is refused where it is forged, old or for no programme, and changes nothing of another programme', async () => {
    const { messageId } = await givenSent();
    const other = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
    const forged = { signature: `v1,${Buffer.alloc(32).toString('base64')}` };
    const receipt = { messageId, ...failed };
    expect(await postReceipt(test, brand.tenantId, 'sms', receipt, forged)).toBe(401);
    const old = { atMs: test.ctx.clocks.security.now() - 301_000 };
    expect(await postReceipt(test, brand.tenantId, 'sms', receipt, old)).toBe(401);
    expect(await postReceipt(test, 'none', 'sms', receipt)).toBe(401);
    expect(await postReceipt(test, other.tenantId, 'sms', receipt)).toBe(200);
    // A notice of mail cannot be about a text.
    expect(await postReceipt(test, brand.tenantId, 'email', receipt)).toBe(200);
    expect(await stateOf(messageId)).toMatchObject({ accepted: true, arrived: false, reason: null });
  });

  it('is refused above its size before it is read', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: `/network/sms-receipts/${brand.tenantId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a'.repeat(33 * 1024),
    });
    expect([answer.statusCode, answer.json<{ error: string[] }>().error]).toEqual([400, ['20010']]);
  });

  it('is counted once, and a forged one is counted as such', async () => {
    const metrics = async () => (await test.app.inject({ method: 'GET', url: '/metrics' })).body;
    const valueOf = async (line: string) => Number((await metrics()).split(`${line} `)[1]?.split('\n')[0] ?? 0);
    const known = 'wattle_message_receipts_total{channel="email",state="undelivered",reason="mailboxFull"}';
    const { messageId } = await givenSent({ channel: 'email' });
    const full = { messageId, state: 'undelivered', reason: 'mailboxFull', isForGood: false } as const;
    await postReceipt(test, brand.tenantId, 'email', full);
    await postReceipt(test, brand.tenantId, 'email', full);
    expect(await valueOf(known)).toBe(1);
    const unsigned = 'wattle_message_receipts_ignored_total{channel="email",why="not_signed"}';
    await postReceipt(test, brand.tenantId, 'email', full, { signature: 'v1,AAAA' });
    expect(await valueOf(unsigned)).toBe(1);
  });
});

describe('receipts of one message', () => {
  const soft = { state: 'undelivered', reason: 'unreachable', isForGood: false } as const;
  it.each([
    // A phone that confirmed has it.
    ['sms', [failed, delivered], 'delivered'],
    ['sms', [soft, onItsWay, delivered], 'delivered'],
    ['sms', [onItsWay, failed, soft], 'undelivered badAddress'],
    // A mail server accepted it and returned it.
    ['email', [delivered, failed], 'undelivered badAddress'],
    ['email', [soft, delivered], 'delivered'],
  ] as const)('by %s come to the same in any order: %j', async (channel, receipts, expected) => {
    for (const order of [receipts, receipts.toReversed()]) {
      const { holder, messageId } = await givenSent({ channel });
      for (const receipt of [...order, ...order]) await noted({ messageId, ...receipt }, channel);
      const [row] = await test.ctx.asOwner<{ state: string }>(
        `SELECT CASE WHEN undelivered_at IS NOT NULL AND (arrived_at IS NULL OR channel = 'email' AND undelivered_for_good)
                     THEN 'undelivered ' || undelivered_reason WHEN arrived_at IS NOT NULL THEN 'delivered' END AS state
           FROM outbox_message WHERE holder_id = $1`,
        [holder.id],
      );
      expect(row?.state).toBe(expected);
    }
  });
});
