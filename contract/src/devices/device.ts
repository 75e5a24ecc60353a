import * as z from 'zod/mini';

/** What a device calls itself. It names the device and proves nothing. */
export const deviceUuid = z.string().check(z.regex(/^[\w.:-]{8,100}$/, 'required'));

/** What the device's browser calls itself. Kept, not compared: every update of a browser changes it. */
export const userAgent = z.string().check(z.maxLength(400, 'required'));

const label = z.string().check(z.trim(), z.maxLength(200, 'required'));

/** A browser or phone of a web account. */
export const device = z.object({
  uuid: deviceUuid,
  model: label,
  version: label,
  platform: label,
  name: label,
  /** Where a push service reaches it, of a browser its subscription as JSON; empty where none does. */
  registrationId: z.string().check(z.maxLength(1000, 'required')),
  /** Whether its owner has allowed push messages. */
  fcmEnabled: z.boolean(),
  enabled: z.boolean(),
});
export type Device = z.output<typeof device>;
