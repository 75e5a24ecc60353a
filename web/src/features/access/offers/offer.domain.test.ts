import { expect, it } from 'vitest';
import { offerOf, type Situation } from './offer.domain.ts';

const NOW = Date.parse('2026-11-20T02:00:00Z');
const FRESH: Situation = {
  passcodeIsSet: false,
  passcodeAlertDisabled: false,
  noticesAnswered: false,
  noticesKey: 'key',
  takesNotices: true,
  isNewWithPasskeys: false,
  putOffUntilMs: {},
};

it.each<[string, Partial<Situation>, ReturnType<typeof offerOf>]>([
  ['a new device: the passcode first', {}, 'passcode'],
  ['a login that was just set up: a passkey', { isNewWithPasskeys: true }, 'passkey'],
  ['the passkey was put off', { isNewWithPasskeys: true, putOffUntilMs: { passkey: NOW + 1 } }, 'passcode'],
  ['a passcode is set', { passcodeIsSet: true }, 'notices'],
  ['the passcode was declined for good', { passcodeAlertDisabled: true }, 'notices'],
  ['the passcode was put off', { putOffUntilMs: { passcode: NOW + 1 } }, 'notices'],
  ['the time that it was put off for is over', { putOffUntilMs: { passcode: NOW } }, 'passcode'],
  ['both put off', { putOffUntilMs: { passcode: NOW + 1, notices: NOW + 1 } }, null],
  ['notices answered, yes or no', { passcodeIsSet: true, noticesAnswered: true }, null],
  ['nobody sends notices', { passcodeIsSet: true, noticesKey: null }, null],
  ['a browser that takes none', { passcodeIsSet: true, takesNotices: false }, null],
])('%s', (_, given, expected) => {
  expect(offerOf({ ...FRESH, ...given }, NOW)).toBe(expected);
});
