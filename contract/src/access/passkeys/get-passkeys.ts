import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { instant } from '../../wire.ts';
import { passkeyId } from './passkey.ts';

export const passkey = z.object({
  Id: passkeyId,
  Name: z.string(),
  AddedAt: instant,
  /** Null: never signed in with. */
  LastUsedAt: z.nullable(instant),
});
export type Passkey = z.output<typeof passkey>;

/** The signed-in user's passkeys, oldest first. */
export const getPasskeys = operation({
  name: 'getPasskeys',
  method: 'GET',
  path: 'onlineAccount/Passkeys',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: "The user's passkeys",
  response: z.object({
    Passkeys: z.array(passkey),
    /** As many as an account may have. */
    MaximumPasskeys: z.number(),
  }),
});
