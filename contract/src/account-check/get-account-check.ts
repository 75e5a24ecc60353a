import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber, instant, isoDate, money } from '../wire.ts';
import { waitingKind, wayInKind } from './account-check.ts';

/**
 * Added: what somebody looks through after their password was reset: the ways to sign in that are older than a week,
 * and the payments and automatic top-ups of the week before it, which wait until each is kept or cancelled.
 */
export const getAccountCheck = operation({
  name: 'getAccountCheck',
  method: 'POST',
  path: 'onlineAccount/GetAccountCheck',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'What to check after a reset of the password',
  response: z.object({
    /** Until when no new destination is paid, no funds go back and no contact is changed; null: all of it is allowed. */
    HeldUntil: z.nullable(instant),
    WaysIn: z.array(
      z.object({
        Kind: wayInKind,
        Id: z.string(),
        /** As its user has named a passkey or device; null: it has no name. */
        Name: z.nullable(z.string()),
        /** Of a passcode: `Chrome`, `Windows`; null: unknown. */
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
        /** Who is paid, or the bank account that is debited. */
        Name: z.string(),
        /** BSB, biller code; null within the brand. */
        Bsb: z.nullable(z.string()),
        /** Account number or reference; of a top-up its last four digits. */
        Destination: z.string(),
        /** Of a schedule: weekly 1, fortnightly 2, monthly 3, once 21. */
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
