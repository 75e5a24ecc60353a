import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { readSubscription } from '../devices/notice.ts';
import { accessCode, cardId, cardNumber, requiredText } from '../wire.ts';
import { currentPassword } from './password.ts';
import { getCardAccessDetails } from './card-access.ts';
import { requestAccessCode, requestActivationCode } from './codes.ts';
import { token } from './sign-in.ts';

const BRAND = { brand: 'stumps', tenantId: '1', brandId: '2' };
const DEVICE = { deviceId: '6f1a2c3e-0d4b', userAgent: 'Example' };

/** Result of validating a typed value: the key of the field's message, or that the value was accepted. */
type Field = (typed: string) => z.core.util.SafeParseResult<unknown>;

const FIELDS = {
  'card number': (typed) => z.safeParse(cardNumber, typed),
  'card id': (typed) => z.safeParse(cardId, typed),
  'access code': (typed) => z.safeParse(accessCode, typed),
  username: (typed) => z.safeParse(requiredText, typed),
  'password at sign-in': (password) =>
    z.safeParse(token.body, { grant_type: 'password', ...BRAND, userName: 'amelia.chen@example.com', password }),
  'current password': (typed) => z.safeParse(currentPassword, typed),
  'passcode at sign-in': (passcode) =>
    z.safeParse(token.body, { grant_type: 'passcode', ...BRAND, ...DEVICE, passcode }),
  'card number of card access': (cardnumber) =>
    z.safeParse(token.body, { grant_type: 'cardaccess', ...BRAND, cardnumber }),
  'PIN of card access': (PinNumber) => z.safeParse(getCardAccessDetails.body, { PinNumber }),
  'card id of an access code request': (CardId) => z.safeParse(requestAccessCode.body, { CardId, Brand: 'stumps' }),
  'card id of an activation code request': (CardId) =>
    z.safeParse(requestActivationCode.body, { CardId, Brand: 'stumps' }),
} satisfies Record<string, Field>;

/** Rules of the sign-in fields, with the values of the documents: 16, 19, 11, 6 and 4 characters. */
const RULES: readonly (readonly [keyof typeof FIELDS, string, string | null])[] = [
  ['card number', '9036000000000017', null],
  ['card number', '9036 0000-0000 0017', null],
  ['card number', '9036001000000000012', null],
  ['card number', '', 'required'],
  ['card number', '903600000000001', 'cardNumberInvalid'],
  ['card number', '90360000000000017', 'cardNumberInvalid'],
  ['card number', '903600100000000001', 'cardNumberInvalid'],
  ['card number', '90360010000000000123', 'cardNumberInvalid'],
  ['card number', '9036 0000 0000 001x', 'cardNumberInvalid'],
  ['card id', '10000000181', null],
  ['card id', '', 'required'],
  ['card id', '1000000018', 'cardIdInvalid'],
  ['card id', '100000001811', 'cardIdInvalid'],
  ['card id', '9036000000000017', 'cardIdInvalid'],
  ['access code', '246810', null],
  ['access code', '246 810', null],
  ['access code', 'ab-12cd', null],
  ['access code', '', 'required'],
  ['access code', '24681', 'accessCodeInvalid'],
  ['access code', '2468101', 'accessCodeInvalid'],
  ['username', '200100017-01', null],
  ['username', '', 'required'],
  ['username', '   ', 'required'],
  ['password at sign-in', ' ', null],
  ['password at sign-in', '', 'required'],
  ['current password', 'Golden-Wattle-2026', null],
  ['current password', '', 'required'],
  ['passcode at sign-in', '4826', null],
  ['passcode at sign-in', '', 'passcodeRequired'],
  ['passcode at sign-in', '482', 'passcodeRequired'],
  ['passcode at sign-in', '482611', 'passcodeRequired'],
  ['card number of card access', '9036000000000124', null],
  ['card number of card access', '9036001000000000012', null],
  ['card number of card access', '', 'required'],
  ['card number of card access', '903600000000012', 'cardAccessCardNumberInvalid'],
  ['card number of card access', '10000000124', 'cardAccessCardNumberInvalid'],
  ['PIN of card access', '4826', null],
  ['PIN of card access', '', 'required'],
  ['PIN of card access', '482', 'cardAccessPinNumberInvalid'],
  ['PIN of card access', '48261', 'cardAccessPinNumberInvalid'],
  ['card id of an access code request', '10000000181', null],
  ['card id of an access code request', '', 'required'],
  ['card id of an access code request', '1000000018', 'invalidCardIdLength'],
  ['card id of an activation code request', '10000000033', null],
  ['card id of an activation code request', '', 'required'],
  ['card id of an activation code request', '100000000331', 'invalidCardIdLength'],
];

it.each(RULES)('judges %s "%s" as %s', (field, typed, message) => {
  const result: z.core.util.SafeParseResult<unknown> = FIELDS[field](typed);
  expect(result.success ? null : result.error.issues[0]?.message).toBe(message);
});

describe('a registration', () => {
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
  };

  it('reads the push subscription of a browser as JSON', () => {
    const sent = JSON.stringify({ ...subscription, expirationTime: null });
    expect(readSubscription(sent)).toEqual(subscription);
  });

  it.each([
    '',
    'token-of-an-app',
    '{}',
    'null',
    JSON.stringify({ ...subscription, endpoint: 'file:///etc/passwd' }),
    JSON.stringify({ ...subscription, keys: { ...subscription.keys, auth: 'short' } }),
  ])('that is none of a browser is none: %s', (registrationId) => expect(readSubscription(registrationId)).toBeNull());
});
