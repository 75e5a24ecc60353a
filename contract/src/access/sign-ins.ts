import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { done, instant } from '../wire.ts';

/** Added: where the user is signed in, this session first, then the one that was used last. Device and time only. */
export const getSignIns = operation({
  name: 'getSignIns',
  method: 'POST',
  reads: true,
  path: 'onlineAccount/GetSignIns',
  auth: WEB_ACCOUNT_OR_VIEW,
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
    /** When staff of the programme viewed the account, newest first, of the last year; 20 at most. */
    Views: z.array(z.object({ OpenedAt: instant })),
    /** Name of the programme whose staff these are. */
    Programme: z.string(),
  }),
});

/** Added: ends one of the user's other sessions straight away. 404 for an unknown session and for the current one. */
export const endSignIn = operation({
  name: 'endSignIn',
  method: 'POST',
  path: 'onlineAccount/EndSignIn',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Id: 'signIn' },
  summary: 'Sign another device out',
  body: z.object({ Id: z.uuid('required') }),
  response: done,
  errors: ['not_found'],
});

/** Added: ends all of the user's sessions but the current one. */
export const endOtherSignIns = operation({
  name: 'endOtherSignIns',
  method: 'POST',
  path: 'onlineAccount/EndOtherSignIns',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Sign all other devices out',
  response: done,
});
