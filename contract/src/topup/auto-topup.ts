import * as z from 'zod/mini';
import { documentOperation } from '../downloads/document.ts';
import { namedNumbers } from '../named-numbers.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { bsbNumber } from '../transfers/bsb.ts';
import { accountTitle, bankAccountNumber } from '../transfers/transfer.ts';
import { accountNumber, done, instant, isoDate, money } from '../wire.ts';
import { typed } from '../typed.ts';

/** State of an automatic top-up. */
export const AUTO_TOPUP_STATUS = { Active: 1, Retry: 2, Expired: 3, Pending: 4 } as const;

/** State of one top-up of the agreement: being collected, credited or returned. */
export const COLLECTED_STATES = ['onItsWay', 'credited', 'returned'] as const;

/** State of an automatic top-up by PayTo, as its holder sees it. */
export const PAY_TO_STATES = [
  'waiting',
  'active',
  'paused',
  'declined',
  'expired',
  'unsupported',
  'failed',
  'ended',
] as const;

const payTo = z.object({
  state: z.enum(PAY_TO_STATES),
  /** Side that paused it, and that alone can resume it: the payer at their bank, us or the holder here, or the scheme. */
  pausedBy: z.nullable(z.enum(['payer', 'us', 'scheme'])),
  /** It was resumed, and the bank has not confirmed that yet. */
  isResuming: z.boolean(),
  /** Until when the payer may approve it, or could. */
  respondBy: instant,
  /** The most of a day. */
  dayMost: money,
  /** Names under which the payer's bank shows it. */
  payee: z.string(),
  shownAs: z.string(),
  /** Why its last debit was not taken; null: it was. */
  trouble: z.nullable(z.string()),
  /** When its last top-up arrived. */
  lastAt: z.nullable(instant),
});

const uuid = z.string('required').check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'required'));

const cents = (dollars: number) => Math.round(dollars * 100) / 100 === dollars;

/** Dollars with at most two decimals. */
const amount = z.number('nan').check(z.gte(0, 'gtZero'), z.lte(10_000_000, 'ltLimitAmount'), z.refine(cents, 'nan'));

export const autoTopup = z.object({
  id: uuid,
  accountName: z.string(),
  accountNumber: z.string(),
  /** 6 digits. */
  bsb: z.string(),
  /** The trigger: less than this is available. */
  minBalance: money,
  /** Amount that is debited then. */
  amount: money,
  status: namedNumbers(AUTO_TOPUP_STATUS, 'required'),
  /** Added: the bank of the BSB; empty if it is not known. */
  bankName: z.string(),
  /** Added: when the agreement was accepted. */
  acceptedAt: instant,
  /** Added: the last day for the code of a pending one. */
  codeUntil: z.nullable(isoDate),
  /** Added: wrong codes that a pending one still accepts. */
  codeTriesLeft: z.nullable(z.number()),
  /** Added: the business day by which the deposit with the code is there. */
  depositBy: z.nullable(isoDate),
  /** Added: when it is tried again. */
  retryOn: z.nullable(isoDate),
  /** Added: it was set up or changed shortly before the password was reset, and does nothing until it is kept. */
  isWaiting: z.boolean(),
  /**
   * Added: less than its trigger is available, and it needs a card that can be used, room under the maximum, or another
   * day, because its agreement permits no more today.
   */
  waitsFor: z.nullable(z.enum(['card', 'room', 'day'])),
  /** Added: of one that takes its money by a PayTo agreement; null: it is a direct debit. */
  payTo: z.nullable(payTo),
});

export type AutoTopup = z.output<typeof autoTopup>;

/** One of 6 characters. */
const activationCode = z
  .string('autoTopupActiviationCodeInvalid')
  .check(typed.digits(), typed.required(), z.regex(/^[^\s]{6}$/, 'autoTopupActiviationCodeInvalid'));

const bank = { AccountName: accountTitle, AccountNumber: bankAccountNumber, Bsb: bsbNumber };

const amounts = { TriggerAmount: amount, Amount: amount };

/** An agreement as it is made. The wire's AutoTopUpId is that of one that is there, so none is given here. */
export const newAutoTopup = z.object({
  AutoTopUpId: z.optional(z.nullable(z.string().check(z.maxLength(40, 'required')))),
  MemberNumber: accountNumber,
  ...bank,
  ...amounts,
});

export const changedAutoTopup = z.object({ AutoTopUpId: uuid, MemberNumber: accountNumber, ...bank, ...amounts });

export const activation = z.object({ MemberNumber: accountNumber, AutoTopupId: uuid, ActivationCode: activationCode });

export const namedAutoTopup = z.object({ AutoTopUpId: uuid, MemberNumber: accountNumber });

