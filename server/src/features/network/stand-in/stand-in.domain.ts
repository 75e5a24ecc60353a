import { ANSWER, type AnswerCode } from '@wattle/contract/network/message.ts';

/** Facts of a standby about a purchase, and approvals of this server since. Cents. */
export type StandInFacts = {
  readonly amount: bigint;
  /** Fee to hold for a foreign purchase, and fees held for those before it. */
  readonly fees: bigint;
  /** Why it would be declined; undefined: it would not. */
  readonly decline: Exclude<AnswerCode, '00'> | undefined;
  readonly hasPin: boolean;
  readonly available: bigint;
  /** Approved for the card while no database took writes. */
  readonly approvedBefore: bigint;
  /** The most of a card in all. */
  readonly most: bigint;
};

/**
 * The answer to a purchase that cannot be held. A PIN is not taken: a wrong one could not be counted. What is
 * approved stays under the most of a card, and under what the card had.
 */
export function standInAnswer(facts: StandInFacts): AnswerCode {
  const { amount, fees, decline, hasPin, available, approvedBefore, most } = facts;
  if (decline) return decline;
  if (hasPin || approvedBefore + amount > most) return ANSWER.error;
  return approvedBefore + amount + fees > available ? ANSWER.noFunds : ANSWER.approved;
}
