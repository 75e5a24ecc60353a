import { expect, it } from 'vitest';
import {
  OUR_ID,
  POSTMARK_BOUNCES,
  postmarkBounce,
  postmarkChange,
  postmarkComplaint,
  postmarkDelivery,
} from '../../../test-support/outside/mail-notices.ts';
import type { MessageReceipt } from '../receipt.ts';
import { openPostmark } from './postmark-notices.ts';

const KEY = 'k'.repeat(32);
const OLD_KEY = 'o'.repeat(32);
const postmark = openPostmark({ kind: 'postmark', hookKeys: [KEY, OLD_KEY], stream: 'wattle' });

const basic = (words: string) => ({ authorization: `Basic ${Buffer.from(words).toString('base64')}` });
const POSTMARK = basic(`postmark:${KEY}`);

const read = (notice: object | string, headers: Readonly<Record<string, string>> = POSTMARK) =>
  postmark.readReceipts({
    headers,
    rawBody: Buffer.from(typeof notice === 'string' ? notice : JSON.stringify(notice)),
    url: 'https://cards.example',
    nowMs: 0,
  });

const BOUNCED = { id: 'postmark:bounce:4323372036854776000', messageId: OUR_ID };

it('reads that a message arrived', () => {
  const id = 'postmark:delivery:00000000-1111-4222-8333-444444444444';
  expect(read(postmarkDelivery)).toEqual([{ id, messageId: OUR_ID, state: 'delivered', isForGood: false }]);
});

it.each([
  ['HardBounce', 'badAddress', true],
  ['BadEmailAddress', 'badAddress', true],
  ['DnsError', 'unreachable', false],
  ['SpamNotification', 'blocked', false],
  ['VirusNotification', 'blocked', false],
  ['ChallengeVerification', 'blocked', false],
  ['Blocked', 'blocked', false],
  ['DMARCPolicy', 'ours', false],
  ['TemplateRenderingFailed', 'ours', false],
  ['ManuallyDeactivated', 'suppressed', true],
  ['Unconfirmed', 'suppressed', true],
  ['Unknown', 'unknown', false],
] as const)('reads a bounce %s as %s', (type, reason, isForGood) => {
  expect(read(postmarkBounce(type))).toEqual([{ ...BOUNCED, state: 'undelivered', reason, isForGood }]);
});

it('reads a message that is delayed as on its way', () => {
  expect(read(postmarkBounce('Transient'))).toEqual([
    { ...BOUNCED, state: 'onItsWay', reason: 'unreachable', isForGood: false },
  ]);
});

it.each(['Unsubscribe', 'Subscribe', 'AutoResponder', 'AddressChange', 'OpenRelayTest', 'InboundError'] as const)(
  'reads nothing from %s, which is no failure of our message',
  (type) => {
    expect(read(postmarkBounce(type))).toEqual([]);
  },
);

it('reads each type that Postmark has, and nothing from one that it may add', async () => {
  const types = Object.keys(POSTMARK_BOUNCES) as (keyof typeof POSTMARK_BOUNCES)[];
  const [without, receipts]: [string[], MessageReceipt[]] = [[], []];
  for (const type of types) {
    const told = (await read(postmarkBounce(type))) ?? [];
    if (told.length === 0) without.push(type);
    receipts.push(...told);
  }
  expect(without).toEqual([
    'Unsubscribe',
    'Subscribe',
    'AutoResponder',
    'AddressChange',
    'OpenRelayTest',
    'InboundError',
  ]);
  expect(receipts).toHaveLength(16);
  expect(read(postmarkBounce('HardBounce', { Type: 'Teleported' }))).toEqual([]);
  expect(read(postmarkBounce('HardBounce', { Type: 'constructor' }))).toEqual([]);
});

it.each([
  ['smtp;452 4.2.2 The mailbox is full', 'mailboxFull', false],
  ['smtp;550 5.1.1 No such user', 'badAddress', true],
  ['smtp;550 5.2.1 The mailbox is disabled', 'badAddress', true],
  ['smtp;450 4.7.1 Try later', 'blocked', false],
  ['action: failed', 'unreachable', false],
  ['', 'unreachable', false],
])('reads a soft bounce with %s as %s', (Details, reason, isForGood) => {
  expect(read(postmarkBounce('SoftBounce', { Details }))).toEqual([
    { ...BOUNCED, state: 'undelivered', reason, isForGood },
  ]);
});

