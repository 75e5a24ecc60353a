import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { SAVINGS_GOAL_NAME_MAXIMUM } from '../rules/savings-goals.ts';
import { typed } from '../typed.ts';
import { accountNumber, done, money } from '../wire.ts';

/** Random; names a savings goal of an account. */
const savingsGoalId = z.string('required').check(z.uuid('required'), z.toLowerCase());

/** A named amount that the primary holder of an account keeps aside on it. */
export const savingsGoal = z.object({
  Id: z.string(),
  Name: z.string(),
  /** Dollars that are kept aside for it now. */
  Amount: money,
});
export type SavingsGoal = z.output<typeof savingsGoal>;

/** The savings goals of an account, the oldest first. */
const savings = z.object({
  Goals: z.array(savingsGoal),
  /**
   * Dollars that are kept aside now. Fewer than the goals add up to where fees or charges have used some of them: what
   * arrives next fills them again.
   */
  KeptAside: money,
  /** Dollars that are left to spend without them. */
  AvailableAccountBalance: money,
  /** Whether a purchase that needs what is kept aside is declined. It takes what it needs otherwise. */
  IsPurchaseDeclined: z.boolean(),
});
export type Savings = z.output<typeof savings>;

/** The savings goals of an account. For its primary holder: a nominee gets the answer for an unknown account. */
export const getSavingsGoals = operation({
  name: 'getSavingsGoals',
  method: 'POST',
  reads: true,
  path: 'savings/getGoals',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Savings goals of an account',
  body: z.object({ accountNumber }),
  response: savings,
  errors: ['invalid_card_details'],
});

/**
 * Adds a savings goal, or changes the one with this id. No money moves. 20240 where its amount is more than what is left
 * to spend; 10001 beyond the number of goals that an account may have.
 */
export const saveSavingsGoal = operation({
  name: 'saveSavingsGoal',
  method: 'POST',
  path: 'savings/saveGoal',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount', Id: 'savingsGoal' },
  summary: 'Add or change a savings goal',
  body: z.object({
    accountNumber,
    /** The goal to change. Absent: a new one. */
    Id: z.optional(savingsGoalId),
    Name: z
      .string('required')
      .check(typed.name(), z.minLength(1, 'required'), z.maxLength(SAVINGS_GOAL_NAME_MAXIMUM, 'savingsGoalName')),
    /** Dollars to keep aside for it from now on. */
    Amount: z
      .number('required')
      .check(z.minimum(0, 'required'), z.maximum(999_999.99, 'required'), z.multipleOf(0.01, 'required')),
  }),
  response: savings,
  errors: ['invalid_card_details', 'card_problem', 'insufficient_funds', 'not_found'],
  errorFields: { insufficient_funds: 'Amount', not_found: 'Id' },
});

/** Deletes a savings goal. What was kept aside for it can be spent again. */
export const deleteSavingsGoal = operation({
  name: 'deleteSavingsGoal',
  method: 'POST',
  path: 'savings/deleteGoal',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount', Id: 'savingsGoal' },
  summary: 'Delete a savings goal',
  body: z.object({ accountNumber, Id: savingsGoalId }),
  response: savings,
  errors: ['invalid_card_details', 'not_found'],
  errorFields: { not_found: 'Id' },
});

/**
 * Releases as much of what is kept aside as is missing until this amount is left to spend, from the goal that was added
 * last first. Repeated, it releases nothing more. 20240 where the account has less.
 */
export const releaseSavings = operation({
  name: 'releaseSavings',
  method: 'POST',
  path: 'savings/release',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Release money that is kept aside',
  body: z.object({
    accountNumber,
    /** Dollars that are to be left to spend. */
    AmountLeft: z
      .number('required')
      .check(z.minimum(0, 'required'), z.maximum(99_999_999.99, 'required'), z.multipleOf(0.01, 'required')),
  }),
  response: savings,
  errors: ['invalid_card_details', 'insufficient_funds'],
  errorFields: { insufficient_funds: 'AmountLeft' },
});

/** Chooses whether a purchase that needs what is kept aside is declined, or takes what it needs. */
export const setSavingsPurchases = operation({
  name: 'setSavingsPurchases',
  method: 'POST',
  path: 'savings/setPurchases',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Let purchases use money that is kept aside, or not',
  body: z.object({ accountNumber, IsPurchaseDeclined: z.boolean('required') }),
  response: done,
  errors: ['invalid_card_details'],
});
