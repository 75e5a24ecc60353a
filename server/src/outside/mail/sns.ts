import { createVerify, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import type { Log } from '../../platform/log.ts';
import { callText, parseJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import { OutsideUnavailable } from '../outside-unavailable.ts';
import type { Policy } from '../policy.ts';

/** Topic of Amazon SNS, whose messages say where they are from. */
export const TOPIC_ARN = /^arn:aws(-cn|-us-gov)?:sns:([a-z]{2}(?:-[a-z]+){1,2}-\d):\d{12}:[\w-]{1,256}$/;

/** Gets a text by HTTPS and follows no redirect. */
export type GetText = (url: string) => Promise<OutsideOutcome<string>>;

export type SnsNotification = { readonly id: string; readonly text: string };

export type SnsTopic = {
  /**
   * Reads what is posted to us, and confirms our subscription. Undefined: it is not from this topic, or is old. Null:
   * it is, and has no notification. Throws where its certificate cannot be fetched now, so that it is sent again.
   * `beforeFetch` is called before a certificate is fetched for a message that may be anyone's, and may throw.
   */
  read(
    rawBody: Uint8Array,
    nowMs: number,
    beforeFetch?: () => Promise<void>,
  ): Promise<SnsNotification | null | undefined>;
};

/** A URL that the host refuses is the fault of the notice that names it, and not a failure of the host. */
export function getByPolicy(policy: Policy): GetText {
  const read = (text: string) => text;
  return (url) =>
    policy.call(async (signal) => {
      const answer = await callText({ url, read, addresses: policy.addresses, signal });
      return answer.kind === 'unknown' && answer.code === 'http_403' ? { kind: 'refused', code: answer.code } : answer;
    });
}

const MINUTE_MS = 60_000;
/** SNS sends a message again for up to an hour, with its first time. */
const OLDEST_MS = 75 * MINUTE_MS;
const AHEAD_MOST_MS = 5 * MINUTE_MS;
/** Certificates are replaced about once a year. */
const CERTIFICATES_KEPT = 8;

const HASHES: Readonly<Record<'1' | '2', string>> = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' };

const signed = {
  MessageId: z.string().min(1).max(100),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64(),
  SigningCertURL: z.string().max(500),
};
const aboutSubscription = { ...signed, Token: z.string(), SubscribeURL: z.string().max(2_000) };
const envelope = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('Notification'), ...signed, Subject: z.string().nullish() }),
  z.object({ Type: z.literal('SubscriptionConfirmation'), ...aboutSubscription }),
  z.object({ Type: z.literal('UnsubscribeConfirmation'), ...aboutSubscription }),
]);
type Envelope = z.output<typeof envelope>;

/**
 * Messages of one topic of Amazon SNS, signed by a certificate at the host of the topic's region. No other host is
 * called, whatever a message names.
 *
 * @param topicArn matches `TOPIC_ARN`
 */