it('reads a bounce after which Postmark sends nothing more to the address as lasting', () => {
  expect(read(postmarkBounce('SoftBounce', { Inactive: true }))).toMatchObject([{ isForGood: true }]);
  expect(read(postmarkBounce('Blocked', { Inactive: true }))).toMatchObject([{ reason: 'blocked', isForGood: true }]);
});

it('reads what Postmark accepted by SMTP and refused afterwards by its words', () => {
  const inactive = { Details: 'You tried to send to recipients that have been marked as inactive.' };
  expect(read(postmarkBounce('SMTPApiError', inactive))).toEqual([
    { ...BOUNCED, state: 'undelivered', reason: 'suppressed', isForGood: true },
  ]);
  const sender = { Details: "The 'From' address is not a sender signature of this account." };
  expect(read(postmarkBounce('SMTPApiError', sender))).toEqual([
    { ...BOUNCED, state: 'undelivered', reason: 'ours', isForGood: false },
  ]);
});

it('reads complaints', () => {
  expect(read(postmarkComplaint)).toEqual([
    { id: 'postmark:complaint:42', messageId: OUR_ID, state: 'complained', reason: 'complained', isForGood: false },
  ]);
});

it('reads that a reader wants no more mail, and leaves bounces and complaints to their own notices', () => {
  expect(read(postmarkChange())).toEqual([
    {
      id: 'postmark:subscription:00000000-1111-4222-8333-444444444444:2026-11-29T10:00:00Z',
      messageId: OUR_ID,
      state: 'undelivered',
      reason: 'optedOut',
      isForGood: true,
    },
  ]);
  expect(read(postmarkChange({ SuppressionReason: 'HardBounce' }))).toEqual([]);
  expect(read(postmarkChange({ SuppressionReason: 'SpamComplaint' }))).toEqual([]);
  // The operator did it, or lifted it: no message is named.
  expect(read(postmarkChange({ Origin: 'Admin', MessageID: null, Metadata: {} }))).toEqual([]);
  expect(
    read(postmarkChange({ SuppressSending: false, SuppressionReason: null, Tag: null, MessageID: null, Metadata: {} })),
  ).toEqual([]);
});

it.each([
  ['a message of another system', postmarkBounce('HardBounce', { Metadata: {} })],
  ['a message without metadata', postmarkBounce('HardBounce', { Metadata: null })],
  ['an open', { ...postmarkDelivery, RecordType: 'Open' }],
  ['no JSON', '<html>'],
  ['nothing', ''],
])('reads nothing about %s, and takes it', (_, notice) => {
  expect(read(notice)).toEqual([]);
});

it('knows our id whatever the case in which mailers write its header', () => {
  expect(read(postmarkBounce('HardBounce', { Metadata: { Message: OUR_ID } }))).toMatchObject([{ messageId: OUR_ID }]);
});

it('takes a call with one of its keys, as a password or in a header', () => {
  for (const headers of [POSTMARK, basic(`postmark:${OLD_KEY}`), { 'x-hook-key': KEY }, { 'x-hook-key': OLD_KEY }]) {
    expect(read(postmarkDelivery, headers)).toHaveLength(1);
  }
});

it.each([
  ['no key', {}],
  ['an empty key', { 'x-hook-key': '' }],
  ['another key', { 'x-hook-key': 'x'.repeat(32) }],
  ['a shorter key', { 'x-hook-key': KEY.slice(1) }],
  ['a longer key', { 'x-hook-key': `${KEY}k` }],
  ['both keys', { 'x-hook-key': `${KEY},${OLD_KEY}` }],
  ['another password', basic('postmark:secret')],
  ['another user', basic(`other:${KEY}`)],
  ['a key without its user', basic(KEY)],
  ['a bearer', { authorization: `Bearer ${KEY}` }],
  ['a wrong password beside a good key', { ...basic('postmark:secret'), 'x-hook-key': KEY }],
])('refuses a call with %s', (_, headers) => {
  expect(read(postmarkDelivery, headers)).toBeUndefined();
});

it('gives a message our id, its stream, and has no one watched', () => {
  expect(postmark.headersOf(OUR_ID)).toEqual({
    'X-PM-Metadata-message': OUR_ID,
    'X-PM-KeepID': 'true',
    'X-PM-TrackOpens': 'false',
    'X-PM-TrackLinks': 'None',
    'X-PM-Message-Stream': 'wattle',
  });
  const usual = openPostmark({ kind: 'postmark', hookKeys: [KEY], stream: undefined });
  expect(usual.headersOf(OUR_ID)).toMatchObject({ 'X-PM-Message-Stream': 'outbound' });
});
