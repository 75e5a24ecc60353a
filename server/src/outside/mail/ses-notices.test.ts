import { expect, it } from 'vitest';
import {
  OUR_ID,
  SES_FEEDBACK_ID,
  SES_ID,
  sesBounce,
  sesComplaint,
  sesEvent,
  sesIdentityNotice,
} from '../../../test-support/outside/mail-notices.ts';
import { givenSns, TOPIC } from '../../../test-support/outside/sns.ts';
import type { Log } from '../../platform/log.ts';
import { openSes } from './ses-notices.ts';

/** Certificates of the test are valid from the second in which they are made. */
const NOW = Date.now() + 300_000;
const LOG = { debug() {}, info() {}, warn() {}, error() {} } as Log;
const SNS_ID = '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324';

const sns = givenSns();
const ses = openSes({ kind: 'ses', topicArn: TOPIC, configurationSet: 'wattle' }, sns.get, LOG);

const post = (rawBody: Uint8Array) =>
  ses.readReceipts({ headers: {}, rawBody, url: 'https://cards.example', nowMs: NOW });
const read = (text: string) => post(sns.notification(text, NOW));

const OF = { providerId: SES_ID, messageId: OUR_ID };
const BOUNCED = { ...OF, id: `ses:${SES_FEEDBACK_ID}` };

it('reads that a message arrived', async () => {
  const delivery = {
    delivery: { recipients: ['amelia.chen@example.com'], smtpResponse: '250 2.6.0 Message received' },
  };
  const told = { ...OF, id: `ses:${SNS_ID}`, state: 'delivered', isForGood: false };
  expect(await read(sesEvent('Delivery', delivery))).toEqual([told]);
  // Without headers the message is known by the id that SES gave it.
  expect(await read(sesIdentityNotice('Delivery', delivery))).toEqual([{ ...told, messageId: undefined }]);
});

it.each([
  ['Permanent', 'NoEmail', undefined, 'badAddress', true],
  ['Permanent', 'General', undefined, 'badAddress', true],
  ['Permanent', 'General', '5.1.1', 'badAddress', true],
  ['Permanent', 'General', '5.0.0', 'badAddress', true],
  ['Permanent', 'General', '5.2.1', 'badAddress', true],
  // Some systems answer so for a mailbox that does not exist.
  ['Permanent', 'General', '5.4.1', 'badAddress', true],
  ['Permanent', 'General', '5.2.2', 'mailboxFull', false],
  // Policy: the sender may be the cause, and another address would not help.
  ['Permanent', 'General', '5.7.1', 'blocked', false],
  ['Permanent', 'General', '5.7.515', 'blocked', false],
  ['Permanent', 'General', '5.1.8', 'ours', false],
  ['Permanent', 'Suppressed', '5.1.1', 'suppressed', true],
  ['Permanent', 'OnAccountSuppressionList', undefined, 'suppressed', true],
  ['Permanent', 'OnTenantSuppressionList', undefined, 'suppressed', true],
  ['Permanent', 'UnsubscribedRecipient', undefined, 'optedOut', true],
  ['Transient', 'General', '4.4.7', 'unreachable', false],
  ['Transient', 'General', '5.3.0', 'unreachable', false],
  // SES calls it transient, its status is lasting.
  ['Transient', 'General', '5.1.1', 'badAddress', true],
  ['Transient', 'MailboxFull', undefined, 'mailboxFull', false],
  ['Transient', 'MailboxFull', '5.2.2', 'mailboxFull', false],
  ['Transient', 'MessageTooLarge', undefined, 'blocked', false],
  ['Transient', 'ContentRejected', undefined, 'blocked', false],
  ['Transient', 'AttachmentRejected', '5.6.0', 'blocked', false],
  ['Transient', 'CustomTimeoutExceeded', undefined, 'unreachable', false],
  ['Undetermined', 'Undetermined', '5.5.0', 'unknown', false],
] as const)('reads a bounce %s/%s with status %s as %s', async (type, subtype, status, reason, isForGood) => {
  const told = { ...BOUNCED, state: 'undelivered', reason, isForGood };
  expect(await read(sesEvent('Bounce', sesBounce(type, subtype, status)))).toEqual([told]);
  const byIdentity = await read(sesIdentityNotice('Bounce', sesBounce(type, subtype, status)));
  expect(byIdentity).toEqual([{ ...told, messageId: undefined }]);
});

it.each([
  ['Transient', 'General'],
  ['Undetermined', 'Undetermined'],
])('reads nothing from a bounce %s/%s without a status, which a note of absence is too', async (type, subtype) => {
  expect(await read(sesEvent('Bounce', sesBounce(type, subtype)))).toEqual([]);
});

it('reads complaints of people, and not what mail systems say to each other', async () => {
  const complained = [{ ...BOUNCED, state: 'complained', reason: 'complained', isForGood: false }];
  expect(await read(sesEvent('Complaint', sesComplaint('abuse')))).toEqual(complained);
  expect(await read(sesEvent('Complaint', sesComplaint('fraud')))).toEqual(complained);
  expect(await read(sesEvent('Complaint', sesComplaint(null)))).toEqual(complained);
  expect(await read(sesEvent('Complaint', sesComplaint('not-spam')))).toEqual([]);
  expect(await read(sesEvent('Complaint', sesComplaint('auth-failure')))).toEqual([]);
});

