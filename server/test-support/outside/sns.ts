import { spawnSync } from 'node:child_process';
import { createSign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OutsideOutcome } from '../../src/outside/outcome.ts';

export const TOPIC = 'arn:aws:sns:ap-southeast-2:123456789012:wattle-mail';
export const SNS_HOST = 'https://sns.ap-southeast-2.amazonaws.com';
export const CERTIFICATE_URL = `${SNS_HOST}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem`;

type Fields = Readonly<Record<string, unknown>>;

/** Key and certificate for two days, as SNS signs with; the certificate is of the host's name. */
export function givenCertificate(name = 'sns.amazonaws.com', kind = ['rsa:2048']): { key: string; pem: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-sns-'));
  const [key, pem] = [path.join(folder, 'key'), path.join(folder, 'pem')];
  const of = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '2', '-nodes'];
  spawnSync('/usr/bin/openssl', ['req', '-x509', '-newkey', ...kind, ...of, '-keyout', key, '-out', pem]);
  const made = { key: readFileSync(key, 'utf8'), pem: readFileSync(pem, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

/** Made once, because a key takes a while. */
let usual: { readonly key: string; readonly pem: string } | undefined;

/** In the order of docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/**
 * Messages of a topic as SNS posts them (docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html, read on
 * 29 November 2026), and the host that has its certificate. `answer` says what the host answers instead.
 */
export function givenSns(given?: { readonly key: string; readonly pem: string }) {
  const { key, pem } = given ?? (usual ??= givenCertificate());
  const asked: string[] = [];
  const answers = new Map<string, OutsideOutcome<string>>([[CERTIFICATE_URL, { kind: 'done', value: pem }]]);
  const get = async (url: string): Promise<OutsideOutcome<string>> => {
    asked.push(url);
    return answers.get(url) ?? { kind: 'refused', code: 'http_404' };
  };

  /** Signs the fields, and changes `unsigned` afterwards. */
  function signed(fields: Fields, unsigned: Fields = {}): Buffer {
    const message: Fields = {
      MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      TopicArn: TOPIC,
      SignatureVersion: '2',
      SigningCertURL: CERTIFICATE_URL,
      ...fields,
    };
    const sign = createSign(message['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
    for (const name of SIGNED[String(message['Type'])] ?? []) {
      if (name in message) sign.update(`${name}\n${String(message[name])}\n`);
    }
    return Buffer.from(JSON.stringify({ ...message, Signature: sign.sign(key, 'base64'), ...unsigned }));
  }

  return {
    pem,
    get,
    asked,
    answer: (url: string, outcome: OutsideOutcome<string>) => void answers.set(url, outcome),
    signed,
    /** @param text what SES writes */
    notification: (text: string, atMs: number, fields: Fields = {}, unsigned: Fields = {}) =>
      signed({ Type: 'Notification', Message: text, Timestamp: new Date(atMs).toISOString(), ...fields }, unsigned),
    confirmation: (atMs: number, fields: Fields = {}) =>
      signed({
        Type: 'SubscriptionConfirmation',
        Message: `You have chosen to subscribe to the topic ${TOPIC}.`,
        Token: '2336412f37fb687f',
        SubscribeURL: `${SNS_HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37fb687f`,
        Timestamp: new Date(atMs).toISOString(),
        ...fields,
      }),
  };
}
