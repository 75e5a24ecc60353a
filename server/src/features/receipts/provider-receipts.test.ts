import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { giveSecrets } from '../../../test-support/desk/programme-samples.ts';
import { givenBrand, givenHolder, givenTenant, type TestBrand } from '../../../test-support/factories.ts';
import type { HttpServer } from '../../../test-support/outside/http-server.ts';
import { messagesTo } from '../../../test-support/outside/receipts.ts';
import {
  givenMessageMedia,
  type MessageMediaServer,
  PROOF_KEY,
  reportOf,
} from '../../../test-support/outside/sms/message-media-server.ts';
import {
  ACCOUNT,
  AUTH_TOKEN,
  givenTwilio,
  receiptOf,
  type TwilioServer,
} from '../../../test-support/outside/sms/twilio-server.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';
import { queueRequested } from '../messages/public.ts';

const ORIGIN = 'https://cards.example';

let test: TestApp;
let twilio: TwilioServer;
let messageMedia: MessageMediaServer;
const servers: HttpServer[] = [];
beforeAll(async () => {
  test = await givenApp();
  twilio = await givenTwilio();
  messageMedia = await givenMessageMedia();
  servers.push(twilio, messageMedia);
  Object.assign(test.ctx.config, { origins: [ORIGIN] });
  Object.assign(test.ctx.config.messages, { smsUrls: { twilio: twilio.url, messagemedia: messageMedia.url } });
});
afterAll(async () => {
  await test.close();
  for (const server of servers) await server.close();
});

/** Sets the account of a programme for texts, as the desk does. */
async function setAccount({ tenantId }: TestBrand, account: object): Promise<void> {
  await test.ctx.asOwner(
    `INSERT INTO programme_identity (tenant_id, part, settings, set_at) VALUES ($1, 'sms', $2, '2026-11-20')
     ON CONFLICT (tenant_id, part) DO UPDATE SET settings = excluded.settings`,
    [tenantId, JSON.stringify(account)],
  );
  await test.ctx.programmes.refresh();
}

let causes = 0;
/** Sends a code to a holder by the provider of the programme. */
async function send(brand: TestBrand, holderId: bigint): Promise<void> {
  causes += 1;
  await test.ctx.database.transact(brand.tenantId, (tx) =>
    queueRequested(tx, test.ctx, {
      channel: 'sms',
      to: '+61400000001',
      tenantId: brand.tenantId,
      brandId: brand.id,
      holderId,
      template: 'accessCode',
      language: 'enAU',
      params: { code: '042137', firstName: 'Amelia' },
      dedupKey: `provider-receipts:${causes}`,
    }),
  );
  await deliverDue(test.ctx, {});
}

async function post(url: string, headers: Readonly<Record<string, string>>, payload: string | Buffer) {
  const { pathname, search } = new URL(url);
  return (await test.app.inject({ method: 'POST', url: `${pathname}${search}`, headers, payload })).statusCode;
}

type State = { accepted: boolean; arrived: boolean; reason: string | null; for_good: boolean | null };
/** The newest text to a holder. */
const stateOf = async (holderId: bigint) => {
  const [row] = await test.ctx.asOwner<State>(
    `SELECT delivered_at IS NOT NULL AND dead_at IS NULL AS accepted, arrived_at IS NOT NULL AS arrived,
            undelivered_reason AS reason, undelivered_for_good AS for_good
       FROM outbox_message WHERE holder_id = $1 AND channel = 'sms' ORDER BY id DESC LIMIT 1`,
    [holderId],
  );
  return row;
};
const ON_ITS_WAY = { accepted: true, arrived: false, reason: null, for_good: null };
const ARRIVED = { ...ON_ITS_WAY, arrived: true };

const markOf = async (holderId: bigint) => {
  const [row] = await test.ctx.asOwner<{ failing: boolean; opted_out: boolean }>(
    `SELECT failing_since IS NOT NULL AS failing, opted_out_at IS NOT NULL AS opted_out
       FROM contact_mark WHERE holder_id = $1 AND channel = 'sms'`,
    [holderId],
  );
  return row ?? { failing: false, opted_out: false };
};

async function givenMember() {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  // Only a contact on record is judged: the number that the texts go to.
  const { id: holderId } = await givenHolder(test.ctx, { brand, mobile: '0400 000 001' });
  return { brand, holderId };
}

