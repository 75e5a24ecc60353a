import * as z from 'zod';
import { demandsTls, type Mode } from './mode.ts';
import { SMS_PROVIDERS, type SmsSettings } from '../outside/sms/providers.ts';
import { ConfigError, isOnThisMachine } from './config-error.ts';
import { adapterSettings, SMS_PARTS, smsAccount, type SmsUrls } from './sms-account.ts';

const url = z.url({ protocol: /^https?$/ });
const { secret, key, publicKey } = SMS_PARTS;

export const smsEnvironment = {
  WATTLE_SMS_PROVIDER: z
    .enum(SMS_PROVIDERS, { error: `must be one of ${SMS_PROVIDERS.join(', ')}` })
    .default('gateway'),
  WATTLE_SMS_FROM: SMS_PARTS.sender.optional(),
  WATTLE_SMS_URL: url.optional(),
  WATTLE_SMS_KEY: key.optional(),
  WATTLE_TWILIO_URL: url.default('https://api.twilio.com'),
  WATTLE_TWILIO_ACCOUNT: SMS_PARTS.accountSid.optional(),
  WATTLE_TWILIO_KEY: SMS_PARTS.keySid.optional(),
  WATTLE_TWILIO_KEY_SECRET: secret.optional(),
  WATTLE_TWILIO_SERVICE: SMS_PARTS.serviceSid.optional(),
  WATTLE_TWILIO_REDACTION: SMS_PARTS.redaction.default('text'),
  WATTLE_TWILIO_AUTH_TOKEN: secret.optional(),
  WATTLE_TWILIO_AUTH_TOKEN_OLD: secret.optional(),
  WATTLE_TWILIO_SHARED_KEY: secret.optional(),
  WATTLE_TWILIO_SHARED_KEY_OLD: secret.optional(),
  WATTLE_MESSAGEMEDIA_URL: url.default('https://au.app.api.sinch.com'),
  WATTLE_MESSAGEMEDIA_KEY: secret.optional(),
  WATTLE_MESSAGEMEDIA_SECRET: secret.optional(),
  WATTLE_MESSAGEMEDIA_PROOF_KEY: key.optional(),
  WATTLE_MESSAGEMEDIA_PROOF_KEY_OLD: key.optional(),
  WATTLE_MESSAGEMEDIA_PUBLIC_KEY: publicKey.optional(),
  WATTLE_MESSAGEMEDIA_PUBLIC_KEY_OLD: publicKey.optional(),
};

type Value = Readonly<z.output<z.ZodObject<typeof smsEnvironment>>>;
type Provider = Value['WATTLE_SMS_PROVIDER'];

/** Settings that each provider needs, and those that it can have besides. */
const SETTINGS = {
  gateway: { needed: ['WATTLE_SMS_URL', 'WATTLE_SMS_KEY'], others: [] },
  twilio: {
    needed: ['WATTLE_TWILIO_ACCOUNT', 'WATTLE_TWILIO_KEY', 'WATTLE_TWILIO_KEY_SECRET'],
    others: [
      'WATTLE_TWILIO_SERVICE',
      'WATTLE_TWILIO_AUTH_TOKEN',
      'WATTLE_TWILIO_AUTH_TOKEN_OLD',
      'WATTLE_TWILIO_SHARED_KEY',
      'WATTLE_TWILIO_SHARED_KEY_OLD',
    ],
  },
  messagemedia: {
    needed: ['WATTLE_MESSAGEMEDIA_KEY', 'WATTLE_MESSAGEMEDIA_SECRET', 'WATTLE_MESSAGEMEDIA_PROOF_KEY'],
    others: [
      'WATTLE_MESSAGEMEDIA_PROOF_KEY_OLD',
      'WATTLE_MESSAGEMEDIA_PUBLIC_KEY',
      'WATTLE_MESSAGEMEDIA_PUBLIC_KEY_OLD',
    ],
  },
} as const satisfies Readonly<
  Record<Provider, { readonly needed: readonly (keyof Value)[]; readonly others: readonly (keyof Value)[] }>
>;

const ADDRESS = {
  gateway: 'WATTLE_SMS_URL',
  twilio: 'WATTLE_TWILIO_URL',
  messagemedia: 'WATTLE_MESSAGEMEDIA_URL',
} as const satisfies Record<Provider, keyof Value>;

