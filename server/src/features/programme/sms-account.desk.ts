import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { SMS_PARTS, SMS_SECRETS } from '../../config/sms-account.ts';
import { secretName, settingCommand, webAddress } from './identity.desk.ts';

/** A value as it is typed, and what of it is taken. */
const typed = (words: string, shape: z.ZodType<string, string>) =>
  z.string().overwrite(lineText).describe(words).pipe(shape);
const sender = typed('a number as +61400000000, or a registered name of 2 to 11 letters', SMS_PARTS.sender).optional();
const sid = (start: string) => `its id, ${start} and 32 digits`;
const optionalSecret = secretName.optional();

/** Names of the secrets among the fields, which the environment must have. */
const secretsIn = (input: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) =>
      SMS_SECRETS.has(field) && value !== undefined ? [[field, value]] : [],
    ),
  );

export const setSmsAccountCommand = settingCommand({
  name: 'set-sms-account',
  title: 'Use our own SMS gateway',
  summary: 'Set the programme’s account at a gateway of its own for text messages; its key is named, not typed',
  part: 'sms',
  input: z.object({ url: webAddress, key: secretName, from: sender }),
  needs: ({ url, key }) => ({ url, key }),
  toSettings: (input) => ({ provider: 'gateway', ...input }),
});

export const setTwilioAccountCommand = settingCommand({
  name: 'set-twilio-account',
  title: 'Use Twilio for SMS',
  summary: 'Set the programme’s account for text messages at Twilio; its secrets are named, not typed',
  part: 'sms',
  input: z.object({
    accountSid: typed(sid('AC'), SMS_PARTS.accountSid),
    keySid: typed(sid('SK'), SMS_PARTS.keySid),
    key: secretName,
    from: sender,
    serviceSid: typed(sid('MG'), SMS_PARTS.serviceSid).optional(),
    accountKey: optionalSecret,
    accountKeyOld: optionalSecret,
    sharedKey: optionalSecret,
    sharedKeyOld: optionalSecret,
    redaction: SMS_PARTS.redaction.default('text'),
  }),
  needs: secretsIn,
  faultIn: ({ from, serviceSid, accountKey, sharedKey }) =>
    from === undefined && serviceSid === undefined
      ? 'from'
      : accountKey === undefined && sharedKey === undefined
        ? 'accountKey'
        : undefined,
  toSettings: (input) => ({ provider: 'twilio', ...input }),
});

export const setMessageMediaAccountCommand = settingCommand({
  name: 'set-messagemedia-account',
  title: 'Use MessageMedia for SMS',
  summary: 'Set the programme’s account for text messages at Sinch MessageMedia; its secrets are named, not typed',
  part: 'sms',
  input: z.object({
    user: secretName,
    key: secretName,
    proofKey: secretName,
    proofKeyOld: optionalSecret,
    publicKey: optionalSecret,
    publicKeyOld: optionalSecret,
    from: sender,
  }),
  needs: secretsIn,
  toSettings: (input) => ({ provider: 'messagemedia', ...input }),
});
