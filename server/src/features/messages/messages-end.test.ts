import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenBrand, givenHolder, type TestBrand } from '../../../test-support/factories.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import type { Delivery } from '../../outside/delivery.ts';
import { deliverDue } from './deliver-messages.due.ts';
import type { Requested } from './message.types.ts';
import { queueRequested, withdrawMessages } from './queue-message.ts';

const SECOND = 1_000;

let ctx: TestContext;
let brand: TestBrand;
beforeEach(async () => {
  ctx = await givenContext();
  brand = await givenBrand(ctx);
  await ctx.programmes.refresh();
});
afterEach(() => ctx.close());

let causes = 0;
function queue(given: Partial<Requested> = {}): Promise<boolean> {
  causes += 1;
  return ctx.database.transact(brand.tenantId, (tx) =>
    queueRequested(tx, ctx, {
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
    }),
  );
}

type Row = {
  attempts: number;
  last_error: string | null;
  content_cipher: Buffer | null;
  delivered_at: Date | null;
  dead_at: Date | null;
};
const rows = () => ctx.asOwner<Row>('SELECT * FROM outbox_message ORDER BY id');

describe('a channel whose circuit breaker is open', () => {
  const OPEN: Delivery = { ok: false, isFinal: false, code: 'breaker_open', isUnsent: true };

  it('uses up no attempts and delays no other channel', async () => {
    for (let n = 0; n < 20; n += 1) await queue();
    await queue({ channel: 'email', to: 'mia@example.com' });
    const { transports, mails } = givenTransports((channel) => (channel === 'sms' ? OPEN : { ok: true }));
    for (let round = 0; round < 30; round += 1) {
      await deliverDue(ctx, transports);
      ctx.advance(60 * SECOND);
    }
    expect(mails).toHaveLength(1);
    const waiting = (await rows()).filter(({ delivered_at }) => delivered_at === null);
    expect(waiting).toHaveLength(20);
    for (const row of waiting) expect(row).toMatchObject({ attempts: 0, dead_at: null });
    const { transports: mended, texts } = givenTransports();
    await deliverDue(ctx, mended);
    expect(texts).toHaveLength(20);
  });
});

describe('a refusal because of us', () => {
  const ofSender: Delivery = { ok: false, isFinal: false, isOurs: true, isOfOne: true, code: 'twilio_21606' };

  it('of one number ends its message, for a reason of that number', async () => {
    const unserved = { ...ofSender, isFinal: true, code: 'twilio_21408', reason: 'unserved' } as const;
    await queue();
    await deliverDue(ctx, givenTransports(() => unserved).transports);
    const [row] = await ctx.asOwner('SELECT * FROM outbox_message');
    expect(row).toMatchObject({
      last_error: 'twilio_21408',
      undelivered_reason: 'unserved',
      undelivered_for_good: true,
    });
    expect(row).toMatchObject({ delivered_at: null, dead_at: expect.any(Date) as Date });
  });

  it('of one sender keeps its messages, and the rest of the same round is sent', async () => {
    for (let n = 0; n < 8; n += 1) await queue();
    await queue();
    let answered = 0;
    const { transports, texts } = givenTransports(() => ((answered += 1) > 8 ? { ok: true } : ofSender));
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(9);
    const states = (await rows()).map(({ delivered_at, dead_at, attempts }) => [
      delivered_at !== null,
      dead_at,
      attempts,
    ]);
    expect(states.filter(([isDelivered]) => isDelivered === false)).toEqual(Array(8).fill([false, null, 0]));
  });
});

describe('a message that has expired or was replaced', () => {
  const production = () => ({ ...ctx, config: { ...ctx.config, mode: 'production' as const } });

  it('is neither sent nor stored once its code has expired', async () => {
    const { transports, texts } = givenTransports();
    await queue({ expiresAt: ctx.clocks.security.now() + 600 * SECOND });
    ctx.advance(600 * SECOND);
    await queue();
    await deliverDue(production(), transports);
    expect(texts).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ last_error: 'expired', content_cipher: null, attempts: 0 });
  });

  it('tells the provider when its code ends', async () => {
    const { transports, texts } = givenTransports();
    const expiresAt = ctx.clocks.security.now() + 600 * SECOND;
    await queue({ expiresAt });
    await deliverDue(ctx, transports);
    expect(texts).toMatchObject([{ expiresAt }]);
  });

  it('is given up after 3 days without an attempt', async () => {
    const { transports, texts } = givenTransports();
    await queue();
    ctx.advance(3 * 24 * 3600 * SECOND);
    await deliverDue(ctx, transports);
    expect(texts).toEqual([]);
    expect((await rows())[0]).toMatchObject({ last_error: 'expired' });
  });

  it('loses its content when delivery ends or it is replaced', async () => {
    await queue();
    await deliverDue(production(), givenTransports(() => ({ ok: false, isFinal: true, code: 'http_422' })).transports);
    await queue({ dedupKey: 'code:1' });
    await ctx.database.transact(brand.tenantId, (tx) => withdrawMessages(tx, ctx, brand.tenantId, 'code:'));
    expect((await rows()).map(({ content_cipher, last_error }) => [content_cipher, last_error])).toEqual([
      [null, 'http_422'],
      [null, 'replaced'],
    ]);
  });
});

describe('the stored content of a message', () => {
  const MARK = 'ZEBRA-4711';

  async function dump(): Promise<string> {
    const found = await ctx.asOwner<{ line: string }>('SELECT m::text AS line FROM outbox_message m');
    return found.map(({ line }) => line).join('\n');
  }

  it('contains neither address nor text in the clear, before and after sending', async () => {
    const { id: holderId } = await givenHolder(ctx, { brand });
    const { transports, texts } = givenTransports();
    await queue({ holderId, to: MARK, params: { code: MARK } });
    const hidden = [MARK, Buffer.from(MARK).toString('hex'), Buffer.from(MARK).toString('base64')];
    for (const text of hidden) expect(await dump()).not.toContain(text);
    await deliverDue(ctx, transports);
    expect(texts[0]?.text).toContain(MARK);
    for (const text of hidden) expect(await dump()).not.toContain(text);
  });

  it('is erased on delivery, except in the sandbox', async () => {
    await queue();
    await deliverDue(ctx, givenTransports().transports);
    expect((await rows())[0]?.content_cipher).not.toBeNull();
    await queue();
    await deliverDue({ ...ctx, config: { ...ctx.config, mode: 'production' } }, givenTransports().transports);
    expect((await rows())[1]?.content_cipher).toBeNull();
  });

  it('is deleted 30 days after it was accepted or given up', async () => {
    await queue();
    await deliverDue(ctx, givenTransports().transports);
    await queue();
    await deliverDue(ctx, givenTransports(() => ({ ok: false, isFinal: true, code: 'http_422' })).transports);
    ctx.advance(30 * 24 * 3600 * SECOND + 1);
    await queue();
    await deliverDue(ctx, givenTransports().transports);
    expect((await rows()).map((row) => row.last_error)).toEqual([null]);
  });
});
