import * as z from 'zod/mini';
import { documentOperation } from '../downloads/document.ts';
import { namedNumbers } from '../named-numbers.ts';
import { operation, SIGNED_IN } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { accountNumber, instant, isoDate, money } from '../wire.ts';

/** Types of top-up. */
export const LOAD_TYPE = { card: 1, bank: 2, voucher: 3, automatic: 4 } as const;

/** How much can be loaded onto an account, in dollars. */
export const getTopupDetails = operation({
  name: 'getTopupDetails',
  method: 'POST',
  reads: true,
  path: 'topup/details',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'How much can be loaded onto an account',
  body: z.object({
    accountNumber,
    /** `LOAD_TYPE`; by card unless given. */
    loadType: z.optional(namedNumbers(LOAD_TYPE)),
  }),
  response: z.object({
    /** The highest balance that the account may have. */
    MaximumLoadLimit: money,
    /** Limit of one top-up of this type. */
    MinimumTopup: money,
    MaximumTopup: money,
    /** The maximum balance less the balance and less what is on its way; at least 0. */
    MaximumAvailableTopup: money,
    CurrentAccountBalance: money,
    /** Added: what is on its way to the account. */
    OnItsWay: money,
    /** Added: what a top-up of this type costs. */
    Fee: money,
  }),
  errors: ['invalid_card_details'],
});

/** Ways by which money may be on its way to an account. */
export const ON_ITS_WAY = ['card', 'bank', 'automatic'] as const;

/** Added: top-ups of an account that have begun and have not come yet. */
export const getTopupsOnTheirWay = operation({
  name: 'getTopupsOnTheirWay',
  method: 'POST',
  reads: true,
  path: 'topup/on-its-way',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Top-ups that have begun and have not come yet',
  body: z.object({ accountNumber }),
  response: z.object({
    TopUps: z.array(
      z.object({
        Way: z.enum(ON_ITS_WAY),
        Amount: money,
        StartedAt: instant,
        /** The day on which it is expected; null: at any moment. */
        ExpectedOn: z.nullable(isoDate),
        /** Payment id of a payment by card, which its status is asked for by. */
        Sid: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['invalid_card_details'],
});

/** Where a bank transfer onto an account is sent to. */
export const getTopupBank = operation({
  name: 'getTopupBank',
  method: 'GET',
  path: 'topup/bank',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Bank details that load an account',
  query: z.object({ accountNumber }),
  response: z.object({
    AccountName: z.string(),
    /** `xxx-xxx`. */
    Bsb: z.string(),
    AccountNumber: z.string(),
    /** Business days until the money is there, at most. */
    BankingDays: z.number(),
  }),
  errors: ['invalid_card_details', 'card_problem'],
});

/** The receipt of a top-up of one of the caller's accounts, as PDF. 404 where none came with this receipt number. */
export const topupReceipt = documentOperation({
  name: 'topupReceipt',
  who: SIGNED_IN,
  ids: { accountNumber: 'account', receiptNumber: 'topup' },
  summary: 'Receipt of a top-up',
  parameters: z.object({
    /** The account that was loaded. */
    accountNumber,
    receiptNumber: z.string('required').check(z.regex(/^\d{12,30}$/, 'required')),
    /**
     * Reference of the row in the account's list, where it is known. Rows older than receipt numbers are found by it.
     */
    sequence: z.optional(z.int('required').check(z.minimum(1, 'required'))),
  }),
  errors: ['invalid_card_details', 'not_found'],
});
