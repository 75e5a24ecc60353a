import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenProduct, givenTenant } from '../../../test-support/factories.ts';
import { askedPayment } from '../../../test-support/outside/gateway-asked.ts';
import { givenHttpServer, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { givenUser } from '../../../test-support/signed-in.ts';
import { externalBody, postMoney } from '../../../test-support/transfers.ts';
import { giveSecrets } from '../../../test-support/desk/programme-samples.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { signWebhook } from '../../outside/standard-webhooks.ts';
import { makeFiles } from '../settlement/files/make-files.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';
import type { Message, Requested } from '../messages/message.types.ts';
import { queueNotice, queueRequested } from '../messages/public.ts';
import type { Tx } from '../../platform/database/database.ts';
import { bankSenderOf, gatewayOf, hasChannel, openProgrammes } from './public.ts';

const SMS_KEY = '6b'.repeat(32);
const NOTICE_KEY = '6c'.repeat(32);
const SECRETS = { SMS: SMS_KEY, API: 'key-of-two', NOTICES: NOTICE_KEY };

const bank = await givenBank({ externalTransfers: true });
const { test, tenantId: first } = bank;
const servers: HttpServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  await bank.close();
});

/** Asked by one member of staff and approved by another. */
async function byTwo(tenantId: number, command: string, input: Readonly<Record<string, string | boolean>>) {
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await give(test, asker, command, { input, reason: 'as the contract says' });
  const request = asked.body.request?.id;
  if (request === undefined) return asked;
  const done = await give(test, manager, 'approve', { input: { request } });
  await test.ctx.programmes.refresh();
  return done;
}

async function givenOther() {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const settings = { externalTransfers: true, internalTransfers: true, paymentLimit: 900_000 };
  const product = await givenProduct(test.ctx, { brand, settings });
  return { brand, tenantId: brand.tenantId, payer: await givenUser(test.ctx, { brand, product, balance: 900_00n }) };
}
const other = await givenOther();
giveSecrets(test.ctx, other.tenantId, SECRETS);

const OWN_BANK = {
  institution: 'ABC',
  userName: 'OWN CARDS',
  userId: '123456',
  bsb: '062-000',
  account: '12345678',
};
async function fileOf(tenantId: number): Promise<string> {
  await test.ctx.database.transact(tenantId, (tx) => makeFiles(test.ctx, tx, tenantId, 'external'));
  await bank.exchange();
  const sql =
    'SELECT id::text, content_cipher AS cipher, content_key_version AS version FROM bank_file WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1';
  const [file] = await test.ctx.asOwner<{ id: string; cipher: Buffer; version: number }>(sql, [tenantId]);
  if (!file) throw new Error('no file was made');
  return test.ctx.secrets.decrypt(file.cipher, file.version, 'bankFile', BigInt(file.id));
}

describe('the parts of a programme', () => {
  it('say since when they are in force and which two people set them', async () => {
    const { id: tenantId } = await givenTenant(test.ctx);
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const input = { from: 'cards@own.example' };
    const asked = await give(test, asker, 'set-mail-sender', { input, reason: 'as the contract says' });
    await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    const nameOf = async ({ name }: { readonly name: string }) =>
      (await give(test, manager, 'staff')).body.rows?.find((row) => row['name'] === name)?.['fullName'];
    expect((await give(test, manager, 'identity')).body.rows).toEqual([
      expect.objectContaining({
        part: 'mail',
        since: expect.stringMatching(/^2026-11-20T02:00:00/),
        askedBy: await nameOf(asker),
        approvedBy: await nameOf(manager),
      }),
    ]);
    // Set before that was kept.
    await test.ctx.asOwner('UPDATE programme_identity SET request_id = NULL WHERE tenant_id = $1', [tenantId]);
    expect((await give(test, manager, 'identity')).body.rows).toMatchObject([{ askedBy: '', approvedBy: '' }]);
  });
});