export function openSnsTopic(topicArn: string, get: GetText, log: Log): SnsTopic {
  const [, partition, region = ''] = TOPIC_ARN.exec(topicArn) ?? [];
  const suffix = `amazonaws.com${partition === '-cn' ? '.cn' : ''}`;
  const host = `sns.${region}.${suffix}`;
  /** Those that have signed a message of this topic, so that no other message takes their place. */
  const certificates = new Map<string, X509Certificate>();
  const fetching = new Map<string, Promise<X509Certificate | undefined>>();

  /** Undefined: no certificate of SNS. */
  async function fetchCertificate(url: string): Promise<X509Certificate | undefined> {
    const answer = await get(url);
    if (answer.kind === 'refused') return undefined;
    if (answer.kind !== 'done') throw new OutsideUnavailable('certificate of SNS', answer);
    const certificate = parseCertificate(answer.value);
    const isOfSns =
      certificate?.publicKey.asymmetricKeyType === 'rsa' &&
      signerNames(region, suffix).some((name) => certificate.checkHost(name, { wildcards: false }) !== undefined);
    return isOfSns ? certificate : undefined;
  }

  /** Fetches it once for messages that arrive together. */
  async function certificateAt(url: string, beforeFetch: () => Promise<void>): Promise<X509Certificate | undefined> {
    const known = certificates.get(url) ?? fetching.get(url);
    if (known) return known;
    await beforeFetch();
    const going = fetching.get(url) ?? fetchCertificate(url).finally(() => fetching.delete(url));
    fetching.set(url, going);
    return going;
  }

  function keep(url: string, certificate: X509Certificate): void {
    certificates.set(url, certificate);
    const [oldest] = certificates.keys();
    if (certificates.size > CERTIFICATES_KEPT && oldest !== undefined) certificates.delete(oldest);
  }

  /** Whether SNS has signed a message by a certificate that is valid now. */
  async function isSigned(message: Envelope, nowMs: number, beforeFetch: () => Promise<void>): Promise<boolean> {
    const url = urlAt(message.SigningCertURL, host);
    if (!url || url.search !== '' || !/^\/[\w.-]+\.pem$/.test(url.pathname)) return false;
    const certificate = await certificateAt(url.href, beforeFetch);
    if (!certificate || nowMs < Date.parse(certificate.validFrom) || nowMs > Date.parse(certificate.validTo)) {
      return false;
    }
    const signature = createVerify(HASHES[message.SignatureVersion]).update(textToSign(message));
    if (!signature.verify(certificate.publicKey, message.Signature, 'base64')) return false;
    keep(url.href, certificate);
    return true;
  }

  async function confirm(message: Envelope & { readonly SubscribeURL: string }): Promise<void> {
    const url = urlAt(message.SubscribeURL, host);
    const isOurs =
      url?.pathname === '/' &&
      url.searchParams.get('Action') === 'ConfirmSubscription' &&
      url.searchParams.get('TopicArn') === topicArn;
    if (!isOurs) return log.error({ system: 'sns' }, 'a subscription names another URL and was not confirmed');
    const answer = await get(url.href);
    if (answer.kind !== 'done') throw new OutsideUnavailable('confirmation of SNS', answer);
    log.info({ system: 'sns' }, 'the subscription of mail notices was confirmed');
  }

  return {
    async read(rawBody, nowMs, beforeFetch = async () => {}) {
      const parsed = envelope.safeParse(parseJson(rawBody));
      if (!parsed.success || parsed.data.TopicArn !== topicArn) return undefined;
      const message = parsed.data;
      const age = nowMs - Date.parse(message.Timestamp);
      if (age > OLDEST_MS || age < -AHEAD_MOST_MS) return undefined;
      if (!(await isSigned(message, nowMs, beforeFetch))) return undefined;
      if (message.Type === 'Notification') return { id: message.MessageId, text: message.Message };
      if (message.Type === 'SubscriptionConfirmation') await confirm(message);
      else log.error({ system: 'sns' }, 'the subscription of mail notices was ended at SNS');
      return null;
    },
  };
}

/** The URL if it is of exactly this host, by https. */
function urlAt(text: string, host: string): URL | undefined {
  const url = URL.parse(text);
  const isThere =
    url?.protocol === 'https:' && url.host === host && url.username === '' && url.password === '' && url.hash === '';
  return isThere ? url : undefined;
}

function parseCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Names that certificates of SNS have, by region. */
function signerNames(region: string, suffix: string): readonly string[] {
  return [
    'sns.amazonaws.com',
    `sns.${region}.${suffix}`,
    `sns-signing.${region}.${suffix}`,
    `sns-${region}.${suffix}`,
    // Of both government regions.
    'sns-us-gov-west-1.amazonaws.com',
  ];
}

/** Names and values of a message's fields, in the order of their names, each followed by a line feed. */
function textToSign(message: Envelope): string {
  const { Message, MessageId, Timestamp, TopicArn, Type } = message;
  const fields: readonly (readonly [string, string | null | undefined])[] =
    message.Type === 'Notification'
      ? [
          ['Message', Message],
          ['MessageId', MessageId],
          ['Subject', message.Subject],
          ['Timestamp', Timestamp],
          ['TopicArn', TopicArn],
          ['Type', Type],
        ]
      : [
          ['Message', Message],
          ['MessageId', MessageId],
          ['SubscribeURL', message.SubscribeURL],
          ['Timestamp', Timestamp],
          ['Token', message.Token],
          ['TopicArn', TopicArn],
          ['Type', Type],
        ];
  return fields.flatMap(([name, value]) => (typeof value === 'string' ? [`${name}\n${value}\n`] : [])).join('');
}
