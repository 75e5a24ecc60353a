import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenHolder, givenTenant, type TestBrand } from '../../../test-support/factories.ts';
import {
  OUR_ID,
  postmarkBounce,
  postmarkDelivery,
  SES_ID,
  sesBounce,
  sesEvent,
} from '../../../test-support/outside/mail-notices.ts';
import { messagesTo } from '../../../test-support/outside/receipts.ts';
import { CERTIFICATE_URL, givenSns, SNS_HOST, TOPIC } from '../../../test-support/outside/sns.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { buildApp } from '../../http/app.ts';
import { openSes } from '../../outside/mail/ses-notices.ts';
import { openSmtpMail } from '../../outside/mail/smtp.ts';
import type { ReceiptRequest } from '../../outside/receipt.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';
import { queueRequested } from '../messages/queue-message.ts';

const KEY = 'k'.repeat(32);
const FROM = 'no-reply@cards.example';
const folder = mkdtempSync(path.join(tmpdir(), 'wattle-mail-providers-'));

/** Sources of the mails that the server took, the newest last, and its next replies. */
const [mails, replies]: [string[], string[]] = [[], []];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  hideENHANCEDSTATUSCODES: true,
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      mails.push(Buffer.concat(chunks).toString('utf8'));
      done(null, replies.shift() ?? 'OK: message queued');
    });
  },
});

let test: TestApp;
let brand: TestBrand;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  test = await givenApp({
    WATTLE_DATA: folder,
    WATTLE_SMTP_URL: url,
    WATTLE_MAIL_FROM: FROM,
    WATTLE_MAIL_FEEDBACK: 'postmark',
    WATTLE_POSTMARK_HOOK_KEY: KEY,
  });
  brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
});
afterAll(async () => {
  await test.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  rmSync(folder, { recursive: true, force: true });
});

let causes = 0;
/** Sends a code by mail, and returns its recipient and the id that its message carries. */
async function givenMail(holderId?: bigint) {
  const { ctx } = test;
  causes += 1;
  // Only a contact on record is judged.
  const id = holderId ?? (await givenHolder(ctx, { brand, email: `person${causes}@example.com` })).id;
  const [holder] = await ctx.asOwner<{ email: string }>('SELECT email FROM holder WHERE id = $1', [id]);
  await ctx.database.transact(brand.tenantId, (tx) =>
    queueRequested(tx, ctx, {
      channel: 'email',
      to: holder?.email ?? '',
      tenantId: brand.tenantId,
      brandId: brand.id,
      holderId: id,
      template: 'accessCode',
      language: 'enAU',
      params: { code: '042137', firstName: 'Amelia' },
      dedupKey: `mail-providers:${causes}`,
    }),
  );
  await deliverDue(ctx, ctx.outside);
  return { holderId: id, source: mails.at(-1) ?? '' };
}

const header = (source: string, name: string) => new RegExp(`^${name}: (.*?)\\r$`, 'im').exec(source)?.[1] ?? '';

async function post(payload: string, headers: Readonly<Record<string, string>>, programme = brand.tenantId) {
  const answer = await test.app.inject({ method: 'POST', url: `/network/mail-notices/${programme}`, headers, payload });
  return answer.statusCode;
}

const POSTMARK = {
  'content-type': 'application/json',
  authorization: `Basic ${Buffer.from(`postmark:${KEY}`).toString('base64')}`,
};

const newest = async (holderId: bigint) => (await messagesTo(test, holderId)).at(-1);
const failing = async (holderId: bigint) =>
  (await test.ctx.asOwner('SELECT 1 FROM contact_mark WHERE holder_id = $1 AND failing_since IS NOT NULL', [holderId]))
    .length;

it('hears from Postmark that a mail arrived, by the id that the mail carries', async () => {
  const { holderId, source } = await givenMail();
  expect(header(source, 'X-PM-Message-Stream')).toBe('outbound');
  const Metadata = { message: header(source, 'X-PM-Metadata-message') };
  expect(await post(JSON.stringify({ ...postmarkDelivery, Metadata }), POSTMARK)).toBe(200);
  expect((await newest(holderId))?.arrived_at).not.toBeNull();
});

it('marks an address that bounces twice at Postmark, and not one by a call without the key', async () => {
  const { holderId } = await givenMail();
  const bounce = async (ID: number, headers: Readonly<Record<string, string>>) => {
    const Metadata = { message: (await newest(holderId))?.message_id };
    return post(JSON.stringify(postmarkBounce('HardBounce', { ID, Metadata })), headers);
  };
  expect(await bounce(1, POSTMARK)).toBe(200);
  expect(await bounce(1, POSTMARK)).toBe(200);
  await givenMail(holderId);
  expect(await bounce(2, { ...POSTMARK, authorization: 'Basic cG9zdG1hcms6Zm9yZ2Vk' })).toBe(401);
  expect(await failing(holderId)).toBe(0);
  expect(await bounce(2, POSTMARK)).toBe(200);
  expect(await newest(holderId)).toMatchObject({ undelivered_reason: 'badAddress' });
  expect(await failing(holderId)).toBe(1);
});