describe('two programmes of one instance', () => {
  it('send files in their own name, from their own account at the bank', async () => {
    expect((await byTwo(other.tenantId, 'set-bank-identity', OWN_BANK)).status).toBe(200);
    bank.newDay();
    const payer = await bank.givenPayer();
    await bank.pay(payer);
    const paid = await postMoney(
      test,
      'transfer/external',
      other.payer.headers,
      externalBody(other.payer.card.account),
    );
    expect(paid.statusCode).toBe(200);
    bank.hour(18);
    // Columns of the descriptive record of direct entry: institution 21 to 23, name 31 to 56, user id 57 to 62.
    const named = (file: string) => [file.slice(20, 23), file.slice(30, 56).trim(), file.slice(56, 62)];
    expect(named(await fileOf(first))).toEqual(['SBX', 'WATTLE SANDBOX', '301500']);
    const file = await fileOf(other.tenantId);
    expect(named(file)).toEqual(['ABC', 'OWN CARDS', '123456']);
    // Each payment names the account that it comes back to.
    expect(file).toContain('062-000 12345678');
    // The file is not answered yet: its answer would be of an unknown account.
    expect((await byTwo(other.tenantId, 'set-bank-identity', OWN_BANK)).body.error).toBe('payments_open');
    const out = await bank.outFiles('.aba');
    expect(out.map((name) => name.split('-')[0])).toContain(String(first));
    expect(await readFile(path.join(bank.outFolder, out[0] ?? ''), 'latin1')).toContain('WATTLE SANDBOX');
  });

  it('have no bank account of the demo in production', async () => {
    const { tenantId } = await givenOther();
    const asked = { input: { ...OWN_BANK, bsb: '000-001' }, reason: 'as the contract says' };
    const sandbox = await give(test, await givenStaff(test.ctx, tenantId), 'set-bank-identity', asked);
    expect(sandbox.body.error).toBeUndefined();
    const { config } = test.ctx;
    const { mode } = config;
    Object.assign(config, { mode: 'production' });
    const refused = await give(test, await givenStaff(test.ctx, tenantId), 'set-bank-identity', asked);
    Object.assign(config, { mode });
    expect(refused.body).toMatchObject({ error: 'input_invalid', field: 'bsb' });
  });

  it('send mail from their own address and text messages by their own account', async () => {
    const gateway = await givenHttpServer(() => ({ status: 202 }));
    servers.push(gateway);
    const sms = { url: `${gateway.url}/messages`, key: 'SMS' };
    expect((await byTwo(other.tenantId, 'set-sms-account', sms)).status).toBe(200);
    expect((await byTwo(other.tenantId, 'set-mail-sender', { from: 'cards@own.example' })).status).toBe(200);
    const { transports, mails, texts } = givenTransports();
    const [brand] = await test.ctx.asOwner<{ id: number }>('SELECT id FROM brand WHERE tenant_id = $1', [first]);
    for (const [tenantId, brandId] of [
      [first, brand?.id ?? 0],
      [other.tenantId, other.brand.id],
    ] as const) {
      for (const [channel, to] of [
        ['sms', '+61400000001'],
        ['email', 'amelia@example.com'],
      ] as const) {
        const message: Partial<Message> = {
          channel,
          to,
          tenantId,
          brandId,
          holderId: null,
          template: 'accessCode',
          language: 'enAU',
          params: { code: '042137', firstName: 'Amelia' },
          dedupKey: `${tenantId}:${channel}`,
        };
        await test.ctx.database.transact(tenantId, (tx) => queueRequested(tx, test.ctx, message as Requested));
      }
    }
    await deliverDue(test.ctx, transports);
    expect(mails.map(({ from }) => from)).toEqual(expect.arrayContaining([undefined, 'cards@own.example']));
    expect(mails).toHaveLength(2);
    expect(texts).toHaveLength(1);
    const [call] = gateway.calls;
    const { 'wattle-timestamp': at, 'idempotency-key': id, 'wattle-signature': signature } = call?.headers ?? {};
    const signed = createHmac('sha256', Buffer.from(SMS_KEY, 'hex')).update(`${String(at)}.${String(id)}.`);
    expect([gateway.calls.length, signature]).toEqual([1, signed.update(call?.body ?? '').digest('hex')]);
  });

  it('take payments at their own gateway, and believe its notices about their own payments alone', async () => {
    const pageUrl = 'https://page.example/p/1';
    const gateway = await givenHttpServer(() => ({ status: 200, body: JSON.stringify({ pageUrl }) }));
    servers.push(gateway);
    const given = { provider: 'hostedPage', url: gateway.url, apiKey: 'API', noticeKey: 'NOTICES' };
    const account = { ...given, pageOrigin: 'https://page.example/' };
    expect((await byTwo(other.tenantId, 'set-gateway-account', account)).status).toBe(200);
    const own = gatewayOf(test.ctx, other.tenantId);
    const opened = await own?.open(askedPayment({ reference: `${other.tenantId}.1`, amount: 5_00n }));
    expect(opened).toEqual({ kind: 'done', value: { page: { kind: 'frame', url: pageUrl }, gatewayId: null } });
    expect(gateway.calls[0]?.headers.authorization).toBe('Bearer key-of-two');
    expect(gatewayOf(test.ctx, first)).toBe(test.ctx.outside.gateway);

    const notice = async (tenantId: number, signer: 'own' | 'sandbox', path = '') => {
      const reference = `${tenantId}.b0a7c0de-0000-4000-8000-000000000000`;
      const id = `${tenantId}:${signer}`;
      const payload = JSON.stringify({ id, type: 'payment.cancelled', data: { reference } });
      const headers =
        signer === 'own'
          ? signWebhook(Buffer.from(NOTICE_KEY, 'hex'), id, test.ctx.clocks.security.now(), payload)
          : test.ctx.outside.sandboxGateway?.sign(id, payload);
      const url = `/network/gateway-notices${path}`;
      const sent = { ...headers, 'content-type': 'application/json' };
      return (await test.app.inject({ method: 'POST', url, headers: sent, payload })).statusCode;
    };
    expect([await notice(other.tenantId, 'own'), await notice(first, 'sandbox')]).toEqual([200, 200]);
    expect([await notice(other.tenantId, 'sandbox'), await notice(first, 'own')]).toEqual([401, 401]);
    // By the address of a programme, whatever the notice itself names.
    const [one, two] = [`/${first}`, `/${other.tenantId}`];
    expect([await notice(other.tenantId, 'own', two), await notice(first, 'sandbox', one)]).toEqual([200, 200]);
    expect([await notice(other.tenantId, 'own', one), await notice(first, 'sandbox', two)]).toEqual([401, 401]);
    expect([
      await notice(first, 'own', one),
      await notice(first, 'own', '/0'),
      await notice(first, 'own', '/x'),
    ]).toEqual([401, 401, 401]);
  });

  it('show at the desk what is their own, and give it up by two people', async () => {
    const manager = await givenStaff(test.ctx, other.tenantId);
    const shown = async () => (await give(test, manager, 'identity', {})).body.rows;
    expect(await shown()).toMatchObject([
      { part: 'bank', works: true },
      { part: 'mail', settings: 'from cards@own.example' },
      { part: 'sms', works: true },
      { part: 'gateway', settings: expect.stringContaining('API') as string },
    ]);
    expect(JSON.stringify(await shown())).not.toContain('key-of-two');
    expect((await byTwo(other.tenantId, 'drop-identity', { part: 'sms' })).status).toBe(200);
    expect(await shown()).toHaveLength(3);
  });
});

