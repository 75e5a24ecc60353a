import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { givenBrand, givenHolder, type TestBrand } from '../../../test-support/factories.ts';
import { givenSubscription } from '../../../test-support/subscription.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { Busy } from '../../platform/busy.ts';
import type { Delivery } from '../../outside/delivery.ts';
import { deliverMessages, deliverDue } from './deliver-messages.due.ts';
import type { Message, Requested } from './message.types.ts';
import { readOutboxState } from './outbox-state.store.ts';
import { queueRequested, withdrawMessages } from './queue-message.ts';

const SECOND = 1_000;
const BUSY: Delivery = { ok: false, isFinal: false, code: 'http_503' };

let ctx: TestContext;
let brand: TestBrand;
beforeEach(async () => {
  ctx = await givenContext();
  brand = await givenBrand(ctx, { name: 'Harbour Mutual' });
});
afterEach(() => ctx.close());

let causes = 0;
function message(given: Partial<Message> = {}): Requested {
  causes += 1;
  return {
    channel: 'sms',
    to: '+61400000001',
    tenantId: brand.tenantId,
    brandId: brand.id,
    holderId: null,
    template: 'accessCode',
    language: 'enAU',
    params: { code: '042137', firstName: 'Amelia' },
    dedupKey: `cause:${causes}`,
    ...given,
  } as Requested;
}

function queue(given: Partial<Message> = {}): Promise<boolean> {
  return ctx.database.transact(given.tenantId ?? brand.tenantId, (tx) => queueRequested(tx, ctx, message(given)));
}

type Row = {
  attempts: number;
  last_error: string | null;
  content_cipher: Buffer | null;
  delivered_at: Date | null;
  dead_at: Date | null;
};
const rows = () => ctx.asOwner<Row>('SELECT * FROM outbox_message ORDER BY id');

describe('the outbox', () => {
  it('sends a message once, after its cause has committed', async () => {
    const { transports, texts } = givenTransports();
    await queue();
    expect(await deliverDue(ctx, transports)).toBe(1);
    expect(await deliverDue(ctx, transports)).toBe(0);
    expect(texts).toEqual([
      {
        messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        to: '+61400000001',
        text: "Harbour Mutual: your new access code is 042137. Don't share it. We'll never ask for it. Not you? Call 1300 555 000",
        // Three days, which every message has that does not end before.
        expiresAt: ctx.clocks.security.now() + 3 * 24 * 3600 * SECOND,
      },
    ]);
  });

  it('sends nothing before its cause commits, and nothing when it is rolled back', async () => {
    const { transports, texts } = givenTransports();
    let rings = 0;
    ctx.outboxWakeUp.listen(() => {
      rings += 1;
    });
    const failed = ctx.database.transact(brand.tenantId, async (tx) => {
      await queueRequested(tx, ctx, message());
      expect(await deliverDue(ctx, transports)).toBe(0);
      throw new Error('the cause fails');
    });
    await expect(failed).rejects.toThrow('the cause fails');
    expect(await deliverDue(ctx, transports)).toBe(0);
    expect(texts).toEqual([]);
    expect(rings).toBe(0);
  });

  it('sends one message for a cause that is processed twice', async () => {
    const { transports, texts } = givenTransports();
    expect(await queue({ dedupKey: 'card:7:replaced' })).toBe(true);
    expect(await queue({ dedupKey: 'card:7:replaced' })).toBe(false);
    await deliverDue(ctx, transports);
    expect(await queue({ dedupKey: 'card:7:replaced' })).toBe(false);
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(1);
  });

  it('writes in the language of the message, with the brand’s own texts where it has them', async () => {
    const { transports, mails, texts } = givenTransports();
    await queue({ language: 'zhCN' });
    await queue({ channel: 'email', to: 'li.wei@example.com', language: 'zhCN' });
    brand = await givenBrand(ctx, {
      name: 'Stumps',
      texts: {
        enAU: { 'messages:accessCode.sms': 'Howzat! {{code}} from {{brand}}' },
        zhCN: { 'messages:accessCode.sms': '{{brand}} {{code}}' },
      },
    });
    await queue();
    await deliverDue(ctx, transports);
    await deliverDue(ctx, transports);
    expect(texts.map(({ text }) => text)).toEqual([
      'Harbour Mutual：新访问码 042137。请勿告诉他人，我们绝不索取。非本人操作请致电 1300 555 000',
      'Howzat! 042137 from Stumps',
    ]);
    expect(mails[0]).toMatchObject({ subject: '您的 Harbour Mutual 访问码', fromName: 'Harbour Mutual' });
    expect(mails[0]?.html).toContain('<html lang="zh-CN">');
  });

  it('sends push notifications to browsers', async () => {
    const { transports, notices } = givenTransports();
    const to = givenSubscription('https://fcm.googleapis.com/abc');
    await queue({
      channel: 'push',
      to: JSON.stringify(to),
      template: 'credentialChanged',
      params: { change: 'passcodeSet' },
    });
    await deliverDue(ctx, transports);
    expect(notices).toMatchObject([
      {
        to,
        payload: {
          title: 'Harbour Mutual: a passcode was set on a device',
          body: 'Not you? Call 1300 555 000 straight away.',
          language: 'enAU',
          page: 'signInMethods',
        },
      },
    ]);
  });

  it('holds a message until its due day by the business clock', async () => {
    const { transports, texts } = givenTransports();
    await queue({ dueAt: Date.parse('2026-11-23T20:00:00Z') });
    await deliverDue(ctx, transports);
    expect(texts).toEqual([]);
    ctx.setBusinessTime('2026-11-23T20:00:00Z');
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(1);
  });
});