it('reads a complaint about an address that SES holds back as a message that was not sent', async () => {
  const told = { ...BOUNCED, state: 'undelivered', reason: 'suppressed', isForGood: true };
  expect(await read(sesEvent('Complaint', sesComplaint(null, 'OnAccountSuppressionList')))).toEqual([told]);
});

it.each([
  ['MailboxFull', 'mailboxFull'],
  ['TransientCommunicationFailure', 'unreachable'],
  ['Undetermined', 'unreachable'],
])('reads a delay %s as %s, and the message as on its way', async (delayType, reason) => {
  const deliveryDelay = { delayType, expirationTime: '2026-11-30T03:00:00Z', delayedRecipients: [] };
  const told = { ...OF, id: `ses:${SNS_ID}`, state: 'onItsWay', reason, isForGood: false };
  expect(await read(sesEvent('DeliveryDelay', { deliveryDelay }))).toEqual([told]);
});

it('reads a message that SES refused for its content as our fault', async () => {
  const told = { ...OF, id: `ses:${SNS_ID}`, state: 'undelivered', reason: 'ours', isForGood: false };
  expect(await read(sesEvent('Reject', { reject: { reason: 'Bad content' } }))).toEqual([told]);
});

it.each([
  ['sending', sesEvent('Send', { send: {} })],
  ['reading', sesEvent('Open', { open: { ipAddress: '192.0.2.1' } })],
  ['an unknown event', sesEvent('Teleported')],
  ['a topic that was set up', 'Successfully validated SNS topic for Amazon SES event publishing.'],
  ['an identity that was set up', '{"notificationType":"AmazonSnsSubscriptionSucceeded","message":"You have …"}'],
  ['a bounce without its details', sesEvent('Bounce')],
  ['a message without an id', '{"eventType":"Delivery","mail":{}}'],
  ['no object', '[1]'],
  ['nothing', 'null'],
])('reads nothing about %s, and takes it', async (_, text) => {
  expect(await read(text)).toEqual([]);
});

it('names a bounce the same in its repeats and by both ways that SES tells it', async () => {
  const bounce = sesBounce('Permanent', 'General', '5.1.1');
  const ids = [];
  for (const MessageId of ['22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324', '33b80b92-fdea-4c2c-8f9d-bdfb0c7bf324']) {
    const receipts = await post(sns.notification(sesEvent('Bounce', bounce), NOW, { MessageId }));
    ids.push(...(receipts ?? []).map(({ id }) => id));
  }
  expect(ids).toEqual([`ses:${SES_FEEDBACK_ID}`, `ses:${SES_FEEDBACK_ID}`]);
});

it('takes no id of ours but one', async () => {
  const named = (value: string) =>
    JSON.stringify({
      eventType: 'Delivery',
      mail: { messageId: SES_ID, headers: [{ name: 'message-id', value }] },
    });
  const ids = [];
  for (const value of [`<${OUR_ID}@b.example>`, `<${OUR_ID}x@b.example>`, '<>', "<'; DROP@b.example>"]) {
    ids.push((await read(named(value)))?.[0]?.messageId);
  }
  expect(ids).toEqual([OUR_ID, undefined, undefined, undefined]);
});

it('refuses what is not from its topic, and a notice that SNS did not wrap', async () => {
  const bounce = sesEvent('Bounce', sesBounce('Permanent', 'General', '5.1.1'));
  expect(await post(Buffer.from(bounce))).toBeUndefined();
  expect(await post(sns.notification(bounce, NOW, { TopicArn: `${TOPIC}-other` }))).toBeUndefined();
});

it('takes its subscription without a receipt', async () => {
  const url = `https://sns.ap-southeast-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37fb687f`;
  sns.answer(url, { kind: 'done', value: '<ConfirmSubscriptionResponse/>' });
  expect(await post(sns.confirmation(NOW))).toEqual([]);
});

it('finds the id of a message in the reply of SES', () => {
  expect(ses.idIn(`250 Ok ${SES_ID}`)).toBe(SES_ID);
  expect(ses.idIn(`250 Ok ${SES_ID}\r\n`)).toBe(SES_ID);
  for (const reply of ['250 OK: message queued', '250 Ok', `250 Ok ${'x'.repeat(201)}`, '250 2.0.0 Ok: queued as 4F']) {
    expect(ses.idIn(reply)).toBeUndefined();
  }
});

it('names its configuration set, if it has one', () => {
  expect(ses.headersOf(OUR_ID)).toEqual({ 'X-SES-CONFIGURATION-SET': 'wattle' });
  const without = openSes({ kind: 'ses', topicArn: TOPIC, configurationSet: undefined }, sns.get, LOG);
  expect(without.headersOf(OUR_ID)).toEqual({});
});
