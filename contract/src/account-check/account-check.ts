import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber, done, instant, isoDate, money } from '../wire.ts';

/** Ways to sign in to an account besides its password, and the browsers and devices that are remembered. */
export const WAY_IN_KINDS = ['passkey', 'passcode', 'browser', 'device'] as const;

export const wayInKind = z.enum(WAY_IN_KINDS);

export type WayInKind = z.output<typeof wayInKind>;

/** `payment`: a held payment. `schedule`: a payment on a later day, or a regular one. `topUp`: an automatic top-up. */
export const WAITING_KINDS = ['payment', 'schedule', 'topUp'] as const;

export const waitingKind = z.enum(WAITING_KINDS);

export type WaitingKind = z.output<typeof waitingKind>;

/** Names a waiting item. */
export const waiting = z.object({
  Kind: waitingKind,
  Id: z.string('required').check(z.uuid('required'), z.toLowerCase()),
});

/**
 * Added: what someone looks through after their password was reset: the ways to sign in that are older than a week, and
 * the payments and automatic top-ups of the week before it, which wait until each is kept or cancelled.
 */
export const getAccountCheck = operation({
  name: 'getAccountCheck',
  method: 'POST',
  reads: true,
  path: 'onlineAccount/GetAccountCheck',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'What to check after a reset of the password',
  response: z.object({
    /**
     * Until then no new destination is paid, no funds are returned and no contact is changed. Null: all of it is
     * allowed.
     */
    HeldUntil: z.nullable(instant),
    WaysIn: z.array(
      z.object({
        Kind: wayInKind,
        Id: z.string(),
        /** Name that the user gave a passkey or device; null: none. */
        Name: z.nullable(z.string()),
        /** Browser or system of a passcode, such as `Chrome` or `Windows`; null: unknown. */
        Browser: z.nullable(z.string()),
        System: z.nullable(z.string()),
        AddedAt: instant,
        /** Null: not used, or not known. */
        LastUsedAt: z.nullable(instant),
      }),
    ),
    Waiting: z.array(
      z.object({
        Kind: waitingKind,
        Id: z.string(),
        /** The account that is paid from, or topped up. */
        AccountNumber: accountNumber,
        Amount: money,
        /** Payee, or holder of the bank account that is debited. */
        Name: z.string(),
        /** BSB, biller code; null within the brand. */
        Bsb: z.nullable(z.string()),
        /** Account number or reference; of a top-up its last four digits. */
        Destination: z.string(),
        /** Frequency of a schedule: weekly 1, fortnightly 2, monthly 3, once 21. */
        Frequency: z.nullable(z.number()),
        MadeAt: instant,
        /** The day on which it is paid if it is kept now; null: it has no day, or its last one has passed while it waited. */
        NextDate: z.nullable(isoDate),
        /** False: its day has passed, so it can only be cancelled. */
        MayBeKept: z.boolean(),
      }),
    ),
  }),
});

/** Added: a payment or top-up that waits since a reset of the password is made again. Requires a fresh proof. */
export const keepWaiting = operation({
  name: 'keepWaiting',
  method: 'POST',
  path: 'onlineAccount/KeepWaiting',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { Id: 'waiting' },
  summary: 'Keep a payment or automatic top-up that waits',
  body: waiting,
  response: done,
  errors: ['proof_needed', 'not_found'],
});

/** Added: a payment or top-up that waits since a reset of the password is never made. */
export const cancelWaiting = operation({
  name: 'cancelWaiting',
  method: 'POST',
  path: 'onlineAccount/CancelWaiting',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Id: 'waiting' },
  summary: 'Cancel a payment or automatic top-up that waits',
  body: waiting,
  response: done,
  errors: ['not_found'],
});

/**
 * Added: removes a way to sign in, or a browser or device that is remembered, and ends the user's other sessions. Asks
 * for a fresh proof.
 */
export const removeWayIn = operation({
  name: 'removeWayIn',
  method: 'POST',
  path: 'onlineAccount/RemoveWayIn',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { Id: 'wayIn' },
  summary: 'Remove a way to sign in',
  body: z.object({ Kind: wayInKind, Id: z.string('required').check(z.regex(/^[\da-f-]{1,40}$/, 'required')) }),
  response: done,
  errors: ['proof_needed', 'not_found'],
});

/** Added: the user has looked through the account. If an item still waits, they are asked again at the next sign-in. */
export const finishAccountCheck = operation({
  name: 'finishAccountCheck',
  method: 'POST',
  path: 'onlineAccount/FinishAccountCheck',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'The account was checked after a reset of the password',
  response: done,
});