describe('receipts of Twilio', () => {
  const account = () => ({
    provider: 'twilio',
    accountSid: ACCOUNT,
    keySid: twilio.settings.keySid,
    key: 'KEY',
    accountKey: 'TOKEN',
    redaction: 'text',
    from: 'HARBOUR',
  });

  async function given() {
    const member = await givenMember();
    const { brand, holderId } = member;
    giveSecrets(test.ctx, brand.tenantId, { KEY: twilio.settings.keySecret, TOKEN: AUTH_TOKEN, NEXT: 'next token' });
    await setAccount(brand, account());
    /** A receipt about the newest text. */
    const report = (MessageStatus: string, ErrorCode?: string, token = AUTH_TOKEN) => {
      const sent = twilio.accepted.at(-1);
      const fields = { AccountSid: ACCOUNT, MessageSid: sent?.sid ?? '', MessageStatus, To: '+61400000001' };
      const callback = sent?.fields['StatusCallback'] ?? '';
      const { url, headers, rawBody } = receiptOf(callback, { ...fields, ...(ErrorCode && { ErrorCode }) }, { token });
      return post(url, headers, Buffer.from(rawBody));
    };
    return { ...member, report, send: () => send(brand, holderId) };
  }

  it('take a text to delivered, repeated and late ones change nothing', async () => {
    const { brand, holderId, report, ...member } = await given();
    await member.send();
    const callback = `${ORIGIN}/network/sms-receipts/${brand.tenantId}?message=`;
    const [message] = await messagesTo(test, holderId);
    expect(twilio.accepted.at(-1)?.fields['StatusCallback']).toBe(`${callback}${message?.message_id}`);
    expect(await stateOf(holderId)).toEqual(ON_ITS_WAY);
    expect(await report('sent')).toBe(200);
    expect(await stateOf(holderId)).toEqual(ON_ITS_WAY);
    for (const status of ['delivered', 'delivered', 'sent']) expect(await report(status)).toBe(200);
    expect(await stateOf(holderId)).toEqual(ARRIVED);
    expect(await markOf(holderId)).toEqual({ failing: false, opted_out: false });
  });

  it('of a phone that is off mark nothing, and two of a number that takes no texts mark it, each counted once', async () => {
    const { holderId, report, ...member } = await given();
    await member.send();
    expect(await report('undelivered', '30003')).toBe(200);
    expect(await stateOf(holderId)).toEqual({ ...ON_ITS_WAY, reason: 'unreachable', for_good: false });
    expect(await markOf(holderId)).toEqual({ failing: false, opted_out: false });
    await member.send();
    for (const _ of [1, 2]) expect(await report('undelivered', '30006')).toBe(200);
    expect(await stateOf(holderId)).toEqual({ ...ON_ITS_WAY, reason: 'badAddress', for_good: true });
    expect(await markOf(holderId)).toEqual({ failing: false, opted_out: false });
    await member.send();
    expect(await report('undelivered', '30006')).toBe(200);
    expect(await markOf(holderId)).toEqual({ failing: true, opted_out: false });
  });

  it('of an opt-out mark the number straight away', async () => {
    const { holderId, report, ...member } = await given();
    await member.send();
    expect(await report('failed', '21610')).toBe(200);
    expect(await stateOf(holderId)).toEqual({ ...ON_ITS_WAY, reason: 'optedOut', for_good: true });
    expect(await markOf(holderId)).toEqual({ failing: false, opted_out: true });
  });

  it('that are forged, or signed for another programme, are 401', async () => {
    const { holderId, report, ...member } = await given();
    await member.send();
    expect(await report('delivered', undefined, 'forged')).toBe(401);
    const other = await given();
    const fields = { AccountSid: ACCOUNT, MessageSid: twilio.accepted.at(-1)?.sid ?? '', MessageStatus: 'delivered' };
    const callback = twilio.accepted.at(-1)?.fields['StatusCallback'] ?? '';
    const { headers, rawBody } = receiptOf(callback, fields);
    const moved = new URL(callback);
    moved.pathname = `/network/sms-receipts/${other.brand.tenantId}`;
    expect(await post(moved.href, headers, Buffer.from(rawBody))).toBe(401);
    expect(await stateOf(holderId)).toEqual(ON_ITS_WAY);
  });

  it('are believed by the former token until it is taken away', async () => {
    const { brand, holderId, report, ...member } = await given();
    await member.send();
    await setAccount(brand, { ...account(), accountKey: 'NEXT', accountKeyOld: 'TOKEN' });
    expect(await report('delivered', undefined, AUTH_TOKEN)).toBe(200);
    expect(await stateOf(holderId)).toEqual(ARRIVED);
    await member.send();
    expect(await report('delivered', undefined, 'next token')).toBe(200);
    expect(await stateOf(holderId)).toEqual(ARRIVED);
    await setAccount(brand, { ...account(), accountKey: 'NEXT' });
    await member.send();
    expect(await report('delivered', undefined, AUTH_TOKEN)).toBe(401);
    expect(await stateOf(holderId)).toEqual(ON_ITS_WAY);
  });
});

