import * as z from 'zod';
import { KEY_SETTING } from '../platform/secrets/keys.ts';
import { SETTINGS, type SettingName } from './config.ts';

/** Use of a setting, a value that it takes, and whether it is a secret. */
export type AboutSetting = { readonly use: string; readonly example: string; readonly isSecret: boolean };

const about = (use: string, example: string): AboutSetting => ({ use, example, isSecret: false });
const secret = (use: string, example: string): AboutSetting => ({ use, example, isSecret: true });

const HEX = '3f'.repeat(32);
/** A short key of RSA. */
const PUBLIC_KEY =
  'MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMv0eUvMVsI0KgqY0Adv3kl9cQZjEGEyn+n63dH0IhiEkNMby785sYOZwBSaRLXbFatbNJbVIP2drTvR9oBuWdECAwEAAQ==';
const SFTP = 'sftp://wattle@files.example:22/folder';
const key = (use: string) => secret(use, HEX);

/** Keys, which platform/secrets/keys.ts reads. */
const KEYS = {
  WATTLE_KEY_PAN: key('encrypts card numbers and other texts that are sealed'),
  WATTLE_KEY_PAN_INDEX: key('finds a card by its number'),
  WATTLE_KEY_PEPPER: key('is in every hash of a password, code or answer'),
  WATTLE_KEY_TOKEN: key('signs access and refresh tokens'),
  WATTLE_KEY_CVV: secret('computes CVV2', HEX.slice(32)),
  WATTLE_KEY_PIN: secret('computes the values that PINs are compared with', HEX.slice(32)),
  WATTLE_KEY_NETWORK: key('is shared with the card network and signs its messages'),
  WATTLE_KEY_SEAL: key('makes the chains over the ledger and the audit log'),
};

type Group = Readonly<Partial<Record<SettingName | keyof typeof KEYS, AboutSetting>>>;

