import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { ReceiptRequest } from '../receipt.ts';

/** Secrets that sign Twilio's calls to us: of each kind the one in use, and the one before it. */
export type TwilioSigning = {
  /** The account's auth token, with SHA-1. */
  readonly authTokens: readonly string[];
  /** Keys that a webhook rule of the account names, with SHA-256. */
  readonly sharedKeys: readonly string[];
};

/**
 * Whether the holder of one of the secrets called this URL with this body. The signature is of the public URL and the
 * sorted fields of a form; any other body is in the URL by its hash. It has no time, so a call can be repeated.
 */
export function isSignedByTwilio({ headers, url, rawBody }: Omit<ReceiptRequest, 'nowMs'>, by: TwilioSigning): boolean {
  const signature = headers['x-twilio-signature'];
  const signing = signingOf(headers['x-twilio-webhooks-signature-settings'], by);
  // Without a configured origin there is no address that can have been signed.
  if (typeof signature !== 'string' || !signing || !URL.canParse(url)) return false;
  const body = Buffer.from(rawBody).toString('utf8');
  const bodyHash = new URL(url).searchParams.get('bodySHA256');
  if (bodyHash !== null && !isSame(bodyHash, hash('sha256', body))) return false;
  const fields = bodyHash === null ? sortedFields(body) : '';
  // Twilio signs with and without the port that the scheme has by default. All are compared, so that timing does not
  // reveal which one is valid.
  const good = [url, withPort(url)].flatMap((called) =>
    signing.secrets.filter((secret) =>
      isSame(signature, createHmac(signing.algorithm, secret).update(`${called}${fields}`).digest('base64')),
    ),
  );
  return good.length > 0;
}

/** Undefined: an algorithm that is not known. */
function signingOf(header: string | string[] | undefined, { authTokens, sharedKeys }: TwilioSigning) {
  if (header === undefined) return { algorithm: 'sha1', secrets: authTokens };
  const settings = String(header)
    .split(',')
    .map((each) => each.trim());
  return settings.includes('algorithm=HMAC_SHA256') ? { algorithm: 'sha256', secrets: sharedKeys } : undefined;
}

/** Name and value of each field without anything between, by name; the values of a repeated field once each. */
function sortedFields(form: string): string {
  const fields = new URLSearchParams(form);
  return [...new Set(fields.keys())]
    .toSorted(byCodeUnit)
    .flatMap((name) => [...new Set(fields.getAll(name))].toSorted(byCodeUnit).map((value) => name + value))
    .join('');
}

const byCodeUnit = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function withPort(url: string): string {
  const { protocol, port } = new URL(url);
  return port === '' ? url.replace(/^(\w+:\/\/[^/?#]+)/, `$1:${protocol === 'https:' ? 443 : 80}`) : url;
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
