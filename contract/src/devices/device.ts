import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber, done } from '../wire.ts';
import { typed } from '../typed.ts';

/** Name that a device gives itself. It identifies the device and proves nothing. */
export const deviceUuid = z.string().check(z.regex(/^[\w.:-]{8,100}$/, 'required'));

/** User agent of the device's browser. Stored and not compared, because every browser update changes it. */
export const userAgent = z.string().check(typed.line(), z.maxLength(400, 'required'));

const label = z.string().check(typed.name(), z.maxLength(200, 'required'));

/** A browser or phone of a web account. */
export const device = z.object({
  uuid: deviceUuid,
  model: label,
  version: label,
  platform: label,
  name: label,
  /** Its address at a push service, for a browser its subscription as JSON; empty without one. */
  registrationId: z.string().check(z.maxLength(1000, 'required')),
  /** Whether its owner has allowed push messages. */
  fcmEnabled: z.boolean(),
  enabled: z.boolean(),
});

export type Device = z.output<typeof device>;

/** Registers the caller's device, or updates its data. Keeps the 20 devices seen last. */
export const registerDevice = operation({
  name: 'registerDevice',
  method: 'POST',
  path: 'devices/register',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { uuid: 'anyone', registrationId: 'anyone' },
  summary: 'Register a device',
  body: device,
  response: done,
});

/** One of the caller's devices, and the features to offer on it: a passcode, notices. */
export const getDevice = operation({
  name: 'getDevice',
  method: 'GET',
  path: 'devices/device/{uuid}',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { uuid: 'device', registrationId: 'anyone' },
  summary: 'Check a device',
  params: z.object({ uuid: deviceUuid }),
  query: z.object({ registrationId: z.optional(z.string().check(z.maxLength(1000, 'required'))) }),
  response: z.object({
    /** Registered by the caller and, if a registrationId was sent, with the same one. */
    isRegistered: z.boolean(),
    device: z.nullable(device),
    passcodeIsSet: z.boolean(),
    /** The offer of a passcode was declined on it permanently. */
    passcodeAlertDisabled: z.boolean(),
    /** Its user has said yes or no to notices. */
    noticesAnswered: z.boolean(),
    /** The public key that a browser subscribes to notices with (VAPID). Null: this instance sends none. */
    noticesKey: z.nullable(z.string()),
    /** Added: the password was reset, and the user has not checked the account since. */
    isAccountCheckOpen: z.boolean(),
  }),
});

/** The caller's devices. Only for the caller's own account: any other number is not found. */
export const getAccountDevices = operation({
  name: 'getAccountDevices',
  method: 'GET',
  path: 'devices/account/{account}',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { account: 'account' },
  summary: "The caller's devices",
  params: z.object({ account: accountNumber }),
  response: z.object({ devices: z.array(device) }),
  errors: ['not_found'],
});

/**
 * Changes name and switches of the caller's devices. All or nothing: a number or a device that the caller does not have
 * is not found, and nothing changes.
 */
export const saveAccountDevices = operation({
  name: 'saveAccountDevices',
  method: 'POST',
  path: 'devices/account',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', 'devices.uuid': 'device' },
  summary: "Save the caller's devices",
  body: z.object({
    accountNumber,
    devices: z
      .array(z.pick(device, { uuid: true, name: true, fcmEnabled: true, enabled: true }))
      .check(z.maxLength(20, 'required')),
  }),
  response: done,
  errors: ['not_found'],
});

/** Declines the offer of a passcode on this device permanently. */
export const disablePasscodeAlert = operation({
  name: 'disablePasscodeAlert',
  method: 'POST',
  path: 'devices/disablepasscodealert',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { deviceuuid: 'anyone' },
  summary: 'Decline the offer of a passcode',
  body: z.object({ deviceuuid: deviceUuid }),
  response: done,
});