/** Settings by the part of docs/settings.md that they are in. The first are those that a start in production needs. */
export const SETTING_GROUPS = {
  'What a start needs': {
    WATTLE_MODE: about('sandbox with a demo, staging, or production', 'production'),
    WATTLE_DATA: about('folder for files of this server', '/var/lib/wattle'),
    DATABASE_URL: secret('database, as the role of the application', 'postgres://wattle_server:PASSWORD@db/wattle'),
    DATABASE_OWNER_URL: secret(
      'database, as the role that owns the tables and migrates',
      'postgres://wattle_owner:PASSWORD@db/wattle',
    ),
    ...KEYS,
  },
  'The server': {
    HOST: about('address that it listens on', '127.0.0.1'),
    PORT: about('port that it listens on; 0 takes any free one', '3000'),
    WATTLE_ORIGINS: about('origins of our pages beside the brands’ own sites', 'https://cards.example'),
    WATTLE_DEFAULT_BRAND: about('brand of an address that names none', 'harbour'),
    WATTLE_INSTANCE_NAME: about('name of this instance', 'Harbour Cards'),
    WATTLE_LOG_LEVEL: about('least level of a line of the log', 'info'),
    WATTLE_TRUSTED_PROXIES: about('proxies in front, whose X-Forwarded-For counts', '10.0.0.0/8, 192.0.2.1'),
    WATTLE_METRICS_TOKEN: secret('bearer token of /metrics', 'a-token-of-16-letters-or-more'),
    WATTLE_CALLED_NETWORKS: about('networks that may be called beside public ones', '10.1.2.0/24, fd00:1::5'),
    WATTLE_APP_WORKER: about('whether browsers keep the shell of the web app', 'off'),
    WATTLE_HASHES_AT_ONCE: about('passwords and codes that are hashed at the same time', '2'),
    WATTLE_ADDRESSES_WHOLE_DAYS: about('days for which network addresses are kept whole', '90'),
  },
  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT: about('collector that traces go to, by OTLP over HTTP', 'https://traces.example:4318'),
    OTEL_EXPORTER_OTLP_HEADERS: secret('headers of each call of it', 'authorization=Bearer%20TOKEN'),
    OTEL_SERVICE_NAME: about('name of this service in traces', 'harbour-cards'),
    OTEL_TRACES_SAMPLER: about('which traces are kept', 'parentbased_traceidratio'),
    OTEL_TRACES_SAMPLER_ARG: about('part of the traces that a sampler by ratio keeps', '0.1'),
    WATTLE_TRACE_PARENT: about('whose traceparent is gone on with', 'proxies'),
  },
  'The desk': {
    WATTLE_DESK_HOST: about('host of the desk in a browser', 'desk.example'),
    WATTLE_DESK_NETWORKS: about('networks that the desk answers', '10.0.0.0/8,::1'),
    WATTLE_DESK_REQUEST_HOURS: about('hours that a request waits for its approval', '24'),
    WATTLE_DESK_IDLE_MINUTES: about('minutes without a command after which a session ends', '15'),
    WATTLE_DESK_URL: about('server that npm run desk calls', 'https://desk.example'),
    WATTLE_DESK_TOKEN: secret('token of a session for npm run desk', 'TOKEN'),
    WATTLE_DESK_SESSIONS: about('file in which npm run desk keeps sessions', 'desk-sessions.json'),
  },
  'Sign-in and limits': {
    WATTLE_LOCKOUTS: about('failures, minutes of the first lock and of the longest, by kind', 'account=5/30/1440'),
    WATTLE_SIGN_IN_RATE: about('sign-ins from one address in a minute', '60'),
    WATTLE_SIGN_UP_QUESTIONS: about('account numbers asked about by sign-ups from one address in an hour', '10'),
    WATTLE_CODES_OF_BRAND_AN_HOUR: about('codes of one kind that a brand sends in an hour', '500'),
    WATTLE_MESSAGES_AN_HOUR: about('messages of one kind to one person in an hour', '10'),
    WATTLE_MESSAGES_OF_BRAND_AN_HOUR: about(
      'messages of one kind of a brand to people without a card in an hour',
      '500',
    ),
    WATTLE_VOUCHER_RATE: about('vouchers checked from one address in an hour', '50'),
    WATTLE_PAYMENT_LINK_RATE: about('payment links looked at and paid by from one address in an hour', '200'),
    WATTLE_PAYMENT_RETURN_RATE: about('payers who gave up, from one address in an hour', '100'),
    WATTLE_UNPROVEN_RECEIPT_RATE: about('receipts without proof from one address in a minute', '120'),
    WATTLE_COMPLAINT_RATE: about('complaints without an account from one address in an hour', '60'),
    WATTLE_STORE_RATE: about('orders and links of the store from one address in an hour', '100'),
    WATTLE_ADDRESS_RATE: about('searches for an address from one network address in a minute', '60'),
    WATTLE_ADDRESS_DAY_RATE: about('the same in a day', '500'),
  },
  Staging: {
    WATTLE_STAGING_RECIPIENTS: about(
      'who gets mail and texts of a staging instance',
      'kate@bank.example, @testers.example',
    ),
  },
  Mail: {
    WATTLE_SMTP_URL: secret('mail server, with user and password', 'smtps://user:PASSWORD@mail.example:465'),
    WATTLE_MAIL_FROM: about('sender of mail', 'cards@mail.example'),
    WATTLE_MAIL_FEEDBACK: about('who reports what became of mail', 'postmark'),
    WATTLE_SES_TOPIC_ARN: about(
      'topic that Amazon SES publishes to',
      'arn:aws:sns:ap-southeast-2:123456789012:wattle-mail',
    ),
    WATTLE_SES_CONFIGURATION_SET: about('configuration set of Amazon SES', 'wattle'),
    WATTLE_POSTMARK_HOOK_KEY: secret('key that each call of Postmark has', 'k'.repeat(32)),
    WATTLE_POSTMARK_STREAM: about('message stream at Postmark', 'outbound'),
  },
  Texts: {
    WATTLE_SMS_PROVIDER: about('who sends texts', 'twilio'),
    WATTLE_SMS_FROM: about('sender of texts whose brand has none', 'HARBOUR'),
    WATTLE_SMS_URL: about('address of your gateway', 'https://texts.example/messages'),
    WATTLE_SMS_KEY: key('is shared with your gateway'),
    WATTLE_TWILIO_URL: about('address of Twilio', 'https://api.twilio.com'),
    WATTLE_TWILIO_ACCOUNT: about('account at Twilio', `AC${'12'.repeat(16)}`),
    WATTLE_TWILIO_KEY: about('API key at Twilio', `SK${'12'.repeat(16)}`),
    WATTLE_TWILIO_KEY_SECRET: secret('secret of that API key', 'SECRET'),
    WATTLE_TWILIO_SERVICE: about('messaging service that chooses the sender', `MG${'12'.repeat(16)}`),
    WATTLE_TWILIO_REDACTION: about('what Twilio erases of a text that was sent', 'text'),
    WATTLE_TWILIO_AUTH_TOKEN: secret('auth token, which signs receipts', 'TOKEN'),
    WATTLE_TWILIO_AUTH_TOKEN_OLD: secret('the one before, while it is replaced', 'TOKEN'),
    WATTLE_TWILIO_SHARED_KEY: secret('shared key of a webhook rule, which signs receipts', 'KEY'),
    WATTLE_TWILIO_SHARED_KEY_OLD: secret('the one before, while it is replaced', 'KEY'),
    WATTLE_MESSAGEMEDIA_URL: about('address of Sinch MessageMedia', 'https://au.app.api.sinch.com'),
    WATTLE_MESSAGEMEDIA_KEY: secret('API key at MessageMedia', 'KEY'),
    WATTLE_MESSAGEMEDIA_SECRET: secret('secret of that API key', 'SECRET'),
    WATTLE_MESSAGEMEDIA_PROOF_KEY: key('is our own, and makes the proof that comes back with receipts'),
    WATTLE_MESSAGEMEDIA_PROOF_KEY_OLD: key('is the one before, while it is replaced'),
    WATTLE_MESSAGEMEDIA_PUBLIC_KEY: about('public key of signed callbacks', PUBLIC_KEY),
    WATTLE_MESSAGEMEDIA_PUBLIC_KEY_OLD: about('the one before, while it is replaced', PUBLIC_KEY),
  },
  Notices: {
    WATTLE_VAPID_PUBLIC: about('public key of notices to browsers', 'B'.repeat(87)),
    WATTLE_VAPID_PRIVATE: secret('private key of notices to browsers', 'k'.repeat(43)),
    WATTLE_VAPID_SUBJECT: about('contact for the services of browsers', 'mailto:ops@cards.example'),
    WATTLE_PUSH_HOSTS: about('hosts that notices are sent to', 'fcm.googleapis.com,*.push.apple.com'),
  },
  'Card payments': {
    WATTLE_GATEWAY_PROVIDER: about('who takes payments by card', 'stripe'),
    WATTLE_GATEWAY_URL: about('address of a gateway that speaks our words', 'https://pay.example'),
    WATTLE_GATEWAY_API_KEY: secret('key of our calls', 'KEY'),
    WATTLE_GATEWAY_NOTICE_KEY: key('signs its notices'),
    WATTLE_GATEWAY_PAGE_ORIGIN: about('origin of its payment page', 'https://page.pay.example'),
    WATTLE_STRIPE_KEY: secret('restricted key of our calls', 'rk_live_0123456789'),
    WATTLE_STRIPE_WEBHOOK_SECRET: secret('signing secret of the webhook endpoint', 'whsec_0123456789'),
    WATTLE_STRIPE_WEBHOOK_SECRET_OLD: secret('the one before, while it is rolled', 'whsec_0123456789'),
    WATTLE_STRIPE_URL: about('address of Stripe', 'https://api.stripe.com'),
    WATTLE_STRIPE_PAGE_ORIGIN: about('origin of its payment page', 'https://checkout.stripe.com'),
    WATTLE_ADYEN_URL: about('base of the Checkout API, without its version', 'https://checkout-test.adyen.com'),
    WATTLE_ADYEN_API_KEY: secret('key of our calls', 'KEY'),
    WATTLE_ADYEN_MERCHANT: about('merchant account', 'HarbourCardsECOM'),
    WATTLE_ADYEN_HMAC: key('signs its notices'),
    WATTLE_ADYEN_HMAC_OLD: key('is the one before, while it is replaced'),
    WATTLE_ADYEN_REPORT_KEY: secret('key that fetches reports', 'KEY'),
    WATTLE_ADYEN_REPORT_URL: about('where reports are fetched', 'https://ca-test.adyen.com'),
    WATTLE_GATEWAY_TOP_UP_REFUSES: about('kinds of cards that pay for no top-up', 'prepaid'),
    WATTLE_GATEWAY_PURCHASE_REFUSES: about('kinds of cards that pay for nothing in the store', 'none'),
    WATTLE_GATEWAY_COUNTRIES: about('countries of the issuers whose cards may pay', 'AU,NZ'),
    WATTLE_SANDBOX_GATEWAY_PAGE: about('how the page of the sandbox’s gateway is opened', 'redirect'),
  },
  'The bank and files': {
    WATTLE_BANK_INSTITUTION: about('three letters of the bank', 'ABC'),
    WATTLE_BANK_USER_NAME: about('name of the user at the bank', 'HARBOUR CARDS'),
    WATTLE_BANK_USER_ID: about('number of the user at the bank', '123456'),
    WATTLE_BANK_BSB: about('BSB of the programme’s account', '062-001'),
    WATTLE_BANK_ACCOUNT: about('number of the programme’s account', '12345678'),
    WATTLE_BANK_CONTRA: about('whether a line balances a file of direct entry', 'yes'),
    WATTLE_BANK_TRACE: about('whose account returns come back to', 'payer'),
    WATTLE_BANK_ENCODING: about('how the bank writes its files', 'latin1'),
    WATTLE_BANK_KEEPS_FILES: about('whether the bank leaves files where they were put', 'yes'),
    WATTLE_BANK_ANSWERS_BY: about('time by which the bank has answered a file', '12:00'),
    WATTLE_BANK_TWO_PEOPLE_ABOVE: about('dollars above which two people take a file that credits', '10000'),
    WATTLE_STATEMENTS_BY: about('time by which each statement has come', '12:00'),
    WATTLE_STATEMENT_ACCOUNT: about('whether a statement of the bank names its account', 'named'),
    WATTLE_STATEMENT_COLUMNS: about('columns of the bank’s own statements', 'date,amount,text,balance'),
    WATTLE_BANK_IN_NAMES: about('how the bank names its files', '1:returns=DERET*.txt, 1:outcome=*.ack'),
    WATTLE_INSTANT_PROVIDER: about('whose protocol of instant payments is spoken: `azupay` or `zepto`', 'azupay'),
    WATTLE_INSTANT_URL: about('its address', 'https://api.azupay.com.au'),
    WATTLE_INSTANT_KEY: secret('key of our calls, which can pay any account', 'KEY'),
    WATTLE_INSTANT_FLOAT: about("Zepto's number of the float that pays", 'ab3de19b-709b-4a41-82a5-3b43b3dc58c9'),
    WATTLE_INSTANT_EMAIL: about('address that Zepto is given for payees', 'payees@bank.example'),
    WATTLE_INSTANT_NOTICE_KEY: secret('value of the header Authorization of Azupay’s notices', 'a-key-of-16-or-more'),
    WATTLE_INSTANT_CLIENT: about('our number there, which PayTo agreements name', 'CLIENT1'),
    WATTLE_BANK_OUT_NAMES: about('how the bank wants files for it to be named', '1:de=DE{yymmdd}{nn}.txt'),
    WATTLE_BANK_OUT_URL: about('where files are put for the bank', SFTP),
    WATTLE_BANK_IN_URL: about('where the bank leaves its own', SFTP),
    WATTLE_SCHEME_IN_URL: about('where the card scheme leaves statements', SFTP),
    WATTLE_GATEWAY_IN_URL: about('where the gateway leaves statements', SFTP),
    WATTLE_CARD_MAKER_URL: about('where orders of plastic are put', SFTP),
    WATTLE_PRINT_URL: about('where letters and paper statements are put', SFTP),
    WATTLE_SFTP_KEY_FILE: about('file of the private key for those hosts', '/etc/wattle/sftp-key'),
    WATTLE_SFTP_HOST_KEYS: about('keys of those hosts, pinned', `files.example SHA256:${'A'.repeat(43)}`),
    WATTLE_CUT_OFF_EXTERNAL: about('time from which a transfer counts on the next business day', '16:00'),
    WATTLE_CUT_OFF_BPAY: about('the same of a BPAY payment', '17:00'),
  },
  'Identity, names and addresses': {
    WATTLE_GREENID_URL: about('SOAP address of greenID', 'https://identity.example/DynamicFormsServiceV5'),
    WATTLE_GREENID_ACCOUNT: about('account at greenID', 'harbour'),
    WATTLE_GREENID_PASSWORD: secret('password of that account', 'PASSWORD'),
    WATTLE_GREENID_API_CODE: about('code that browsers show its form with', 'API-CODE'),
    WATTLE_GREENID_UI_URL: about('folder of its scripts', 'https://identity.example/df/javascripts/'),
    WATTLE_GREENID_RULE: about('rule set of the account', 'default'),
    WATTLE_PAYEE_NAMES_PROVIDER: about('whose protocol Confirmation of Payee speaks', 'zepto'),
    WATTLE_PAYEE_NAMES_URL: about('its address', 'https://names.example'),
    WATTLE_PAYEE_NAMES_KEY: secret('key of our calls', 'KEY'),
    WATTLE_ADDRESS_URL: about('address service (Addressfinder)', 'https://api.addressfinder.io'),
    WATTLE_ADDRESS_KEY: about('its licence key', 'LICENCE'),
    WATTLE_ADDRESS_SECRET: secret('its secret', 'SECRET'),
    WATTLE_BREACHED_PASSWORDS_URL: about('service of breached passwords', 'https://api.pwnedpasswords.com'),
  },
  'The card network and more than one database': {
    WATTLE_NETWORK_DEADLINE: about('milliseconds from a message of the card network to its answer', '5000'),
    WATTLE_NETWORK_STAND_IN: about('answer while no database takes writes', 'approve=50.00'),
    DATABASE_REPLICA_URL: secret(
      'standbys, as the role of the application',
      'postgres://wattle_server:PASSWORD@db2/wattle',
    ),
    WATTLE_CLUSTER: about('name of this cluster', 'a'),
    WATTLE_CLUSTERS: about('where a server of each cluster answers', 'a=https://a.example,b=https://b.example'),
    WATTLE_CLUSTER_DATABASES: secret(
      'databases of all clusters, for npm run tenant',
      'a=postgres://postgres:PASSWORD@a/wattle,b=postgres://postgres:PASSWORD@b/wattle',
    ),
  },
} as const satisfies Readonly<Record<string, Group>>;