it('changes nothing for a notice about a message of another programme', async () => {
  const { holderId } = await givenMail();
  const other = await givenTenant(test.ctx);
  const Metadata = { message: (await newest(holderId))?.message_id };
  expect(await post(JSON.stringify(postmarkBounce('HardBounce', { ID: 3, Metadata })), POSTMARK, other.id)).toBe(200);
  expect((await newest(holderId))?.undelivered_reason).toBeNull();
});

it('hears from Amazon SES of a bounce, by the id of its reply and by ours, in any order', async () => {
  const sns = givenSns();
  // The certificate of the test is valid now, whatever its clock says.
  const now = Date.now() + 60_000;
  const opened = openSes({ kind: 'ses', topicArn: TOPIC, configurationSet: 'wattle' }, sns.get, test.ctx.log);
  const ses = { ...opened, readReceipts: (one: ReceiptRequest) => opened.readReceipts({ ...one, nowMs: now }) };
  const email = openSmtpMail({ url, from: FROM, requireTls: false }, 10_000, givenPolicy(), undefined, ses);
  const former = test.ctx.outside.email;
  Object.assign(test.ctx.outside, { email });
  try {
    const { holderId, source } = await (replies.push(`Ok ${SES_ID}`), givenMail());
    expect(header(source, 'X-SES-CONFIGURATION-SET')).toBe('wattle');
    const bounce = sesEvent('Bounce', sesBounce('Permanent', 'General', '5.1.1'));
    const event = (text: string) =>
      post(sns.notification(text, now).toString('utf8'), { 'content-type': 'text/plain' });
    // The notice names another message of ours, which is not known, and the id that SES gave this one.
    expect(bounce).toContain(OUR_ID);
    expect(await event(bounce)).toBe(200);
    expect(await newest(holderId)).toMatchObject({ undelivered_reason: 'badAddress' });
    expect(await event(sesEvent('Delivery'))).toBe(200);
    expect(await newest(holderId)).toMatchObject({ undelivered_reason: 'badAddress' });
    expect(await post(bounce, { 'content-type': 'text/plain' })).toBe(401);
    const again = await (replies.push('Ok another-id'), givenMail(holderId));
    const own = /^<([\da-f-]+)@/.exec(header(again.source, 'Message-ID'))?.[1] ?? '';
    expect(await event(bounce.replaceAll(OUR_ID, own).replaceAll('1a2b3c4d', '2b3c4d5e'))).toBe(200);
    expect(await failing(holderId)).toBe(1);
  } finally {
    Object.assign(test.ctx.outside, { email: former });
    email.close();
  }
});

it('has SNS send a notice again while its certificate cannot be fetched', async () => {
  const sns = givenSns();
  const now = test.ctx.clocks.security.now();
  const get = async () => ({ kind: 'unknown', code: 'timeout' }) as const;
  const { readReceipts } = openSes({ kind: 'ses', topicArn: TOPIC, configurationSet: undefined }, get, test.ctx.log);
  const former = test.ctx.outside.email;
  Object.assign(test.ctx.outside, { email: { ...former, readReceipts } });
  try {
    const notice = sns.notification(sesEvent('Delivery'), now).toString('utf8');
    expect(await post(notice, { 'content-type': 'text/plain' })).toBe(503);
  } finally {
    Object.assign(test.ctx.outside, { email: former });
  }
});

it('lets an address whose calls are not believed have few certificates fetched, and hears the provider still', async () => {
  const sns = givenSns();
  const now = Date.now() + 60_000;
  const opened = openSes({ kind: 'ses', topicArn: TOPIC, configurationSet: undefined }, sns.get, test.ctx.log);
  const readReceipts = (one: ReceiptRequest) => opened.readReceipts({ ...one, nowMs: now });
  const { email } = test.ctx.outside;
  if (!email) throw new Error('mail is set');
  const app = await buildApp({
    ...test.ctx,
    outside: { ...test.ctx.outside, email: { ...email, readReceipts } },
    config: {
      ...test.ctx.config,
      rates: { ...test.ctx.config.rates, unprovenReceipt: [{ most: 3, windowMs: 60_000 }] },
    },
  });
  const post = async (name: string, remoteAddress = '203.0.113.7', path = 'mail-notices') => {
    const SigningCertURL = `${SNS_HOST}/${name}.pem`;
    const payload = sns.notification(sesEvent('Delivery'), now, { SigningCertURL }).toString('utf8');
    const url = `/network/${path}/${brand.tenantId}`;
    const headers = { 'content-type': 'text/plain' };
    const answer = await app.inject({ method: 'POST', url, headers, payload, remoteAddress });
    return [answer.statusCode, answer.headers['retry-after'] !== undefined];
  };
  const good = new URL(CERTIFICATE_URL).pathname.slice(1, -'.pem'.length);
  expect(await post(good, '198.51.100.1')).toEqual([200, false]);
  for (const name of ['made-up-1', 'made-up-2', 'made-up-3']) expect(await post(name)).toEqual([401, false]);
  expect(await post('made-up-4')).toEqual([429, true]);
  expect(await post('none', '203.0.113.7', 'sms-receipts')).toEqual([429, true]);
  expect(await post(good)).toEqual([200, false]);
  expect(await post('made-up-5', '203.0.113.8')).toEqual([401, false]);
  await app.close();
  expect(sns.asked).toHaveLength(5);
});
