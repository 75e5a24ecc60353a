import * as z from 'zod/mini';
import { namedNumbers } from '../../named-numbers.ts';
import { accountTitle } from '../../transfers/external/direct-entry.ts';
import { bsbNumber } from '../../transfers/bsb/bsb.ts';
import { bankAccountNumber } from '../../transfers/transfer.ts';
import { accountNumber, compact, instant, isoDate, money } from '../../wire.ts';

/** How an automatic top-up stands. */
export const AUTO_TOPUP_STATUS = { Active: 1, Retry: 2, Expired: 3, Pending: 4 } as const;

/** How one of its top-ups stands: it is collected, it is on the card, it came back. */
export const COLLECTED_STATES = ['onItsWay', 'credited', 'returned'] as const;

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
  /** What is taken then. */
  amount: money,
  status: namedNumbers(AUTO_TOPUP_STATUS, 'required'),
  /** Added: the bank of the BSB; empty where it is not known. */
  bankName: z.string(),
  /** Added: when the agreement was accepted. */
  acceptedAt: instant,
  /** Added: the last day for the code of a pending one. */
  codeUntil: z.nullable(isoDate),
  /** Added: the banking day by which the deposit with the code is there. */
  depositBy: z.nullable(isoDate),
  /** Added: when it is tried again. */
  retryOn: z.nullable(isoDate),
  /** Added: it was set up or changed shortly before the password was reset, and does nothing until it is kept. */
  isWaiting: z.boolean(),
  /** Added: less than its trigger is available, and it needs a card that can be used, or room under the maximum. */
  waitsFor: z.nullable(z.enum(['card', 'room'])),
});
export type AutoTopup = z.output<typeof autoTopup>;

/** One of 6 characters; spaces and hyphens are ignored. */
const activationCode = z.pipe(
  z.pipe(
    z
      .string('autoTopupActiviationCodeInvalid')
      .check(z.minLength(1, 'required'), z.maxLength(40, 'autoTopupActiviationCodeInvalid')),
    z.transform(compact),
  ),
  z.string().check(z.regex(/^[^\s]{6}$/, 'autoTopupActiviationCodeInvalid')),
);

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