it('saved cards stay with their account at the gateway, and are none of another one', async () => {
  const { tenantId } = other;
  const save = () =>
    test.ctx.asOwner(
      `INSERT INTO saved_card (id, tenant_id, web_account_id, token, card_hash, ending, expires, saved_at)
       VALUES (gen_random_uuid(), $1, $2, 'of-the-account', $3, '1111', '2099-12', now()) ON CONFLICT DO NOTHING`,
      [tenantId, other.payer.webAccount.id, Buffer.alloc(32)],
    );
  const saved = () => test.ctx.asOwner('SELECT token FROM saved_card WHERE tenant_id = $1', [tenantId]);
  const account = {
    provider: 'hostedPage',
    apiKey: 'API',
    noticeKey: 'NOTICES',
    pageOrigin: 'https://page.example',
  };
  const set = (url: string) => byTwo(tenantId, 'set-gateway-account', { ...account, url });
  await save();
  expect((await set('https://one.example/v1')).status).toBe(200);
  expect(await saved()).toEqual([]);
  await save();
  expect((await set('https://one.example/v1')).status).toBe(200);
  expect((await byTwo(tenantId, 'set-mail-sender', { from: 'cards@own.example' })).status).toBe(200);
  expect(await saved()).toHaveLength(1);
  expect((await byTwo(tenantId, 'drop-identity', { part: 'gateway' })).status).toBe(200);
  expect(await saved()).toEqual([]);
  expect((await set('https://one.example/v1')).status).toBe(200);
});