describe('delivery reports of Sinch MessageMedia', () => {
  const ACCOUNT_SETTINGS = { provider: 'messagemedia', user: 'USER', key: 'KEY', proofKey: 'PROOF', from: 'HARBOUR' };
  const NEXT = '7e'.repeat(32);

  async function given() {
    const member = await givenMember();
    const { brand, holderId } = member;
    const { apiKey, apiSecret } = messageMedia.settings;
    const secrets = { USER: apiKey, KEY: apiSecret, PROOF: PROOF_KEY.toString('hex'), NEXT };
    giveSecrets(test.ctx, brand.tenantId, secrets);
    await setAccount(brand, ACCOUNT_SETTINGS);
    /** A report about the newest text, or about one that was sent earlier. */
    const report = (status: string, error_code: string, sent = messageMedia.accepted.at(-1)) => {
      if (!sent) throw new Error('nothing was sent');
      const headers = { 'content-type': 'application/json' };
      return post(sent.callback_url ?? '', headers, reportOf(sent, { status, error_code }));
    };
    return { ...member, report, send: () => send(brand, holderId) };
  }

  it('take a text to delivered, repeated and late ones change nothing', async () => {
    const { brand, holderId, report, ...member } = await given();
    await member.send();
    const sent = messageMedia.accepted.at(-1);
    expect(sent?.callback_url).toBe(`${ORIGIN}/network/sms-receipts/${brand.tenantId}`);
    expect(await report('enroute', '101')).toBe(200);
    expect(await stateOf(holderId)).toEqual(ON_ITS_WAY);
    for (const [status, code] of [
      ['delivered', '220'],
      ['delivered', '220'],
      ['submitted', '200'],
    ] as const)
      expect(await report(status, code)).toBe(200);
    expect(await stateOf(holderId)).toEqual(ARRIVED);
    expect(await markOf(holderId)).toEqual({ failing: false, opted_out: false });
  });

  it('of a phone that is off mark nothing, and two of a bad number mark it, each counted once', async () => {
    const { holderId, report, ...member } = await given();
    await member.send();
    expect(await report('failed', '414')).toBe(200);
    expect(await stateOf(holderId)).toEqual({ ...ON_ITS_WAY, reason: 'unreachable', for_good: false });
    await member.send();
    for (const _ of [1, 2]) expect(await report('failed', '411')).toBe(200);
    expect(await stateOf(holderId)).toEqual({ ...ON_ITS_WAY, reason: 'badAddress', for_good: true });
    expect(await markOf(holderId)).toEqual({ failing: false, opted_out: false });
    await member.send();
    expect(await report('failed', '411')).toBe(200);
    expect(await markOf(holderId)).toEqual({ failing: true, opted_out: false });
  });

  it('of an opt-out mark the number with the second text, since whoever saw one receipt can make up another', async () => {
    const { holderId, report, ...member } = await given();
    await member.send();
    for (const code of ['302', '302', '412']) expect(await report('rejected', code)).toBe(200);
    expect(await stateOf(holderId)).toEqual({ ...ON_ITS_WAY, reason: 'optedOut', for_good: false });
    expect(await markOf(holderId)).toEqual({ failing: false, opted_out: false });
    await member.send();
    expect(await report('rejected', '302')).toBe(200);
    expect(await markOf(holderId)).toEqual({ failing: false, opted_out: true });
  });

  it('without the proof of their own message are 401', async () => {
    const { holderId, report, ...member } = await given();
    await member.send();
    const first = messageMedia.accepted.at(-1);
    await member.send();
    const sent = messageMedia.accepted.at(-1);
    if (!first || !sent) throw new Error('nothing was sent');
    const forged = { ...sent.metadata, proof: first.metadata['proof'] ?? '' };
    expect(await report('delivered', '220', { ...sent, metadata: forged })).toBe(401);
    expect(await stateOf(holderId)).toEqual(ON_ITS_WAY);
  });

  it('are believed by the former key of the proof until it is taken away', async () => {
    const { brand, holderId, report, ...member } = await given();
    await member.send();
    const before = messageMedia.accepted.at(-1);
    await setAccount(brand, { ...ACCOUNT_SETTINGS, proofKey: 'NEXT', proofKeyOld: 'PROOF' });
    expect(await report('enroute', '101', before)).toBe(200);
    await setAccount(brand, { ...ACCOUNT_SETTINGS, proofKey: 'NEXT' });
    expect(await report('delivered', '220', before)).toBe(401);
    expect(await stateOf(holderId)).toEqual(ON_ITS_WAY);
    await member.send();
    expect(await report('delivered', '220')).toBe(200);
    expect(await stateOf(holderId)).toEqual(ARRIVED);
  });
});