/** The automatic top-up of an account, and what one may be. For its primary holder. */
export const getActiveAutoTopup = operation({
  name: 'getActiveAutoTopup',
  method: 'POST',
  reads: true,
  path: 'topup/active-auto-topup',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { memberNumber: 'primaryAccount' },
  summary: 'The automatic top-up of an account',
  query: z.object({ memberNumber: accountNumber }),
  response: z.object({
    /** Null: there is none. */
    AutoTopup: z.nullable(autoTopup),
    /** Added: whether the bank of the programme debits accounts by PayTo agreements. */
    CanUsePayTo: z.boolean(),
    /** Added: whether one can be made: a verified holder without restriction, an account without a debt. */
    MayBeMade: z.boolean(),
    /**
     * Added: no other bank account is taken until then: 5 wrong codes in 24 hours, or 3 new bank accounts in a day. Null:
     * one is.
     */
    SetUpStopped: z.nullable(z.object({ For: z.enum(['codes', 'banks']), Until: instant })),
    /** Added: what bounds and proposes the amounts, in dollars. */
    MaximumBalance: money,
    MinimumLoad: money,
    MaximumLoad: money,
    ProposedTrigger: money,
    ProposedAmount: money,
    Step: money,
    Fee: money,
    /** Added: business days from a debit to the credit, days for which the code is valid, and the last day of each. */
    CreditDays: z.number(),
    CodeDays: z.number(),
    DepositBy: isoDate,
    /** Added: its top-ups, the newest first. */
    Past: z.array(
      z.object({ Date: isoDate, Amount: money, State: z.enum(COLLECTED_STATES), ExpectedOn: z.nullable(isoDate) }),
    ),
  }),
  errors: ['invalid_card_details', 'card_problem'],
});

/**
 * Sets up an automatic top-up and sends 1 cent with a code to the bank account. The person who sets it up accepts the
 * agreement. It needs a fresh proof: 428. 20202 where one exists, none is allowed, or set-ups are stopped
 * (`SetUpStopped`), 20144 where its fee is not covered.
 */
export const createAutoTopup = operation({
  name: 'createAutoTopup',
  method: 'POST',
  path: 'topup/auto-topup',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup', AccountNumber: 'anyone' },
  summary: 'Set up an automatic top-up',
  body: newAutoTopup,
  response: z.object({ AutoTopUpId: z.string() }),
  errors: [
    'required_field',
    'invalid_card_details',
    'auto_topup_refused',
    'outside_load_limits',
    'fee_not_covered',
    'bsb_closed',
    'bsb_lookup_away',
    'payee_blocked',
  ],
});

/**
 * Changes an automatic top-up. Another bank account makes it pending again: 1 cent with a new code is sent. It needs a
 * fresh proof: 428. 20202 where set-ups are stopped (`SetUpStopped`), 20207 and 27418 where it has been cancelled.
 */
export const updateAutoTopup = operation({
  name: 'updateAutoTopup',
  method: 'POST',
  path: 'topup/update-auto-topup',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup', AccountNumber: 'anyone' },
  summary: 'Change an automatic top-up',
  body: changedAutoTopup,
  response: done,
  errors: [
    'required_field',
    'invalid_card_details',
    'not_found',
    'auto_topup_refused',
    'auto_topup_cancelled',
    'auto_topup_ended',
    'outside_load_limits',
    'bsb_closed',
    'bsb_lookup_away',
    'payee_blocked',
  ],
});

/**
 * Enters the code of the 1-cent deposit. The fifth wrong one cancels the automatic top-up, and the
 * fifth of the account in 24 hours stops set-ups for 24 hours: 20215.
 */
export const activateAutoTopup = operation({
  name: 'activateAutoTopup',
  method: 'POST',
  path: 'topup/activate-auto-topup',
  auth: WEB_ACCOUNT,
  proof: carriedBy('ActivationCode'),
  ids: { MemberNumber: 'primaryAccount', AutoTopupId: 'autoTopup' },
  summary: 'Activate an automatic top-up by its code',
  body: activation,
  response: done,
  errors: [
    'invalid_card_details',
    'not_found',
    'activation_code_wrong',
    'auto_topup_refused',
    'auto_topup_tries_exceeded',
    'auto_topup_cancelled',
    'auto_topup_ended',
  ],
  errorFields: { activation_code_wrong: 'ActivationCode' },
});

/** Cancels an automatic top-up. What is collected already comes. 20207 where the person has cancelled it, 27418 where the bank or the desk has. */
export const cancelAutoTopup = operation({
  name: 'cancelAutoTopup',
  method: 'POST',
  path: 'topup/cancel-auto-topup',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup' },
  summary: 'Cancel an automatic top-up',
  body: namedAutoTopup,
  response: done,
  errors: ['invalid_card_details', 'not_found', 'auto_topup_cancelled', 'auto_topup_ended'],
});

/** Text of the agreement that the person who sets up an automatic top-up accepts. */
export const getAgreement = operation({
  name: 'getAutoTopupAgreement',
  method: 'GET',
  path: 'auto-topup/agreement',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'The direct debit agreement',
  query: z.object({ language: z.optional(z.enum(LANGUAGES, 'required')) }),
  response: z.object({
    Version: z.string(),
    Title: z.string(),
    Sections: z.array(z.object({ Heading: z.string(), Text: z.string() })),
  }),
});

/** The same as PDF. */
export const agreementReport = documentOperation({
  name: 'autoTopupAgreement',
  method: 'POST',
  path: 'auto-topup/agreement-report',
  who: WEB_ACCOUNT,
  ids: {},
  summary: 'The direct debit agreement as a file',
  parameters: z.object({}),
});

/** A ticket for that file: once, for 60 seconds, in the browser that asked. */
export const generateAgreementToken = operation({
  name: 'generateAgreementToken',
  method: 'POST',
  path: 'topup/auto-topup/generate-agreement-token',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Ask for a ticket to download the agreement',
  body: z.object({ language: z.optional(z.enum(LANGUAGES, 'required')) }),
  response: z.object({
    Token: z.string(),
    /** Name of the cookie that appears when the file begins. */
    BeginCookie: z.string(),
  }),
});
