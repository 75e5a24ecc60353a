import * as z from 'zod/mini';
import { namedNumbers } from '../named-numbers.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { PAYDAY_FREQUENCY } from '../rules/paydays.ts';
import { accountNumber, done, isoDate, money } from '../wire.ts';

const frequency = namedNumbers(PAYDAY_FREQUENCY, 'required');

/** When the primary holder of an account is paid, and what is left until then. */
export const untilPayday = z.object({
  /** Weekly 1, fortnightly 2, monthly 3. */
  Frequency: frequency,
  /** The first payday after today. */
  NextDate: isoDate,
  /** Payments that are scheduled before it, with those of nominees, and their dollars. */
  ScheduledPayments: z.number(),
  Scheduled: money,
  /** Dollars that are left to spend without them; negative where they need more. */
  Left: money,
});
export type UntilPayday = z.output<typeof untilPayday>;

/**
 * Sets when the primary holder of an account is paid; its details then say what is left until payday. 20247 for a day
 * that is past, or further away than one period.
 */
export const setPayday = operation({
  name: 'setPayday',
  method: 'POST',
  path: 'payday/set',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Set a payday',
  body: z.object({
    accountNumber,
    Frequency: frequency,
    /** Today, or the next payday. */
    NextDate: isoDate,
  }),
  response: done,
  errors: ['invalid_card_details', 'dates_invalid'],
  errorFields: { dates_invalid: 'NextDate' },
});

/** Removes the payday of an account. Repeated, it changes nothing. */
export const deletePayday = operation({
  name: 'deletePayday',
  method: 'POST',
  path: 'payday/delete',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Remove a payday',
  body: z.object({ accountNumber }),
  response: done,
  errors: ['invalid_card_details'],
});
