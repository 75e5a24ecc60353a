import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { givenBrand, givenTenant, type TestBrand } from '../../test-support/factories.ts';
import { withChannelOff } from '../../test-support/messages.ts';
import { buildApp } from './app.ts';

let test: TestApp;
/** A production server with mail and without texts; the second programme has no mail sender. */
let app: TestApp['app'];
let brand: TestBrand;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  await test.ctx.programmes.refresh();
  const mail = { url: 'smtp://127.0.0.1', from: 'a@b.example', requireTls: true, provider: undefined };
  const messages = { ...test.ctx.config.messages, email: mail, sms: undefined, push: undefined };
  const config = { ...test.ctx.config, mode: 'production' as const, messages, metricsToken: 'm'.repeat(16) };
  const outside = { ...test.ctx.outside, cardMaker: undefined };
  app = await buildApp({ ...test.ctx, config, outside });
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const metrics = async (of: TestApp['app']) =>
  (await of.inject({ url: '/metrics', headers: { authorization: `Bearer ${'m'.repeat(16)}` } })).body.split('\n');

it('channels of messages that are off are named by /readyz and counted by a metric', async () => {
  const ready = await app.inject({ url: '/readyz' });
  expect([ready.statusCode, ready.json()]).toMatchObject([
    200,
    {
      status: 'ready',
      off: [
        { channel: 'email', programmes: 1 },
        { channel: 'sms', programmes: 2 },
        { channel: 'push', programmes: 2 },
      ],
    },
  ]);
  expect(await metrics(app)).toEqual(
    expect.arrayContaining([
      'wattle_channel_off{channel="email"} 1',
      'wattle_channel_off{channel="sms"} 2',
      'wattle_channel_off{channel="push"} 2',
    ]),
  );
  // A sandbox keeps every message.
  expect((await test.app.inject({ url: '/readyz' })).json()).not.toHaveProperty('off');
  expect(await metrics(test.app)).toContain('wattle_channel_off{channel="sms"} 0');
});

it('dead messages are counted by channel, template and reason', async () => {
  for (const to of ['+61400000601', '+61400000602']) await withChannelOff(test.ctx, brand, { code: '161616', to });
  expect(await metrics(app)).toContain(
    'wattle_messages_dead{channel="sms",template="firstActivationCode",reason="channel_off"} 2',
  );
});

it('the desk shows the channels that the programme lacks, and orders that wait for a card maker', async () => {
  const staff = await givenStaff(test.ctx, brand.tenantId);
  const parts = async () =>
    (await give({ app }, staff, 'running')).body.rows?.slice(3).map(({ part, state, count }) => [part, state, count]);
  expect(await parts()).toEqual([['sms', 'off', 0]]);
  await test.ctx.asOwner(
    `INSERT INTO due_work (tenant_id, job, clock, key, is_recurring, payload, planned_at, due_at, not_before)
     VALUES ($1, 'cards.make', 'security', '7', false, '{"card": "7"}', '2026-11-20', '2030-01-01', '2030-01-01')`,
    [brand.tenantId],
  );
  expect(await parts()).toEqual([
    ['sms', 'off', 0],
    ['cardMaker', 'off', 1],
  ]);
  const inSandbox = (await give(test, staff, 'running')).body.rows?.map(({ part }) => part);
  expect(inSandbox).toEqual(['network', 'verify', 'replication']);
});