export type Explained = AboutSetting & {
  readonly name: string;
  readonly form: string;
  readonly default: string;
  readonly page: string;
};

/** A setting in words, its form and default as the reader has them. Undefined: there is no such setting. */
export function explain(name: string): Explained | undefined {
  for (const [title, group] of Object.entries<Group>(SETTING_GROUPS)) {
    const found = Object.entries(group).find(([each]) => each === name)?.[1];
    if (!found) continue;
    const page = `docs/settings.md#${title
      .toLowerCase()
      .replaceAll(/[^a-z -]/g, '')
      .replaceAll(' ', '-')}`;
    const schema: z.ZodType | undefined = Object.entries(SETTINGS).find(([each]) => each === name)?.[1];
    if (!schema) return { name, ...found, form: keyForm(name), default: 'none; made in the sandbox', page };
    return { name, ...found, form: formOf(schema), default: defaultOf(schema), page };
  }
  return undefined;
}

const keyForm = (name: string) =>
  `hexadecimal, ${name === KEY_SETTING.cvv || name === KEY_SETTING.pin ? 16 : 32} bytes, with versions as 2:…,1:…`;

/** Default in the words of a setting, as the reader takes it. */
export function defaultOf(schema: z.ZodType): string {
  const read = schema.safeParse(undefined).data;
  if (read === undefined || read === '') return 'none';
  if (Array.isArray(read)) return read.length === 0 ? 'none' : read.join(',');
  return typeof read === 'string' ? read : JSON.stringify(read);
}

/** Form that a reader wants: its choices, its range, or the words of its refusal. */
function formOf(schema: z.ZodType): string {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodEnum) return inner.options.join(', ');
  if (inner instanceof z.ZodNumber) {
    const { minValue, maxValue } = inner;
    return maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER
      ? `a whole number, ${minValue} or more`
      : `a whole number, ${minValue} to ${maxValue}`;
  }
  const refusal = inner.safeParse('\u0001').error?.issues[0];
  if (refusal === undefined) return 'text';
  if (refusal.code === 'invalid_format' && refusal.format === 'url' && refusal.message.startsWith('Invalid'))
    return 'an address with http:// or https://';
  if (refusal.code === 'invalid_value') return `of ${refusal.values.join(', ')}, separated by commas`;
  if (refusal.message.startsWith('Invalid email')) return 'an email address';
  return refusal.message.replace(/^must (be|have) /, '');
}

function innerOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return innerOf(schema.unwrap() as z.ZodType);
  return schema;
}
