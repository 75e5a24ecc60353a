import { generateKeyPairSync } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { givenApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { giveSecrets } from '../../../test-support/desk/programme-samples.ts';
import { givenBrand } from '../../../test-support/factories.ts';
import type { HttpServer } from '../../../test-support/outside/http-server.ts';
import { givenMessageMedia, PROOF_KEY } from '../../../test-support/outside/sms/message-media-server.ts';
import { ACCOUNT, AUTH_TOKEN, givenTwilio } from '../../../test-support/outside/sms/twilio-server.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';
import { queueRequested } from '../messages/public.ts';

const test = await givenApp();
const servers: HttpServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  await test.close();
});
const { ctx } = test;
Object.assign(ctx.config, { origins: ['https://cards.example'] });

/** Asked by one member of staff and approved by another. */
async function byTwo(tenantId: number, command: string, input: Readonly<Record<string, string>>) {
  const [asker, manager] = [await givenStaff(ctx, tenantId), await givenStaff(ctx, tenantId)];
  const asked = await give(test, asker, command, { input, reason: 'as the contract says' });
  const request = asked.body.request?.id;
  if (request === undefined) return asked;
  const done = await give(test, manager, 'approve', { input: { request } });
  await ctx.programmes.refresh();
  return done;
}

async function givenProgramme(secrets: Readonly<Record<string, string>>, textSender: string | null = null) {
  const brand = await givenBrand(ctx, { settings: { TextSender: textSender } });
  giveSecrets(ctx, brand.tenantId, secrets);
  const shown = async () => (await give(test, await givenStaff(ctx, brand.tenantId), 'identity', {})).body.rows;
  let sent = 0;
  const send = async () => {
    sent += 1;
    await ctx.database.transact(brand.tenantId, (tx) =>
      queueRequested(tx, ctx, {
        channel: 'sms',
        to: '+61400000001',
        tenantId: brand.tenantId,
        brandId: brand.id,
        holderId: null,
        template: 'accessCode',
        language: 'zhCN',
        params: { code: '042137', firstName: 'Amelia' },
        dedupKey: `${brand.tenantId}:${sent}`,
      }),
    );
    const { transports, texts } = givenTransports();
    await deliverDue(ctx, transports);
    return texts;
  };
  return { tenantId: brand.tenantId, brand, shown, send };
}

it("a programme's own account at Twilio sends in the name of the brand, and asks for receipts of the programme", async () => {
  const twilio = await givenTwilio();
  servers.push(twilio);
  Object.assign(ctx.config.messages, { smsUrls: { ...ctx.config.messages.smsUrls, twilio: twilio.url } });
  const secrets = { SECRET: twilio.settings.keySecret, TOKEN: AUTH_TOKEN };
  const { tenantId, shown, send } = await givenProgramme(secrets, 'HARBOUR');
  const account = { accountSid: ACCOUNT, keySid: twilio.settings.keySid, key: 'SECRET' };
  for (const [missing, field] of [
    [{ accountKey: 'TOKEN' }, 'from'],
    [{ from: 'OWN CARDS' }, 'accountKey'],
    [{ from: 'OWN CARDS', sharedKey: 'NONE' }, 'sharedKey'],
  ] as const) {
    const asked = await byTwo(tenantId, 'set-twilio-account', { ...account, ...missing });
    expect(asked.body).toMatchObject({ error: 'input_invalid', field });
  }
  const set = await byTwo(tenantId, 'set-twilio-account', { ...account, from: 'OWN CARDS', accountKey: 'TOKEN' });
  expect(set.status).toBe(200);
  expect(await shown()).toMatchObject([{ part: 'sms', works: true }]);
  expect(JSON.stringify(await shown())).not.toContain(AUTH_TOKEN);
  expect(await send()).toEqual([]);
  const callback = new RegExp(`^https://cards\\.example/network/sms-receipts/${tenantId}\\?message=[\\da-f-]{36}$`);
  expect(twilio.accepted).toHaveLength(1);
  expect(twilio.accepted[0]?.fields).toMatchObject({
    To: '+61400000001',
    From: 'HARBOUR',
    Body: expect.stringContaining('042137') as string,
    StatusCallback: expect.stringMatching(callback) as string,
  });
  expect(twilio.faults).toEqual([]);
});

it("a programme's own account at MessageMedia sends for it", async () => {
  const messageMedia = await givenMessageMedia();
  servers.push(messageMedia);
  const smsUrls = { ...ctx.config.messages.smsUrls, messagemedia: messageMedia.url };
  Object.assign(ctx.config.messages, { smsUrls });
  const { apiKey, apiSecret } = messageMedia.settings;
  const secrets = { KEY: apiKey, SECRET: apiSecret, PROOF: PROOF_KEY.toString('hex') };
  const { tenantId, shown, send } = await givenProgramme(secrets);
  const account = { user: 'KEY', key: 'SECRET', proofKey: 'PROOF', from: 'HARBOUR' };
  expect((await byTwo(tenantId, 'set-messagemedia-account', account)).status).toBe(200);
  expect(await shown()).toMatchObject([{ part: 'sms', works: true }]);
  expect(await send()).toEqual([]);
  expect(messageMedia.accepted).toMatchObject([
    { source_number: 'HARBOUR', callback_url: `https://cards.example/network/sms-receipts/${tenantId}` },
  ]);
});

it('an account whose secret cannot be used sends nothing, and the desk sees it', async () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'der', type: 'spki' });
  const secrets = {
    KEY: 'key',
    SECRET: 'secret',
    PROOF: '6b'.repeat(32),
    SHORT: '6b',
    PUBLIC: elliptic.toString('base64'),
  };
  const { tenantId, shown, send } = await givenProgramme(secrets);
  const account = { user: 'KEY', key: 'SECRET', proofKey: 'PROOF' };
  const unusable: Readonly<Record<string, string>>[] = [{ proofKey: 'SHORT' }, { publicKey: 'PUBLIC' }];
  for (const secret of unusable) {
    expect((await byTwo(tenantId, 'set-messagemedia-account', { ...account, ...secret })).status).toBe(200);
    expect(await shown()).toMatchObject([{ part: 'sms', works: false }]);
    // Neither by the account of the environment.
    expect(await send()).toEqual([]);
  }
});

it('an account of before there were several providers is one of our protocol', async () => {
  const { tenantId, shown } = await givenProgramme({ SMS: '6b'.repeat(32) });
  await ctx.asOwner(
    `INSERT INTO programme_identity (tenant_id, part, settings, set_at)
     VALUES ($1, 'sms', '{"url": "https://sms.example/send", "key": "SMS"}', '2026-11-20')`,
    [tenantId],
  );
  await ctx.programmes.refresh();
  expect(ctx.programmes.own(tenantId).sms).toEqual({
    provider: 'gateway',
    url: 'https://sms.example/send',
    key: 'SMS',
  });
  expect(await shown()).toMatchObject([{ part: 'sms', works: true }]);
});