describe('a message that the provider does not accept', () => {
  it('is retried after 10 seconds, then 20, with the same id, until it is accepted', async () => {
    const answers: Delivery[] = [BUSY, BUSY, { ok: true }];
    const { transports, texts } = givenTransports(() => answers.shift() ?? BUSY);
    await queue();
    await deliverDue(ctx, transports);
    ctx.advance(9 * SECOND);
    expect(await deliverDue(ctx, transports)).toBe(0);
    ctx.advance(1 * SECOND);
    expect(await deliverDue(ctx, transports)).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 2, last_error: 'http_503', delivered_at: null }]);
    ctx.advance(20 * SECOND);
    expect(await deliverDue(ctx, transports)).toBe(1);
    ctx.advance(3600 * SECOND);
    expect(await deliverDue(ctx, transports)).toBe(0);
    expect(new Set(texts.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 3, last_error: null, dead_at: null }]);
  });

  it('is a dead letter after the 12th attempt, and keeps its encrypted content for an investigation', async () => {
    const { transports, texts } = givenTransports(() => BUSY);
    await queue();
    for (let attempt = 0; attempt < 15; attempt += 1) {
      await deliverDue(ctx, transports);
      ctx.advance(3600 * SECOND);
    }
    expect(texts).toHaveLength(12);
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 12, last_error: 'http_503', delivered_at: null });
    expect(row?.dead_at).not.toBeNull();
    expect(row?.content_cipher).not.toBeNull();
  });

  it('is kept while our sender is refused, uses no attempt, and is sent once the sender is accepted', async () => {
    let isRefused = true;
    const refusal: Delivery = { ok: false, isFinal: false, isOurs: true, code: 'smtp_550_5.7.515' };
    const { transports, texts } = givenTransports((channel) =>
      channel === 'email' && isRefused ? refusal : { ok: true },
    );
    await queue({ channel: 'email', to: 'amelia.chen@example.com' });
    for (let count = 0; count < 20; count += 1) {
      expect(await deliverDue(ctx, transports)).toBe(1);
      ctx.advance(59 * SECOND);
      expect(await deliverDue(ctx, transports)).toBe(0);
      ctx.advance(1 * SECOND);
    }
    expect(await rows()).toMatchObject([{ attempts: 0, last_error: 'smtp_550_5.7.515', dead_at: null }]);
    await queue();
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(1);
    isRefused = false;
    ctx.advance(60 * SECOND);
    await deliverDue(ctx, transports);
    const [mail] = await rows();
    expect(mail).toMatchObject({ attempts: 1, last_error: null, dead_at: null });
    expect(mail?.delivered_at).not.toBeNull();
  });

  it('is a dead letter immediately after a final error', async () => {
    const { transports, texts } = givenTransports(() => ({ ok: false, isFinal: true, code: 'http_422' }));
    await queue();
    await deliverDue(ctx, transports);
    ctx.advance(3600 * SECOND);
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(1);
    expect(await rows()).toMatchObject([{ attempts: 1, last_error: 'http_422' }]);
  });

  it('is a dead letter when its channel is off or its text is missing, and does not delay others', async () => {
    const { transports, texts } = givenTransports();
    await queue({ channel: 'email', to: 'amelia.chen@example.com' });
    await queue({ params: {} });
    await queue();
    await deliverDue(ctx, { ...transports, email: undefined });
    expect(texts).toHaveLength(1);
    expect((await rows()).map(({ last_error }) => last_error)).toEqual(['channel_off', 'unwordable', null]);
  });
});

describe('several servers', () => {
  it('never send the same message at the same time', async () => {
    const { transports, texts } = givenTransports(
      () => new Promise<Delivery>((resolve) => setImmediate(resolve, { ok: true })),
    );
    for (let count = 0; count < 50; count += 1) await queue({ to: `+614000000${count}` });
    const made = await Promise.all([1, 2, 3, 4].map(() => deliverDue(ctx, transports)));
    expect(made.reduce((sum, each) => sum + each)).toBe(50);
    expect(new Set(texts.map(({ messageId }) => messageId)).size).toBe(50);
    expect(texts).toHaveLength(50);
  });

  it('take over a lease from one that died while sending, and ignore its late result', async () => {
    const late = Promise.withResolvers<Delivery>();
    const slow = givenTransports(() => late.promise);
    const other = givenTransports();
    await queue();
    const dying = deliverDue(ctx, slow.transports);
    await expect.poll(() => slow.texts.length, { timeout: 20_000 }).toBe(1);
    ctx.advance(59 * SECOND);
    expect(await deliverDue(ctx, other.transports)).toBe(0);
    ctx.advance(1 * SECOND);
    expect(await deliverDue(ctx, other.transports)).toBe(1);
    late.resolve({ ok: false, isFinal: true, code: 'http_400' });
    await dying;
    expect(await rows()).toMatchObject([{ attempts: 2, last_error: null, dead_at: null }]);
    expect(other.texts[0]?.messageId).toBe(slow.texts[0]?.messageId);
  });

  it('deliver for every tenant', async () => {
    const { transports, texts } = givenTransports();
    await queue();
    brand = await givenBrand(ctx);
    await queue();
    expect(await deliverDue(ctx, transports)).toBe(2);
    expect(texts).toHaveLength(2);
  });
});

