import { ANSWER } from '@wattle/contract/network/message.ts';
import type { DeclineReason } from '@wattle/contract/transactions/transaction.ts';

/** Checks of a purchase, in the order in which `decide` makes them after the card was found, and the money last. */
export const CHECKS = [
  'card',
  'expiry',
  'status',
  'holder',
  'channel',
  'category',
  'merchant',
  'limit',
  'rules',
  'money',
] as const;
export type Check = (typeof CHECKS)[number];

/** `notMade`: an earlier one had declined. */
export type CheckResult = { readonly check: Check; readonly result: 'passed' | 'failed' | 'notMade' };

/** The check that a reason of a decline belongs to. */
const CHECK_OF = {
  cardExpired: 'expiry',
  oldExpiry: 'expiry',
  cardOff: 'status',
  cardBlocked: 'status',
  cardNotActive: 'status',
  cardClosed: 'status',
  wrongPin: 'holder',
  pinMissing: 'holder',
  pinLocked: 'holder',
  wrongSecurityCode: 'holder',
  notVerified: 'holder',
  channelOff: 'channel',
  categoryRefused: 'category',
  otherMerchant: 'merchant',
  overLimit: 'limit',
  stoppedByRule: 'rules',
  noFunds: 'money',
  keptAside: 'money',
} as const satisfies Partial<Readonly<Record<DeclineReason, Check>>>;

/** Answers that one check alone gives: a check of 0.00 and a balance leave no reason. */
const CHECK_OF_ANSWER: Readonly<Record<string, Check>> = {
  noSuchCard: 'card',
  [ANSWER.noSuchCard]: 'card',
  [ANSWER.expired]: 'expiry',
  [ANSWER.restricted]: 'status',
  [ANSWER.lost]: 'status',
  [ANSWER.stolen]: 'status',
  [ANSWER.wrongPin]: 'holder',
  [ANSWER.pinTries]: 'holder',
  [ANSWER.overLimit]: 'limit',
  [ANSWER.noFunds]: 'money',
};

/** Checks that the kinds of asks leave out. An increment has the proofs of its purchase, whose
 * rules were asked, and a balance holds nothing. */
const LEFT_OUT: Readonly<Record<string, ReadonlySet<Check>>> = {
  authorise: new Set(),
  increment: new Set(['holder', 'rules']),
  balance: new Set(['limit', 'rules', 'money']),
};

/**
 * Results of the checks of an ask, which follow from the reason of its decline (`DeclineReason`, or its answer), since
 * the first check that fails decides. Empty where that is not known: another kind of ask, or a reason of no check.
 */
export function checksOf(kind: string, declinedFor: string | undefined): readonly CheckResult[] {
  const leftOut = LEFT_OUT[kind];
  if (!leftOut) return [];
  const made = CHECKS.filter((check) => !leftOut.has(check));
  if (declinedFor === undefined) return made.map((check) => ({ check, result: 'passed' }));
  const failed = (CHECK_OF as Readonly<Record<string, Check>>)[declinedFor] ?? CHECK_OF_ANSWER[declinedFor];
  const at = made.findIndex((check) => check === failed);
  if (at === -1) return [];
  return made.map((check, place) => ({
    check,
    result: place < at ? 'passed' : place === at ? 'failed' : 'notMade',
  }));
}
