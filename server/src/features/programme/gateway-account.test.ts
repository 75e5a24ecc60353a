import { afterAll, expect, it } from 'vitest';
import { givenApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { giveSecrets } from '../../../test-support/desk/programme-samples.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { signStripe } from '../../outside/stripe-signature.ts';
import { gatewayOf } from './public.ts';

const SECRETS = { API: 'key', NOTICES: '6c'.repeat(32) };

const test = await givenApp();
afterAll(() => test.close());

/** A programme with secrets, and its account at a gateway as one member of staff asks for it and another approves. */
async function givenProgramme(secrets: Readonly<Record<string, string>>) {
  const { id: tenantId } = await givenTenant(test.ctx);
  giveSecrets(test.ctx, tenantId, secrets);
  const set = async (input: Readonly<Record<string, string>>) => {
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const asked = await give(test, asker, 'set-gateway-account', { input, reason: 'as the contract says' });
    const request = asked.body.request?.id;
    if (request === undefined) return asked;
    const done = await give(test, manager, 'approve', { input: { request } });
    await test.ctx.programmes.refresh();
    return done;
  };
  return { tenantId, set };
}

it('an account at the gateway has the fields of its provider alone', async () => {
  const { set } = await givenProgramme(SECRETS);
  const account = { provider: 'hostedPage', apiKey: 'API', noticeKey: 'NOTICES', url: 'https://pay.example/v1' };
  const lacks = await set(account);
  expect(lacks.body).toMatchObject({ error: 'input_invalid', field: 'pageOrigin' });
});

// Read as hexadecimal these are empty or half a key, with which anybody could sign notices of payments.
it.each(['NoticesOfOurGateway', '6c'.repeat(23), `${'6c'.repeat(24)}zz`])(
  'a hosted page whose notices are signed with %j is refused, and believed nowhere',
  async (secret) => {
    const { tenantId, set } = await givenProgramme({ API: 'key', NOTICES: secret, GOOD: '6c'.repeat(24) });
    const account = { provider: 'hostedPage', url: 'https://pay.example/v1', apiKey: 'API' };
    const setBy = (noticeKey: string) => set({ ...account, pageOrigin: 'https://page.example', noticeKey });
    expect((await setBy('NOTICES')).body).toMatchObject({ error: 'input_invalid', field: 'noticeKey' });
    expect((await setBy('GOOD')).status).toBe(200);
    expect(gatewayOf(test.ctx, tenantId)).toBeDefined();
    // Servers are started again with another secret by this name.
    giveSecrets(test.ctx, tenantId, { GOOD: secret });
    expect(gatewayOf(test.ctx, tenantId)).toBeUndefined();
  },
);

it('an account at Adyen is refused with an address of the other mode, or with its version', async () => {
  const { tenantId, set } = await givenProgramme({ API: 'key', HMAC: '6c'.repeat(32) });
  const account = { provider: 'adyen', apiKey: 'API', noticeKey: 'HMAC', merchantAccount: 'OwnCardsAU' };
  const live = 'https://0123456789abcdef-OwnCards-checkout-live.adyenpayments.com/checkout';
  const there = 'https://checkout-test.adyen.com';
  for (const url of [live, `${there}/v72`]) {
    const { body } = await set({ ...account, url });
    expect([url, body]).toMatchObject([url, { error: 'input_invalid', field: 'url' }]);
  }
  expect((await set({ ...account, url: there })).status).toBe(200);
  const production = { ...test.ctx, config: { ...test.ctx.config, mode: 'production' as const } };
  expect([test.ctx, production].map((ctx) => gatewayOf(ctx, tenantId) !== undefined)).toEqual([true, false]);
});

it('an account at Stripe needs secrets of its kind, and has no page of ours', async () => {
  const secrets = {
    KEY: 'rk_test_0123456789ab',
    NOW: 'whsec_now_01234567',
    OLD: 'whsec_old_01234567',
    LIVE: 'rk_live_0123456789',
  };
  const { tenantId, set } = await givenProgramme(secrets);
  const account = { provider: 'stripe', apiKey: 'KEY', noticeKey: 'NOW', oldNoticeKey: 'OLD' };
  const setWith = async (given: Readonly<Record<string, string>>) => (await set({ ...account, ...given })).body;
  for (const [given, field] of [
    [{ apiKey: 'NOW' }, 'apiKey'],
    [{ apiKey: 'LIVE' }, 'apiKey'],
    [{ noticeKey: 'KEY' }, 'noticeKey'],
    [{ oldNoticeKey: 'KEY' }, 'oldNoticeKey'],
    [{ oldNoticeKey: 'NONE' }, 'oldNoticeKey'],
  ] as const) {
    expect([given, await setWith(given)]).toMatchObject([given, { error: 'input_invalid', field }]);
  }
  expect((await setWith({})).error).toBeUndefined();
  const own = gatewayOf(test.ctx, tenantId);
  expect(own?.origin).toBe(null);
  const body = JSON.stringify({ id: 'evt_1', type: 'plan.created', livemode: false, data: { object: {} } });
  const at = test.ctx.clocks.security.now();
  for (const secret of [secrets.NOW, secrets.OLD]) {
    const headers = { 'stripe-signature': signStripe(secret, at, body) };
    expect(own?.readNotices(headers, Buffer.from(body), at)).toEqual([]);
  }
});

it('an account at the gateway that was stored before there were providers is a hosted page', async () => {
  const { tenantId } = await givenProgramme(SECRETS);
  await test.ctx.asOwner(
    `INSERT INTO programme_identity (tenant_id, part, settings, set_at) VALUES ($1, 'gateway', $2, '2026-11-20')`,
    [
      tenantId,
      '{"url": "https://pay.example/v1", "apiKey": "API", "noticeKey": "NOTICES", "pageOrigin": "https://page.example"}',
    ],
  );
  await test.ctx.programmes.refresh();
  expect(gatewayOf(test.ctx, tenantId)?.origin).toBe('https://page.example');
});
