import * as z from 'zod';
import { publicKeyOf } from '../outside/sms/message-media-receipts.ts';
import { SENDER } from '../outside/sms/port.ts';
import type { SmsSettings } from '../outside/sms/providers.ts';
import { TWILIO_REDACTIONS } from '../outside/sms/twilio.ts';

const isPublicKey = (text: string) => {
  try {
    return publicKeyOf(text).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
};

/** Values of an account at a provider of text messages, wherever they are set. */
export const SMS_PARTS = {
  sender: z.string().regex(SENDER, 'must be a number as +61400000000, or 2 to 11 letters, digits and spaces'),
  key: z.string().regex(/^([0-9a-f]{2}){32,}$/i, 'must be hexadecimal, 32 bytes or more'),
  secret: z.string().min(1),
  accountSid: z.string().regex(/^AC[0-9a-fA-F]{32}$/, 'must be AC and 32 hexadecimal digits'),
  keySid: z.string().regex(/^SK[0-9a-fA-F]{32}$/, 'must be SK and 32 hexadecimal digits, of an API key'),
  serviceSid: z.string().regex(/^MG[0-9a-fA-F]{32}$/, 'must be MG and 32 hexadecimal digits'),
  redaction: z.enum(TWILIO_REDACTIONS, { error: `must be one of ${TWILIO_REDACTIONS.join(', ')}` }),
  publicKey: z.string().refine(isPublicKey, 'must be a public key of RSA in base64, as MessageMedia gives it'),
};

/** @param secret shape of a secret, of which the value has another */
const accountWith = (secret: (value: z.ZodType<string>) => z.ZodType<string>) =>
  z.union([
    z.object({
      provider: z.literal('twilio'),
      accountSid: SMS_PARTS.accountSid,
      keySid: SMS_PARTS.keySid,
      key: secret(SMS_PARTS.secret),
      accountKey: secret(SMS_PARTS.secret).optional(),
      accountKeyOld: secret(SMS_PARTS.secret).optional(),
      sharedKey: secret(SMS_PARTS.secret).optional(),
      sharedKeyOld: secret(SMS_PARTS.secret).optional(),
      serviceSid: SMS_PARTS.serviceSid.optional(),
      redaction: SMS_PARTS.redaction,
      from: SMS_PARTS.sender.optional(),
    }),
    z.object({
      provider: z.literal('messagemedia'),
      user: secret(SMS_PARTS.secret),
      key: secret(SMS_PARTS.secret),
      proofKey: secret(SMS_PARTS.key),
      proofKeyOld: secret(SMS_PARTS.key).optional(),
      publicKey: secret(SMS_PARTS.publicKey).optional(),
      publicKeyOld: secret(SMS_PARTS.publicKey).optional(),
      from: SMS_PARTS.sender.optional(),
    }),
    z.object({
      // Accounts of programmes that were stored before there were several providers name none.
      provider: z.literal('gateway').default('gateway'),
      url: z.url({ protocol: /^https?$/ }),
      key: secret(SMS_PARTS.key),
      from: SMS_PARTS.sender.optional(),
    }),
  ]);

/** An account with its secrets. */
export const smsAccount = accountWith((value) => value);
export type SmsAccount = z.output<typeof smsAccount>;

/** An account as a programme has it: each secret by its name. */
export const namedSmsAccount = (secretName: z.ZodType<string>) => accountWith(() => secretName);

/** Fields of an account that are secrets. */
export const SMS_SECRETS: ReadonlySet<string> = new Set(
  'user key accountKey accountKeyOld sharedKey sharedKeyOld proofKey proofKeyOld publicKey publicKeyOld'.split(' '),
);

export type { SmsSettings };

/** Addresses of the providers that have a fixed one. */
export type SmsUrls = { readonly twilio: string; readonly messagemedia: string };

/** Settings of the adapter of an account. */
export function adapterSettings(account: SmsAccount, urls: SmsUrls): SmsSettings {
  const { from } = account;
  switch (account.provider) {
    case 'gateway':
      return { provider: 'gateway', url: account.url, key: bytes(account.key), from };
    case 'twilio': {
      const { provider, accountSid, keySid, key: keySecret, serviceSid, redaction } = account;
      const signing = {
        authTokens: given(account.accountKey, account.accountKeyOld),
        sharedKeys: given(account.sharedKey, account.sharedKeyOld),
      };
      return { provider, url: urls.twilio, accountSid, keySid, keySecret, serviceSid, redaction, from, signing };
    }
    case 'messagemedia': {
      const { provider, user: apiKey, key: apiSecret, proofKey, proofKeyOld } = account;
      const signing = {
        proofKeys: [bytes(proofKey), ...given(proofKeyOld).map(bytes)] as const,
        publicKeys: given(account.publicKey, account.publicKeyOld),
      };
      return { provider, url: urls.messagemedia, apiKey, apiSecret, from, signing };
    }
  }
}

const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

const given = (...values: readonly (string | undefined)[]): string[] => values.filter((value) => value !== undefined);
