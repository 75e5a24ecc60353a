import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenAccount, givenBrand, givenCard, givenHolder } from '../../../test-support/factories.ts';
import { givenSubscription } from '../../../test-support/subscription.ts';
import { deliverDue } from './deliver-messages.due.ts';
import { queueNotice } from './queue-message.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

const inbox = async (query: string) => {
  const response = await given.app.inject({ method: 'GET', url: `/api/sandbox/inbox${query}` });
  return { status: response.statusCode, body: response.json<{ Messages?: object[]; error?: string[] }>() };
};

it('the sandbox inbox shows the newest messages of a brand as sent, in both languages', async () => {
  const { ctx, app } = given;
  const brand = await givenBrand(ctx, { name: 'Harbour Mutual' });
  for (const holder of [
    { mobile: '0400000001', firstName: 'Amelia' },
    { mobile: '', email: 'li.wei@example.com', language: 'zhCN' as const, firstName: 'Li' },
  ]) {
    const card = await givenCard(ctx, {
      account: await givenAccount(ctx, { holder: await givenHolder(ctx, { brand, ...holder }) }),
    });
    const payload = { CardId: card.cardId, Brand: brand.identifier };
    await app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload });
  }
  expect((await inbox(`?brand=${brand.identifier}`)).body.Messages).toMatchObject([
    { State: 'waiting' },
    { State: 'waiting' },
  ]);
  await deliverDue(ctx, ctx.outside);
  const { status, body } = await inbox(`?brand=${brand.identifier}`);
  expect(status).toBe(200);
  expect(body.Messages).toEqual([
    {
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      Channel: 'email',
      Recipient: 'li.wei@example.com',
      Template: 'accessCode',
      Language: 'zhCN',
      Subject: '您的 Harbour Mutual 访问码',
      Text: expect.stringMatching(/^您好\n\n您的新访问码是：\n\n\d{6}\n\n/) as string,
      Html: expect.stringMatching(/<p class="code">\d{6}<\/p>/) as string,
      QueuedTime: '2026-11-20T02:00:00Z',
      State: 'delivered',
      Attempts: 1,
    },
    {
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      Channel: 'sms',
      Recipient: '+61400000001',
      Template: 'accessCode',
      Language: 'enAU',
      Subject: null,
      Text: expect.stringMatching(/^Harbour Mutual: your new access code is \d{6}\. /) as string,
      Html: null,
      QueuedTime: '2026-11-20T02:00:00Z',
      State: 'delivered',
      Attempts: 1,
    },
  ]);
});

it('the sandbox inbox shows a notice with the host of its push service, and no message of another brand', async () => {
  const { ctx } = given;
  const brand = await givenBrand(ctx);
  const other = await givenBrand(ctx);
  await ctx.database.transact(brand.tenantId, (tx) =>
    queueNotice(tx, ctx, {
      channel: 'push',
      to: JSON.stringify(givenSubscription('https://fcm.googleapis.com/fcm/send/secret-of-the-browser')),
      tenantId: brand.tenantId,
      brandId: brand.id,
      holderId: null,
      template: 'credentialChanged',
      language: 'enAU',
      params: { change: 'passkeyAdded' },
      dedupKey: 'one',
    }),
  );
  const { body } = await inbox(`?brand=${brand.identifier}`);
  expect(body.Messages).toMatchObject([
    {
      Recipient: 'fcm.googleapis.com',
      Subject: expect.stringMatching(/: a passkey was added$/) as string,
      Html: null,
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('secret-of-the-browser');
  expect((await inbox(`?brand=${other.identifier}`)).body.Messages).toEqual([]);
});

it('answers 404 for an unknown brand: /api/sandbox/inbox knows brands only', async () => {
  expect(await inbox('?brand=nobody')).toMatchObject({ status: 404, body: { error: ['404'] } });
});

it('the sandbox inbox is not available in production', async () => {
  const production = await givenApp({ WATTLE_MODE: 'production' });
  try {
    const brand = await givenBrand(production.ctx);
    const url = `/api/sandbox/inbox?brand=${brand.identifier}`;
    const response = await production.app.inject({ method: 'GET', url });
    expect([response.statusCode, response.json<{ error: string[] }>().error]).toEqual([404, ['404']]);
    const unknown = await production.app.inject({ method: 'GET', url: '/api/sandbox/other' });
    expect(Object.keys(response.headers)).toEqual(Object.keys(unknown.headers));
    const sandbox = await given.app.inject('/api/openapi.json');
    expect(Object.keys(sandbox.json<{ paths: object }>().paths)).toContain('/api/sandbox/inbox');
    // Production describes no call at all.
    expect((await production.app.inject('/api/openapi.json')).statusCode).toBe(404);
  } finally {
    await production.close();
  }
});
