import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { instant } from '../../wire.ts';

/** Added: where the user is signed in, this session first, then the one that was used last. Device and time only. */
export const getSignIns = operation({
  name: 'getSignIns',
  method: 'POST',
  path: 'onlineAccount/GetSignIns',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Where the user is signed in',
  response: z.object({
    SignIns: z.array(
      z.object({
        Id: z.string(),
        /** `Chrome`; null: unknown. */
        Browser: z.nullable(z.string()),
        /** `Windows`, `iPhone`; null: unknown. */
        System: z.nullable(z.string()),
        IsPhone: z.boolean(),
        SignedInAt: instant,
        LastActiveAt: instant,
        IsCurrent: z.boolean(),
      }),
    ),
  }),
});
