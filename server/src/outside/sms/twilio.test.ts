import { afterEach, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../../test-support/outside/http-server.ts';
import {
  ACCOUNT,
  AUTH_TOKEN,
  givenTwilio,
  receiptOf,
  REFUSED_NUMBERS,
} from '../../../test-support/outside/sms/twilio-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openTwilio, type TwilioSettings } from './twilio.ts';

const CLOCK = { now: () => Date.now() };
const RECEIPTS = 'https://cards.example/network/sms-receipts/2';
const ID = '5f0c6a3e-0000-4000-8000-000000000001';
const sms = () => ({
  messageId: ID,
  to: '+61400000001',
  text: 'Code 042137',
  expiresAt: CLOCK.now() + 600_500,
  receiptsUrl: RECEIPTS,
});

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function given(
  settings: Partial<TwilioSettings> = {},
  fault?: Parameters<typeof givenTwilio>[0],
  limitMs = 5_000,
  policy: Parameters<typeof givenPolicy>[0] = {},
) {
  const server = await givenTwilio(fault);
  servers.push(server);
  return {
    server,
    twilio: openTwilio({ ...server.settings, ...settings }, CLOCK, givenPolicy({ ...policy, limitMs })),
  };
}

describe('a text by Twilio', () => {
  it('is a form that Twilio describes, erased there once it is sent', async () => {
    const { server, twilio } = await given();
    expect(await twilio.send(sms())).toEqual({ ok: true, providerId: `SM${'0'.repeat(31)}1` });
    expect(server.accepted[0]?.fields).toEqual({
      To: '+61400000001',
      From: 'HARBOUR',
      Body: 'Code 042137',
      ValidityPeriod: '600',
      ContentRetention: 'discard',
      StatusCallback: `${RECEIPTS}?message=${ID}`,
    });
    expect(server.faults).toEqual([]);
  });

  it.each([
    [1, '1'],
    [999, '1'],
    [86_400_000, '36000'],
  ])('that ends in %i ms is held for as long as Twilio can: %s s', async (ms, seconds) => {
    const { server } = await given();
    const now = CLOCK.now() + 60_000;
    const at = openTwilio(server.settings, { now: () => now }, givenPolicy());
    await at.send({ ...sms(), expiresAt: now + ms });
    expect(server.accepted[0]?.fields['ValidityPeriod']).toBe(seconds);
  });

  it('comes from the messaging service, or from the sender of its brand', async () => {
    const service = `MG${'56ef'.repeat(8)}`;
    const { server, twilio } = await given({ from: undefined, serviceSid: service, redaction: 'all' });
    await twilio.send(sms());
    expect(server.accepted[0]?.fields).toMatchObject({ MessagingServiceSid: service, AddressRetention: 'obfuscate' });
    expect(server.accepted[0]?.fields).not.toHaveProperty('From');
    await twilio.send({ ...sms(), from: 'HARBOUR' });
    expect(server.accepted[1]?.fields).toMatchObject({ MessagingServiceSid: service, From: 'HARBOUR' });
    expect(server.faults).toEqual([]);
  });

  it('asks for no receipts at an address that Twilio cannot reach', async () => {
    const { server, twilio } = await given({ redaction: 'none' });
    await twilio.send({ ...sms(), receiptsUrl: 'http://localhost:3000/network/sms-receipts/2' });
    await twilio.send({ ...sms(), receiptsUrl: undefined });
    for (const { fields } of server.accepted) expect(Object.keys(fields)).not.toContain('StatusCallback');
    expect(server.accepted[0]?.fields).not.toHaveProperty('ContentRetention');
  });

  it('that is longer than Twilio takes is refused, and not cut', async () => {
    const { twilio, server } = await given();
    expect(await twilio.send({ ...sms(), text: '码'.repeat(1601) })).toEqual({
      ok: false,
      isFinal: true,
      code: 'twilio_21617',
    });
    expect(server.accepted).toEqual([]);
  });
});

describe('a refusal by Twilio, which has status 400 for all', () => {
  it.each([
    [21211, 'badAddress'],
    [21614, 'badAddress'],
    [21635, 'badAddress'],
    [21610, 'optedOut'],
  ])('with code %i is about the number: %s', async (code, reason) => {
    const { twilio } = await given();
    const to = Object.keys(REFUSED_NUMBERS).find((number) => REFUSED_NUMBERS[number] === code) ?? '';
    expect(await twilio.send({ ...sms(), to })).toEqual({ ok: false, isFinal: true, code: `twilio_${code}`, reason });
  });

  it.each([21408, 21612])('with code %i ends the message, because we may not send to the number', async (code) => {
    const { twilio } = await given();
    const to = Object.keys(REFUSED_NUMBERS).find((number) => REFUSED_NUMBERS[number] === code) ?? '';
    const refused = {
      ok: false,
      isFinal: true,
      isOurs: true,
      isOfOne: true,
      code: `twilio_${code}`,
      reason: 'unserved',
    };
    expect(await twilio.send({ ...sms(), to })).toEqual(refused);
  });

  it.each([
    ['of numbers that we may not send to', { to: '+61400000208' }],
    ['of the sender of a brand', { from: 'SOMEONE' }],
  ])('%s, however often, leaves the others to be sent', async (_, refused) => {
    const { twilio, server } = await given({}, undefined, 5_000, { failuresToOpen: 2 });
    for (let sent = 0; sent < 5; sent += 1) await twilio.send({ ...sms(), ...refused });
    expect(await twilio.send(sms())).toMatchObject({ ok: true });
    expect(server.accepted).toHaveLength(1);
  });

  it.each([21703])('with code %i is about us', async (code) => {
    const { twilio } = await given();
    const to = Object.keys(REFUSED_NUMBERS).find((number) => REFUSED_NUMBERS[number] === code) ?? '';
    expect(await twilio.send({ ...sms(), to })).toEqual({
      ok: false,
      isFinal: false,
      isOurs: true,
      code: `twilio_${code}`,
    });
  });

  it('of our sender is about us', async () => {
    const { twilio } = await given();
    const refused = { ok: false, isFinal: false, isOurs: true, isOfOne: true, code: 'twilio_21606' };
    expect(await twilio.send({ ...sms(), from: 'SOMEONE' })).toEqual(refused);
  });

  it('of our key is about us', async () => {
    const { twilio } = await given({ keySecret: 'rotated' });
    expect(await twilio.send(sms())).toMatchObject({ isFinal: false, isOurs: true, code: 'twilio_20003' });
  });

  it('for our rate is about us, whatever its status', async () => {
    for (const [status, code] of [
      [429, 20429],
      [400, 30001],
      [400, 21611],
    ] as const) {
      const { twilio } = await given({}, () => ({ status, body: JSON.stringify({ code }) }));
      expect(await twilio.send(sms())).toMatchObject({ isFinal: false, isOurs: true, code: `twilio_${code}` });
    }
  });

  it('with a code that is not known ends nothing', async () => {
    const { twilio } = await given();
    const refused = { ok: false, isFinal: false, code: 'twilio_21999' };
    expect(await twilio.send({ ...sms(), to: '+61400000999' })).toEqual(refused);
  });

  it.each(['<html>Bad request</html>', '', '{"code":"21610"}', '{"code":21610', 'x'.repeat(500_000)])(
    'whose body is not of Twilio ends nothing',
    async (body) => {
      const { twilio } = await given({}, () => ({ status: 400, body }));
      expect(await twilio.send(sms())).toEqual({ ok: false, isFinal: false, code: 'http_400' });
    },
  );

  it.each(['<html>Welcome</html>', '{}', '{"sid":"7"}'])('is not read from %s with status 200', async (body) => {
    const { twilio } = await given({}, () => ({ status: 200, body }));
    expect(await twilio.send(sms())).toEqual({ ok: false, isFinal: false, code: 'unreadable' });
  });
});

describe('a text whose answer was lost', () => {
  it('is found by its number, and those before it are not', async () => {
    let isLost = true;
    const { server, twilio } = await given(
      {},
      ({ method }) => (isLost && method === 'POST' ? 'silence' : undefined),
      50,
    );
    const since = CLOCK.now();
    expect(await twilio.send(sms())).toEqual({ ok: false, isFinal: false, code: 'timeout' });
    isLost = false;
    await twilio.send({ ...sms(), to: '+61400000002' });
    const found = await twilio.findAccepted?.(sms(), since);
    expect(found).toEqual({ kind: 'done', value: [server.accepted[0]?.sid] });
    expect(await twilio.findAccepted?.(sms(), since + 120_000)).toEqual({ kind: 'done', value: [] });
    expect(await twilio.findAccepted?.({ ...sms(), from: 'SOMEONE' }, since)).toEqual({ kind: 'done', value: [] });
    expect(server.faults).toEqual([]);
  });

  it('cannot be looked for where Twilio erases the number, our key may not list, or no answer comes', async () => {
    const { twilio } = await given({ redaction: 'all' });
    expect(twilio.findAccepted).toBeUndefined();
    const { twilio: html } = await given({}, () => ({ status: 200, body: '<html>' }));
    expect(await html.findAccepted?.(sms(), 0)).toEqual({ kind: 'unknown', code: 'unreadable' });
    for (const [status, kind] of [
      [401, 'refused'],
      [403, 'refused'],
      [429, 'unknown'],
      [503, 'unknown'],
    ] as const) {
      const { twilio: other } = await given({}, () => ({ status, body: JSON.stringify({ code: 20_003 }) }));
      expect(await other.findAccepted?.(sms(), 0)).toEqual({ kind, code: `http_${status}` });
    }
  });
});

describe('receipts of Twilio', () => {
  const SID = `SM${'ab01'.repeat(8)}`;
  const CALLBACK = `${RECEIPTS}?message=${ID}`;
  const fields = (given: Readonly<Record<string, string>>) => ({
    AccountSid: ACCOUNT,
    ApiVersion: '2010-04-01',
    From: 'HARBOUR',
    MessageSid: SID,
    SmsSid: SID,
    To: '+61400000001',
    ...given,
  });

  const SETTINGS = {
    url: 'https://api.twilio.com',
    accountSid: ACCOUNT,
    keySid: `SK${'0'.repeat(32)}`,
    keySecret: 'x',
    redaction: 'text',
    signing: { authTokens: [], sharedKeys: [] },
  } as const;

  async function read(given: Readonly<Record<string, string>>, signed: Parameters<typeof receiptOf>[2] = {}) {
    const signing = { authTokens: ['the new token', AUTH_TOKEN], sharedKeys: ['shared'] };
    const twilio = openTwilio({ ...SETTINGS, signing }, CLOCK, givenPolicy());
    return twilio.readReceipts?.({ ...receiptOf(CALLBACK, fields(given), signed), nowMs: CLOCK.now() });
  }
  it.each([
    ['queued', undefined, 'onItsWay', undefined, false],
    ['sending', undefined, 'onItsWay', undefined, false],
    ['sent', undefined, 'onItsWay', undefined, false],
    ['delivered', undefined, 'delivered', undefined, false],
    ['undelivered', '30003', 'undelivered', 'unreachable', false],
    ['undelivered', '30005', 'undelivered', 'badAddress', true],
    ['undelivered', '30006', 'undelivered', 'badAddress', true],
    ['undelivered', '30004', 'undelivered', 'blocked', false],
    ['undelivered', '30007', 'undelivered', 'blocked', false],
    ['undelivered', '30008', 'undelivered', 'unknown', false],
    ['failed', '21610', 'undelivered', 'optedOut', true],
    ['failed', '21408', 'undelivered', 'unserved', true],
    ['failed', '30001', 'undelivered', 'ours', false],
    ['failed', '99999', 'undelivered', 'unknown', false],
    ['failed', undefined, 'undelivered', 'unknown', false],
    ['canceled', undefined, 'undelivered', 'unknown', false],
  ])('say of %s %s: %s, %s', async (MessageStatus, code, state, reason, isForGood) => {
    expect(await read({ MessageStatus, ...(code === undefined ? {} : { ErrorCode: code }) })).toEqual([
      { id: `${SID}:${MessageStatus}:${code ?? ''}`, messageId: ID, providerId: SID, state, reason, isForGood },
    ]);
  });

  it('have one id however often and in whatever order they come', async () => {
    const ids = [];
    for (const MessageStatus of ['delivered', 'sent', 'delivered']) ids.push(await read({ MessageStatus }));
    expect(ids[0]).toEqual(ids[2]);
    expect(ids[1]).not.toEqual(ids[2]);
  });

  it('take fields that Twilio adds, such as the time of the carrier', async () => {
    const receipts = await read({ MessageStatus: 'delivered', RawDlrDoneDate: '2611200201', Later: ' it is ' });
    expect(receipts).toMatchObject([{ state: 'delivered' }]);
  });

  it('are believed by the token in use, the one before it and a shared key, and by no other', async () => {
    const of = (signed: Parameters<typeof receiptOf>[2]) => read({ MessageStatus: 'sent' }, signed);
    for (const token of ['the new token', AUTH_TOKEN]) expect(await of({ token })).toHaveLength(1);
    expect(await of({ token: 'shared', algorithm: 'sha256' })).toHaveLength(1);
    expect(await of({ token: 'shared' })).toBeUndefined();
    expect(await of({ token: AUTH_TOKEN, algorithm: 'sha256' })).toBeUndefined();
    expect(await of({ token: 'the one before that' })).toBeUndefined();
  });

  it('of another account, or in words that are not known, say nothing', async () => {
    expect(await read({ MessageStatus: 'delivered', AccountSid: `AC${'0'.repeat(32)}` })).toEqual([]);
    expect(await read({ MessageStatus: 'receiving' })).toEqual([]);
    expect(await read({ MessageStatus: 'delivered', MessageSid: '7' })).toEqual([]);
  });

  it('name a message of ours only by the address that Twilio has signed', async () => {
    const twilio = openTwilio(
      { ...SETTINGS, signing: { authTokens: [AUTH_TOKEN], sharedKeys: [] } },
      CLOCK,
      givenPolicy(),
    );
    const receipt = receiptOf(CALLBACK, fields({ MessageStatus: 'delivered' }));
    const other = CALLBACK.replace('5f0c6a3e', '00000000');
    expect(twilio.readReceipts?.({ ...receipt, url: other, nowMs: 0 })).toBeUndefined();
    const plain = receiptOf(RECEIPTS, fields({ MessageStatus: 'delivered' }));
    expect(twilio.readReceipts?.({ ...plain, nowMs: 0 })).toMatchObject([{ messageId: undefined, providerId: SID }]);
  });
});