it('a secret of another programme can neither be named nor probed', async () => {
  const account = {
    provider: 'hostedPage',
    url: 'https://pay.example/v1',
    pageOrigin: 'https://page.example',
    apiKey: 'API',
    noticeKey: 'NOTICES',
  };
  const missing = { error: 'input_invalid', field: 'apiKey' };
  expect((await byTwo(first, 'set-gateway-account', account)).body).toMatchObject(missing);
  for (const apiKey of [`${other.tenantId}_API`, `WATTLE_SECRET_${other.tenantId}_API`, `_${other.tenantId}_API`]) {
    const asked = await byTwo(first, 'set-gateway-account', { ...account, apiKey });
    expect(asked.body).toMatchObject(missing);
  }
});

it('an address that no programme may call is refused with its field', async () => {
  const sms = await byTwo(first, 'set-sms-account', { url: 'http://169.254.169.254/latest', key: 'SMS' });
  expect(sms.body).toMatchObject({ error: 'input_invalid', field: 'url' });
  const account = {
    provider: 'hostedPage',
    apiKey: 'API',
    noticeKey: 'NOTICES',
    pageOrigin: 'https://page.example',
  };
  const gateway = await byTwo(first, 'set-gateway-account', { ...account, url: 'https://user:key@pay.example' });
  expect(gateway.body).toMatchObject({ error: 'input_invalid', field: 'url' });
});

it('a secret that the environment does not have is refused', async () => {
  const asked = await byTwo(first, 'set-sms-account', { url: 'https://sms.example', key: 'NONE' });
  expect(asked.body).toMatchObject({ error: 'input_invalid', field: 'key' });
});

it('identities are read of all programmes at once, and within a programme of this one alone', async () => {
  const read = (tx: Tx) => tx.query<{ tenant_id: number }>('SELECT DISTINCT tenant_id FROM programme_identity', []);
  const { id: third } = await givenTenant(test.ctx);
  expect((await byTwo(third, 'set-mail-sender', { from: 'third@own.example' })).status).toBe(200);
  const all = (await test.ctx.database.readShared(read)).map(({ tenant_id: id }) => id);
  expect(all).toEqual(expect.arrayContaining([third, other.tenantId]));
  expect(await test.ctx.database.read(third, read)).toEqual([{ tenant_id: third }]);
});

it('no programme has the settings of the environment in production before the first one is known', async () => {
  const programmes = openProgrammes(test.ctx.database);
  const production = { ...test.ctx, programmes, config: { ...test.ctx.config, mode: 'production' as const } };
  expect([first, other.tenantId].map((tenantId) => bankSenderOf(production, tenantId))).toEqual([undefined, undefined]);
  await programmes.refresh();
  expect([first, other.tenantId].map((tenantId) => bankSenderOf(production, tenantId)?.userId)).toEqual([
    '301500',
    '123456',
  ]);
});

it('the settings of the environment are those of the first programme alone in production', async () => {
  const { ctx } = test;
  const messages = {
    email: { url: 'smtp://127.0.0.1', from: 'no-reply@wattle.example', requireTls: true, provider: undefined },
    sms: { provider: 'gateway' as const, url: 'https://sms.example', key: Buffer.alloc(32) },
    smsUrls: ctx.config.messages.smsUrls,
    recipients: undefined,
    push: undefined,
  };
  const production = { ...ctx, config: { ...ctx.config, mode: 'production' as const, messages } };
  const third = (await givenTenant(ctx)).id;
  await ctx.programmes.refresh();
  const known = (tenantId: number) => [
    bankSenderOf(production, tenantId)?.userId,
    hasChannel(production, tenantId, 'email'),
    hasChannel(production, tenantId, 'sms'),
    gatewayOf(production, tenantId) !== undefined,
  ];
  expect(known(first)).toEqual(['301500', true, true, true]);
  expect(known(third)).toEqual([undefined, false, false, false]);
  expect(known(other.tenantId)).toEqual(['123456', true, false, true]);
  // Nothing is queued that no one would send.
  const { brand } = other;
  const isNotified = await ctx.database.transact(brand.tenantId, (tx) =>
    queueNotice(tx, production, {
      tenantId: brand.tenantId,
      brandId: brand.id,
      channel: 'sms',
      to: '+61400000001',
      holderId: null,
      template: 'contactChanged',
      language: 'enAU',
      params: {},
      dedupKey: 'nobody',
    }),
  );
  expect(isNotified).toBe(false);
});
