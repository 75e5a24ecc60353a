import { ANSWER, type DeclineCode } from '@wattle/contract/network/message.ts';
import type { DeclineReason } from '@wattle/contract/transactions/transaction.ts';

export type DeclinedElsewhere = { readonly answer: DeclineCode; readonly reason: DeclineReason };

const NO_FUNDS: DeclinedElsewhere = { answer: ANSWER.noFunds, reason: 'noFunds' };
const OVER_LIMIT: DeclinedElsewhere = { answer: ANSWER.overLimit, reason: 'overLimit' };
const CARD_OFF: DeclinedElsewhere = { answer: ANSWER.restricted, reason: 'cardOff' };
const CARD_CLOSED: DeclinedElsewhere = { answer: ANSWER.doNotHonour, reason: 'cardBlocked' };
const NOT_ACTIVE: DeclinedElsewhere = { answer: ANSWER.doNotHonour, reason: 'cardNotActive' };
const EXPIRED: DeclinedElsewhere = { answer: ANSWER.expired, reason: 'cardExpired' };
const WRONG_CVV2: DeclinedElsewhere = { answer: ANSWER.doNotHonour, reason: 'wrongSecurityCode' };
const WRONG_PIN: DeclinedElsewhere = { answer: ANSWER.wrongPin, reason: 'wrongPin' };
const PIN_LOCKED: DeclinedElsewhere = { answer: ANSWER.pinTries, reason: 'pinLocked' };
const NOT_ALLOWED: DeclinedElsewhere = { answer: ANSWER.notPermitted, reason: 'categoryRefused' };

/** Declined by another party, for a reason that a cardholder cannot act on. */
const ELSEWHERE: DeclinedElsewhere = { answer: ANSWER.doNotHonour, reason: 'elsewhere' };

/**
 * Words of processors that say the same as one of ours, without their signs. What is not here is `elsewhere`: a word
 * that only resembles one of ours would send the cardholder to the wrong place.
 */
const WORDS: Readonly<Record<string, DeclinedElsewhere>> = {
  insufficientfunds: NO_FUNDS,
  insufficientfundspreload: NO_FUNDS,
  accountdailyspendlimitexceeded: OVER_LIMIT,
  authorizationcontrols: OVER_LIMIT,
  spendingcontrols: OVER_LIMIT,
  spendlimitexceeded: OVER_LIMIT,
  carddailyspendlimitexceeded: OVER_LIMIT,
  cardspendlimitexceeded: OVER_LIMIT,
  useraccountdailyspendlimitexceeded: OVER_LIMIT,
  velocityexceeded: OVER_LIMIT,
  cardpaused: CARD_OFF,
  cardinactive: CARD_OFF,
  cardtemporarilydisabled: CARD_OFF,
  cardcanceled: CARD_CLOSED,
  cardcancelled: CARD_CLOSED,
  cardclosed: CARD_CLOSED,
  cardblocked: CARD_CLOSED,
  cardnotactivated: NOT_ACTIVE,
  expiredcard: EXPIRED,
  cardexpired: EXPIRED,
  expirydatemismatch: EXPIRED,
  invalidexpirydate: EXPIRED,
  expirymismatch: EXPIRED,
  cvvmismatch: WRONG_CVV2,
  cvvinvalid: WRONG_CVV2,
  incorrectcvc: WRONG_CVV2,
  invalidcvv: WRONG_CVV2,
  wrongpin: WRONG_PIN,
  incorrectpin: WRONG_PIN,
  invalidpin: WRONG_PIN,
  incorrectcardpin: WRONG_PIN,
  pinblocked: PIN_LOCKED,
  pintriesexceeded: PIN_LOCKED,
  pinentrytriesexceeded: PIN_LOCKED,
  unauthorizedmerchant: NOT_ALLOWED,
  restrictedmerchant: NOT_ALLOWED,
  merchantblacklist: NOT_ALLOWED,
};

/** Our word for the reason of a processor, or `elsewhere`. */
export function declinedElsewhere(word: string): DeclinedElsewhere {
  const plain = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  return Object.hasOwn(WORDS, plain) ? (WORDS[plain] ?? ELSEWHERE) : ELSEWHERE;
}
