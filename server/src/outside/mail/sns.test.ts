import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { givenHttpServer, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { CERTIFICATE_URL, givenCertificate, givenSns, SNS_HOST, TOPIC } from '../../../test-support/outside/sns.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import type { Log } from '../../platform/log.ts';
import { getByPolicy, openSnsTopic, TOPIC_ARN } from './sns.ts';

type Published = {
  readonly certificateUrl: string;
  readonly certificate: string;
  readonly messages: readonly { readonly TopicArn: string; readonly MessageId: string; readonly Timestamp: string }[];
};
const published = JSON.parse(
  readFileSync(new URL('../../../test-support/outside/sns-published.json', import.meta.url), 'utf8'),
) as Published;

const MINUTE_MS = 60_000;
/** Certificates of the test are valid from the second in which they are made. */
const NOW = Date.now() + 5 * MINUTE_MS;
const errors: string[] = [];
const LOG = {
  debug() {},
  info() {},
  warn() {},
  error: (_: object, text: string) => errors.push(text),
} as unknown as Log;

const servers: HttpServer[] = [];
afterEach(async () => {
  errors.length = 0;
  for (const server of servers.splice(0)) await server.close();
});

const openTopic = (sns: { get: ReturnType<typeof givenSns>['get'] }) => openSnsTopic(TOPIC, sns.get, LOG);

it.each(published.messages)('reads a message that SNS signed, published by its maker: $MessageId', async (message) => {
  const topic = openSnsTopic(message.TopicArn, async () => ({ kind: 'done', value: published.certificate }), LOG);
  const raw = Buffer.from(JSON.stringify(message));
  const then = Date.parse(message.Timestamp);
  expect(await topic.read(raw, then)).toEqual({ id: message.MessageId, text: 'Hello world' });
  const forged = Buffer.from(JSON.stringify({ ...message, Message: 'Hello worlds' }));
  expect(await topic.read(forged, then)).toBeUndefined();
});

it('reads both versions of signatures, with a subject and without', async () => {
  const sns = givenSns();
  const topic = openTopic(sns);
  const read = { id: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324', text: 'line 1\n"line" 2 – 您' };
  for (const fields of [{}, { SignatureVersion: '1' }, { Subject: 'Amazon SES' }, { Subject: '' }]) {
    expect(await topic.read(sns.notification(read.text, NOW, fields), NOW)).toEqual(read);
  }
  // The certificate is fetched once.
  expect(sns.asked).toEqual([CERTIFICATE_URL]);
});

it.each([
  ['another text', {}, { Message: 'other' }],
  ['another id', {}, { MessageId: '00000000-0000-4000-8000-000000000000' }],
  ['another time', {}, { Timestamp: new Date(NOW - 1_000).toISOString() }],
  ['a subject that was added', {}, { Subject: 'added' }],
  ['a subject that was removed', { Subject: 'there' }, { Subject: undefined }],
  ['the other version', {}, { SignatureVersion: '1' }],
  ['an unknown version', {}, { SignatureVersion: '3' }],
  ['a wrong signature', {}, { Signature: Buffer.alloc(256).toString('base64') }],
  ['no signature', {}, { Signature: undefined }],
  ['another type', {}, { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: `${SNS_HOST}/` }],
  ['a topic that is not ours', { TopicArn: `${TOPIC}-other` }, {}],
  ['a topic of another account', { TopicArn: TOPIC.replace('123456789012', '210987654321') }, {}],
] as const)('refuses a message with %s', async (_, fields, unsigned) => {
  const sns = givenSns();
  expect(await openTopic(sns).read(sns.notification('text', NOW, fields, unsigned), NOW)).toBeUndefined();
});

it.each(['', 'null', '[]', '{}', '<html>', '{"Type":"Notification"}'])('refuses %s', async (body) => {
  expect(await openTopic(givenSns()).read(Buffer.from(body), NOW)).toBeUndefined();
});

it('refuses what is older than SNS sends again, and what is ahead of time', async () => {
  const sns = givenSns();
  const topic = openTopic(sns);
  const readAt = (atMs: number) => topic.read(sns.notification('text', atMs), NOW);
  expect(await readAt(NOW - 60 * MINUTE_MS)).toBeDefined();
  expect(await readAt(NOW - 76 * MINUTE_MS)).toBeUndefined();
  expect(await readAt(NOW + 6 * MINUTE_MS)).toBeUndefined();
});

it.each([
  'http://sns.ap-southeast-2.amazonaws.com/SimpleNotificationService-0.pem',
  'https://sns.ap-southeast-2.amazonaws.com.evil.example/SimpleNotificationService-0.pem',
  'https://evil.example/sns.ap-southeast-2.amazonaws.com/SimpleNotificationService-0.pem',
  'https://sns.ap-southeast-2.amazonaws.com@evil.example/SimpleNotificationService-0.pem',
  'https://user:word@sns.ap-southeast-2.amazonaws.com/SimpleNotificationService-0.pem',
  'https://sns.ap-southeast-2.amazonaws.com:8443/SimpleNotificationService-0.pem',
  'https://evil.example\\@sns.ap-southeast-2.amazonaws.com/SimpleNotificationService-0.pem',
  'https://evil.example#.sns.ap-southeast-2.amazonaws.com/SimpleNotificationService-0.pem',
  'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0.pem',
  'https://sns.ap-southeast-2.amazonaws.com.cn/SimpleNotificationService-0.pem',
  'https://bucket.s3.ap-southeast-2.amazonaws.com/SimpleNotificationService-0.pem',
  'https://sns.ap-southeast-2.amazonaws.com./SimpleNotificationService-0.pem',
  'https://sns.ap-southeast-2.amazonaws.com/certificate.key',
  'https://sns.ap-southeast-2.amazonaws.com/?Action=Publish&x=.pem',
  'https://sns.ap-southeast-2.amazonaws.com/a/../b.pem?x=.pem',
  'https://169.254.169.254/latest/meta-data/x.pem',
  'file:///etc/ssl/x.pem',
  'not a URL',
])('calls nothing for a certificate at %s', async (url) => {
  const sns = givenSns();
  sns.answer(url, { kind: 'done', value: sns.pem });
  expect(await openTopic(sns).read(sns.notification('text', NOW, { SigningCertURL: url }), NOW)).toBeUndefined();
  expect(sns.asked).toEqual([]);
});

it('refuses a certificate that has ended, is not valid yet, is of another name or holds no RSA key', async () => {
  const [good, other] = [givenCertificate(), givenCertificate('mail.amazonaws.com')];
  const curve = givenCertificate('sns.amazonaws.com', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']);
  const read = (made: typeof good, atMs: number) => {
    const sns = givenSns(made);
    return openTopic(sns).read(sns.notification('text', atMs), atMs);
  };
  expect(await read(good, NOW)).toBeDefined();
  expect(await read(good, NOW + 3 * 24 * 60 * MINUTE_MS)).toBeUndefined();
  expect(await read(good, NOW - 60 * MINUTE_MS)).toBeUndefined();
  expect(await read(other, NOW)).toBeUndefined();
  expect(await read(curve, NOW)).toBeUndefined();
  expect(await read({ ...good, pem: '<html>certificate</html>' }, NOW)).toBeUndefined();
  // One that was valid when it was fetched.
  const sns = givenSns(good);
  const topic = openTopic(sns);
  const later = NOW + 3 * 24 * 60 * MINUTE_MS;
  expect(await topic.read(sns.notification('text', NOW), NOW)).toBeDefined();
  expect(await topic.read(sns.notification('text', later), later)).toBeUndefined();
});

// Names by software.amazon.awssdk:sns-message-manager, read on 29 November 2026.
it.each([
  ['ap-southeast-2', 'sns.amazonaws.com'],
  ['ap-southeast-4', 'sns-signing.ap-southeast-4.amazonaws.com'],
  ['us-gov-west-1', 'sns-us-gov-west-1.amazonaws.com'],
  ['cn-north-1', 'sns-cn-north-1.amazonaws.com.cn'],
])('takes the certificate of %s, which is of %s', async (region, name) => {
  const partition = region.startsWith('cn') ? 'aws-cn' : region.startsWith('us-gov') ? 'aws-us-gov' : 'aws';
  const arn = `arn:${partition}:sns:${region}:123456789012:mail`;
  const url = `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}/a.pem`;
  const made = givenCertificate(name);
  const sns = givenSns(made);
  sns.answer(url, { kind: 'done', value: made.pem });
  const message = sns.notification('text', NOW, { TopicArn: arn, SigningCertURL: url });
  expect(arn).toMatch(TOPIC_ARN);
  expect(await openSnsTopic(arn, sns.get, LOG).read(message, NOW)).toMatchObject({ text: 'text' });
});

it('has a message sent again whose certificate cannot be fetched now', async () => {
  const sns = givenSns();
  const topic = openTopic(sns);
  const message = sns.notification('text', NOW);
  const good = await sns.get(CERTIFICATE_URL);
  sns.answer(CERTIFICATE_URL, { kind: 'unknown', code: 'timeout' });
  await expect(topic.read(message, NOW)).rejects.toThrow('timeout');
  sns.answer(CERTIFICATE_URL, good);
  expect(await topic.read(message, NOW)).toBeDefined();
});

it('keeps the certificate of a signature, whatever else unsigned messages name', async () => {
  const [sns, other] = [givenSns(), givenCertificate()];
  const topic = openTopic(sns);
  const read = (SigningCertURL: string) => topic.read(sns.notification('text', NOW, { SigningCertURL }), NOW);
  expect(await read(CERTIFICATE_URL)).toBeDefined();
  for (let place = 0; place < 20; place += 1) {
    const url = `${SNS_HOST}/other-${place}.pem`;
    // Half of them are not there, and half belong to other signers.
    if (place % 2 === 0) sns.answer(url, { kind: 'done', value: other.pem });
    expect(await read(url)).toBeUndefined();
  }
  expect(await read(CERTIFICATE_URL)).toBeDefined();
  expect(sns.asked.filter((url) => url === CERTIFICATE_URL)).toHaveLength(1);
});

it('asks before each certificate that a message has it fetch, and never for one that it has', async () => {
  const sns = givenSns();
  const topic = openTopic(sns);
  let mayFetch = true;
  let questions = 0;
  const beforeFetch = async () => {
    questions += 1;
    if (!mayFetch) throw new Error('too many');
  };
  const read = (SigningCertURL: string) =>
    topic.read(sns.notification('text', NOW, { SigningCertURL }), NOW, beforeFetch);
  expect(await read(CERTIFICATE_URL)).toBeDefined();
  expect(await read(`${SNS_HOST}/none.pem`)).toBeUndefined();
  mayFetch = false;
  await expect(read(`${SNS_HOST}/none.pem`)).rejects.toThrow('too many');
  expect(await read(CERTIFICATE_URL)).toBeDefined();
  expect([questions, sns.asked.length]).toEqual([3, 2]);
});

it('fetches a certificate that other servers lack once for messages that arrive together', async () => {
  const sns = givenSns();
  const topic = openTopic(sns);
  const message = sns.notification('text', NOW);
  const read = await Promise.all(Array.from({ length: 20 }, () => topic.read(message, NOW)));
  expect(read.every((one) => one?.text === 'text')).toBe(true);
  expect(sns.asked).toHaveLength(1);
});

it('follows no redirect to another certificate', async () => {
  const { pem } = givenCertificate();
  const other = await givenHttpServer(() => ({ status: 200, body: pem }));
  const host = await givenHttpServer(() => ({ status: 302, headers: { location: `${other.url}/x.pem` } }));
  servers.push(other, host);
  const get = getByPolicy(givenPolicy());
  const sns = givenSns();
  const topic = openSnsTopic(TOPIC, () => get(`${host.url}/x.pem`), LOG);
  await expect(topic.read(sns.notification('text', NOW), NOW)).rejects.toThrow('http_302');
  expect([host.calls.length, other.calls.length]).toEqual([1, 0]);
});

it('has other certificates fetched while notices name ones that are not there', async () => {
  const sns = givenSns();
  const answers = [...Array.from({ length: 5 }, () => 403), ...Array.from({ length: 5 }, () => 404), 200];
  const host = await givenHttpServer(() => ({ status: answers.shift() ?? 500, body: sns.pem }));
  servers.push(host);
  const get = getByPolicy(givenPolicy({ failuresToOpen: 2 }));
  const topic = openSnsTopic(TOPIC, () => get(`${host.url}/x.pem`), LOG);
  const message = sns.notification('text', NOW);
  for (let i = 0; i < 10; i += 1) expect(await topic.read(message, NOW)).toBeUndefined();
  expect(await topic.read(message, NOW)).toBeDefined();
});

it('confirms the subscription of its topic, and again until that is done', async () => {
  const sns = givenSns();
  const topic = openTopic(sns);
  const url = new URL(`${SNS_HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37fb687f`).href;
  await expect(topic.read(sns.confirmation(NOW), NOW)).rejects.toThrow('http_404');
  sns.answer(url, { kind: 'done', value: '<ConfirmSubscriptionResponse/>' });
  expect(await topic.read(sns.confirmation(NOW), NOW)).toBeNull();
  expect(sns.asked).toEqual([CERTIFICATE_URL, url, url]);
  expect(errors).toEqual([]);
});

it.each([
  'https://evil.example/?Action=ConfirmSubscription',
  `http://sns.ap-southeast-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}`,
  `${SNS_HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}-other`,
  `${SNS_HOST}/?Action=Publish&TopicArn=${TOPIC}`,
  `${SNS_HOST}/?Action=Publish&Action=ConfirmSubscription&TopicArn=${TOPIC}`,
  `${SNS_HOST}:8443/?Action=ConfirmSubscription&TopicArn=${TOPIC}`,
  `${SNS_HOST}/other?Action=ConfirmSubscription&TopicArn=${TOPIC}`,
  `https://user@sns.ap-southeast-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}`,
])('confirms nothing at %s', async (SubscribeURL) => {
  const sns = givenSns();
  expect(await openTopic(sns).read(sns.confirmation(NOW, { SubscribeURL }), NOW)).toBeNull();
  expect(sns.asked).toEqual([CERTIFICATE_URL]);
  expect(errors).toHaveLength(1);
});

it('confirms no other topic, whoever signs it', async () => {
  const sns = givenSns();
  expect(await openTopic(sns).read(sns.confirmation(NOW, { TopicArn: `${TOPIC}-other` }), NOW)).toBeUndefined();
  expect(sns.asked).toEqual([]);
});

it('says that its subscription was ended, and does not renew it', async () => {
  const sns = givenSns();
  const ended = sns.confirmation(NOW, { Type: 'UnsubscribeConfirmation' });
  expect(await openTopic(sns).read(ended, NOW)).toBeNull();
  expect(sns.asked).toEqual([CERTIFICATE_URL]);
  expect(errors).toEqual(['the subscription of mail notices was ended at SNS']);
});
