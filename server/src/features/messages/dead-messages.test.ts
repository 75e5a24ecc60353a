import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenTenant, type TestBrand } from '../../../test-support/factories.ts';
import { withChannelOff } from '../../../test-support/messages.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { deliverDue } from './deliver-messages.due.ts';
import { queueRequested, withdrawMessages } from './queue-message.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

let brand: TestBrand;
beforeEach(async () => {
  brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
});

const rows = () =>
  test.ctx.asOwner<{ last_error: string | null; is_dead: boolean; is_kept: boolean }>(
    `SELECT last_error, dead_at IS NOT NULL AS is_dead, content_cipher IS NOT NULL AS is_kept FROM outbox_message
      WHERE tenant_id = $1 ORDER BY id`,
    [brand.tenantId],
  );
/** A session ends within days, so each command has a new member of staff. */
const agent = () => givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
const manager = () => givenStaff(test.ctx, brand.tenantId);
const ask = async () =>
  give(test, await agent(), 'resend-messages', { input: { channel: 'sms' }, reason: 'texts are on now' });
const approve = async (by: TestStaff, id = '') => give(test, by, 'approve', { input: { request: id } });

/** Sends what is due by a channel that is on. */
async function sent(): Promise<{ to: string; text: string }[]> {
  const { transports, texts } = givenTransports();
  await deliverDue(test.ctx, transports);
  return texts.map(({ to, text }) => ({ to, text }));
}

describe('messages that died because their channel was off', () => {
  it('are sent again, all of them, when a second person approves it', async () => {
    const codes = Array.from({ length: 49 }, (_, at) => ({ code: String(100_000 + at), to: `+614000001${10 + at}` }));
    for (const each of codes) await withChannelOff(test.ctx, brand, each);
    expect(new Set((await rows()).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ last_error: 'channel_off', is_dead: true, is_kept: true })]),
    );
    test.ctx.advance(20 * DAY);
    expect(await sent()).toEqual([]);
    const { body } = await ask();
    expect((await approve(await agent(), body.request?.id)).body.error).toBe('not_permitted');
    const approver = await manager();
    const effect = await give(test, approver, 'request-effect', { input: { request: body.request?.id ?? '' } });
    expect(effect.body.rows).toMatchObject([
      { what: 'firstActivationCode by sms', before: 'given up', change: '49 messages', after: 'to be sent' },
    ]);
    expect(await sent()).toEqual([]);
    expect(await approve(approver, body.request?.id)).toMatchObject({
      status: 200,
      body: { rows: [{ channel: 'sms', messages: 49 }] },
    });
    const texts = await sent();
    expect(texts.map(({ to }) => to).toSorted()).toEqual(codes.map(({ to }) => to).toSorted());
    for (const { code, to } of codes) expect(texts.find((text) => text.to === to)?.text).toContain(code);
    expect((await ask()).body.error).toBe('nothing_to_do');
  });

  it('stay dead where their code has ended', async () => {
    const expiresAt = test.ctx.clocks.security.now() + HOUR;
    await withChannelOff(test.ctx, brand, { code: '424242', to: '+61400000201', template: 'resetCode', expiresAt });
    test.ctx.advance(2 * HOUR);
    expect((await ask()).body.error).toBe('nothing_to_do');
    const { body } = await give(test, await agent(), 'dead-messages');
    expect(body.rows).toMatchObject([{ kind: 'resetCode', reason: 'channel_off', messages: 1, canBeSent: 0 }]);
  });

  it('are dropped with their content when a newer code replaces them or they say nothing any more', async () => {
    await withChannelOff(test.ctx, brand, { code: '111222', to: '+61400000301', dedupKey: 'activation-code:7:issued' });
    await withChannelOff(test.ctx, brand, { code: '333444', to: '+61400000302', dedupKey: 'activation-code:8:issued' });
    const { tenantId, id: brandId } = brand;
    await test.ctx.database.transact(tenantId, async (tx) => {
      await queueRequested(tx, test.ctx, {
        tenantId,
        brandId,
        holderId: null,
        channel: 'email',
        to: 'mia@example.com',
        template: 'activationCode',
        language: 'enAU',
        params: { code: '555666', firstName: 'Mia' },
        replaces: 'activation-code:7:',
        dedupKey: 'activation-code:7:second',
      });
      await withdrawMessages(tx, test.ctx, tenantId, 'activation-code:8:');
    });
    expect((await rows()).slice(0, 2)).toEqual([
      { last_error: 'replaced', is_dead: true, is_kept: false },
      { last_error: 'replaced', is_dead: true, is_kept: false },
    ]);
    expect((await ask()).body.error).toBe('nothing_to_do');
  });

  it('wait while the channel is off, and go after 30 days', async () => {
    await withChannelOff(test.ctx, brand, { code: '121212', to: '+61400000401' });
    await test.ctx.asOwner(
      `INSERT INTO programme_identity (tenant_id, part, settings, set_at)
       VALUES ($1, 'sms', '{"provider": "gateway", "url": "https://sms.example", "key": "MISSING"}', '2026-11-20')`,
      [brand.tenantId],
    );
    await test.ctx.programmes.refresh();
    expect((await ask()).body).toMatchObject({ error: 'channel_off', field: 'channel' });
    test.ctx.advance(30 * DAY + HOUR);
    await withChannelOff(test.ctx, brand, { code: '131313', to: '+61400000402' });
    expect(await rows()).toHaveLength(1);
  });
});

describe('dead messages at the desk', () => {
  it('are counted by channel, kind and reason, and none that was replaced', async () => {
    for (const to of ['+61400000501', '+61400000502']) await withChannelOff(test.ctx, brand, { code: '141414', to });
    await test.ctx.asOwner(
      `UPDATE outbox_message SET last_error = 'http_422' WHERE id = (SELECT max(id) FROM outbox_message)`,
    );
    await withChannelOff(test.ctx, brand, { code: '151515', to: '+61400000503', dedupKey: 'gone:1' });
    await test.ctx.database.transact(brand.tenantId, (tx) => withdrawMessages(tx, test.ctx, brand.tenantId, 'gone:'));
    const { body } = await give(test, await agent(), 'dead-messages');
    const oldest = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
    const kind = { channel: 'sms', kind: 'firstActivationCode', messages: 1, oldest };
    expect(body.rows).toEqual([
      { ...kind, reason: 'channel_off', canBeSent: 1 },
      { ...kind, reason: 'http_422', canBeSent: 0 },
    ]);
  });
});