/** Where programmes with an account of their own reach the providers. */
export const smsUrls = (value: Value): SmsUrls => ({
  twilio: value.WATTLE_TWILIO_URL,
  messagemedia: value.WATTLE_MESSAGEMEDIA_URL,
});

/** The account of the environment. Undefined: none, so that no texts are sent. */
export function smsSettings(value: Value, mode: Mode): SmsSettings | undefined {
  const faults = [...faultsOfNeeded(value), ...faultsOfOthers(value), ...faultsOfTwilio(value)];
  const address = ADDRESS[value.WATTLE_SMS_PROVIDER];
  const called = value[address];
  if (demandsTls(mode) && called?.startsWith('http:') && !isOnThisMachine(called)) {
    faults.push(`${address}: must be https, the messages carry codes`);
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  if (value[SETTINGS[value.WATTLE_SMS_PROVIDER].needed[0]] === undefined) return undefined;
  return adapterSettings(smsAccount.parse(accountOf(value)), smsUrls(value));
}

function accountOf(value: Value): object {
  const [provider, from] = [value.WATTLE_SMS_PROVIDER, value.WATTLE_SMS_FROM];
  switch (provider) {
    case 'gateway':
      return { provider, from, url: value.WATTLE_SMS_URL, key: value.WATTLE_SMS_KEY };
    case 'twilio':
      return {
        provider,
        from,
        accountSid: value.WATTLE_TWILIO_ACCOUNT,
        keySid: value.WATTLE_TWILIO_KEY,
        key: value.WATTLE_TWILIO_KEY_SECRET,
        serviceSid: value.WATTLE_TWILIO_SERVICE,
        redaction: value.WATTLE_TWILIO_REDACTION,
        accountKey: value.WATTLE_TWILIO_AUTH_TOKEN,
        accountKeyOld: value.WATTLE_TWILIO_AUTH_TOKEN_OLD,
        sharedKey: value.WATTLE_TWILIO_SHARED_KEY,
        sharedKeyOld: value.WATTLE_TWILIO_SHARED_KEY_OLD,
      };
    case 'messagemedia':
      return {
        provider,
        from,
        user: value.WATTLE_MESSAGEMEDIA_KEY,
        key: value.WATTLE_MESSAGEMEDIA_SECRET,
        proofKey: value.WATTLE_MESSAGEMEDIA_PROOF_KEY,
        proofKeyOld: value.WATTLE_MESSAGEMEDIA_PROOF_KEY_OLD,
        publicKey: value.WATTLE_MESSAGEMEDIA_PUBLIC_KEY,
        publicKeyOld: value.WATTLE_MESSAGEMEDIA_PUBLIC_KEY_OLD,
      };
  }
}

/** The gateway is the provider by default, so it may be left without any setting. */
function faultsOfNeeded(value: Value): string[] {
  const provider = value.WATTLE_SMS_PROVIDER;
  const { needed } = SETTINGS[provider];
  const present = needed.find((name) => value[name] !== undefined);
  if (provider === 'gateway' && present === undefined) return [];
  const beside = provider === 'gateway' ? present : `WATTLE_SMS_PROVIDER=${provider}`;
  return needed.flatMap((name) => (value[name] === undefined ? [`${name}: is missing beside ${beside}`] : []));
}

/** A setting of a provider that is not used would change nothing, silently. */
function faultsOfOthers(value: Value): string[] {
  return SMS_PROVIDERS.filter((provider) => provider !== value.WATTLE_SMS_PROVIDER).flatMap((provider) => {
    const { needed, others } = SETTINGS[provider];
    return [...needed, ...others].flatMap((name) =>
      value[name] === undefined ? [] : [`${name}: belongs to WATTLE_SMS_PROVIDER=${provider}`],
    );
  });
}

function faultsOfTwilio(value: Value): string[] {
  if (value.WATTLE_SMS_PROVIDER !== 'twilio') return [];
  const hasSender = value.WATTLE_SMS_FROM !== undefined || value.WATTLE_TWILIO_SERVICE !== undefined;
  const hasKey = value.WATTLE_TWILIO_AUTH_TOKEN !== undefined || value.WATTLE_TWILIO_SHARED_KEY !== undefined;
  return [
    ...(hasSender ? [] : ['WATTLE_SMS_FROM: is missing, and WATTLE_TWILIO_SERVICE too: one says who sends']),
    ...(hasKey ? [] : ['WATTLE_TWILIO_AUTH_TOKEN: is missing, and WATTLE_TWILIO_SHARED_KEY too: one proves receipts']),
  ];
}
