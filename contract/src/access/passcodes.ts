import * as z from 'zod/mini';
import { device, deviceUuid, userAgent } from '../devices/device.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { freshWhen } from '../proof.ts';
import { isTrivialPin } from '../rules/pin-choice.ts';
import { brandIdentifier, done } from '../wire.ts';
import { currentPassword } from './password.ts';
import { typed } from '../typed.ts';

/** A passcode as it is typed to sign in. */
export const passcode = z.string().check(typed.digits(), z.regex(/^\d{4}$/, 'passcodeRequired'));

/** A passcode that someone chooses: 4 digits, none of the trivial ones. */
export const newPasscode = z.string().check(
  typed.digits(),
  z.regex(/^\d{4}$/, 'passcodeChoice'),
  z.refine((digits: string) => !isTrivialPin(digits), 'passcodeChoice'),
);

/**
 * Sets the passcode of this device, in place of any that it had, and registers the device. What the device has answered
 * about notices stays. The answer carries a cookie with the device's secret; without it the passcode opens nothing.
 * Asks for a fresh proof (stepUp/Give, purpose `account`).
 */
export const addPasscode = operation({
  name: 'addPasscode',
  method: 'POST',
  path: 'onlineAccount/AddPasscode',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { 'device.uuid': 'anyone', 'device.registrationId': 'anyone' },
  summary: 'Set the passcode of this device',
  body: z.object({ device, pin: newPasscode, userAgent }),
  response: done,
  /** 20010 with `pin`: the day or the year of birth. */
  errors: ['required_field'],
});

/**
 * Deletes the signed-in user's passcodes, on every device, and ends their other sessions. The current password counts
 * as proof; without it the call requires a fresh proof.
 */
export const deletePasscode = operation({
  name: 'deletePasscode',
  method: 'POST',
  path: 'onlineAccount/DeletePasscode',
  auth: WEB_ACCOUNT,
  proof: freshWhen('the call carries no current password'),
  ids: {},
  summary: 'Delete the passcodes of the signed-in user',
  body: z.object({ currentpassword: z.optional(currentPassword) }),
  response: z.object({ result: z.literal(true) }),
  errors: ['current_password_wrong', 'account_locked'],
  errorFields: { current_password_wrong: 'currentpassword', account_locked: 'currentpassword' },
});

/** Whether the signed-in user has a passcode on any device. For one device: devices/device/{uuid}. */
export const verifyIfPasscodeIsSet = operation({
  name: 'verifyIfPasscodeIsSet',
  method: 'POST',
  reads: true,
  path: 'onlineAccount/VerifyIfPasscodeIsSet',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Whether the signed-in user has a passcode',
  response: z.object({ passcodeIsSet: z.boolean() }),
});

/**
 * Answers the person who signs in on this device by passcode. Without the device's cookie it answers null for every
 * uuid, and the sign-in page asks for the username.
 */
export const getDefaultUser = operation({
  name: 'getDefaultUser',
  method: 'POST',
  reads: true,
  path: 'devices/defaultUser',
  auth: 'public',
  proof: 'none',
  summary: 'Who signs in on this device by passcode',
  body: z.object({ deviceuuid: deviceUuid, userAgent, brand: brandIdentifier }),
  response: z.object({ data: z.object({ passcodeIsSet: z.boolean(), FirstName: z.nullable(z.string()) }) }),
  errors: ['required_field'],
});