describe('the deliverer', () => {
  it('wakes at a commit, and sends what commits while it works', async () => {
    const first = Promise.withResolvers<Delivery>();
    const { transports, texts } = givenTransports(() => (texts.length === 1 ? first.promise : { ok: true }));
    const deliverer = givenRunner(ctx, [deliverMessages(transports)]);
    await queue();
    await expect.poll(() => texts.length, { timeout: 20_000 }).toBe(1);
    await queue();
    first.resolve({ ok: true });
    await expect.poll(() => texts.length, { timeout: 20_000 }).toBe(2);
    await deliverer.stop();
    expect((await rows()).every((row) => row.delivered_at !== null)).toBe(true);
    await queue();
    expect(texts).toHaveLength(2);
  });
});

describe('the deliverer when the server stops', () => {
  it('finishes messages in flight and starts no more', async () => {
    const first = Promise.withResolvers<Delivery>();
    const { transports, texts } = givenTransports(() => first.promise);
    for (let count = 0; count < 20; count += 1) await queue();
    const deliverer = givenRunner(ctx, [deliverMessages(transports)]);
    ctx.outboxWakeUp.send();
    await expect.poll(() => texts.length, { timeout: 20_000 }).toBe(8);
    const stopped = deliverer.stop();
    first.resolve({ ok: true });
    await stopped;
    expect((await rows()).filter((row) => row.delivered_at !== null)).toHaveLength(8);
    expect(texts).toHaveLength(8);
  });
});

describe('the state of the outbox', () => {
  const state = () =>
    ctx.database.readShared((tx) =>
      readOutboxState(tx, { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() }, 60 * SECOND),
    );

  it('counts late, failing and dead messages of all tenants, without replaced ones and those not yet due', async () => {
    const { transports } = givenTransports(() => BUSY);
    expect(await state()).toEqual({
      job: 'messages.deliver',
      late: 0,
      oldestSeconds: 0,
      running: 0,
      failing: 0,
      dead: 0,
    });
    await queue({ dedupKey: 'code:1' });
    await ctx.database.transact(brand.tenantId, (tx) => withdrawMessages(tx, ctx, brand.tenantId, 'code:'));
    await queue({ dueAt: ctx.clocks.business.now() + 24 * 3600 * SECOND });
    await queue();
    const other = await givenBrand(ctx);
    await queue({ tenantId: other.tenantId, brandId: other.id, params: {} });
    await deliverDue(ctx, transports);
    ctx.advance(60 * SECOND);
    expect(await state()).toMatchObject({ late: 0, oldestSeconds: 60, failing: 1, dead: 1 });
    ctx.advance(SECOND);
    expect(await state()).toMatchObject({ late: 1, oldestSeconds: 61, failing: 1, dead: 1 });
  });
});

describe('messages to people who hold no card', () => {
  const fields = { template: 'contactCode', params: {}, holderId: null, channel: 'email' } as const;

  it('are limited by address and hour, regardless of upper and lower case', async () => {
    for (let count = 0; count < 10; count += 1) await queue({ ...fields, to: 'kim@example.com' });
    await expect(queue({ ...fields, to: 'Kim@Example.com' })).rejects.toThrow(Busy);
    await queue({ ...fields, to: 'lee@example.com' });
    ctx.advance(3600 * SECOND);
    await queue({ ...fields, to: 'kim@example.com' });
  });

  it('are limited by brand and hour over all addresses, and messages to holders do not count', async () => {
    const own = { ...ctx, config: { ...ctx.config, messagesOfBrandAnHour: 2 } };
    const send = (given: Partial<Message>) =>
      ctx.database.transact(brand.tenantId, (tx) => queueRequested(tx, own, message({ ...fields, ...given })));
    const { id: holderId } = await givenHolder(ctx, { brand });
    for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await send({ to, holderId });
    await send({ to: 'd@example.com' });
    await send({ to: 'e@example.com' });
    await expect(send({ to: 'f@example.com' })).rejects.toThrow(Busy);
    const other = await givenBrand(ctx);
    await ctx.database.transact(other.tenantId, (tx) =>
      queueRequested(tx, own, message({ ...fields, to: 'f@example.com', tenantId: other.tenantId, brandId: other.id })),
    );
  });
});
