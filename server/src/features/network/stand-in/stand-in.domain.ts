import { ANSWER, type DeclineCode } from '@wattle/contract/network/message.ts';

/** Facts about a purchase from a standby, and earlier approvals by this server. Amounts are in cents. */
export type StandInFacts = {
  readonly amount: bigint;
  /** Fee to hold for a foreign purchase, and fees held for those before it. */
  readonly fees: bigint;
  /** Reason why it would be declined; undefined where it would not. */
  readonly decline: DeclineCode | undefined;
  readonly hasPin: boolean;
  readonly available: bigint;
  /** Approved for the card while no database accepted writes. */
  readonly approvedBefore: bigint;
  /** Maximum sum of approvals for a card. */
  readonly most: bigint;
};

/**
 * Answer to a purchase that cannot be held. A PIN is not accepted, because a wrong one could not be counted. Approvals
 * stay within the limit of a card and its last known balance.
 */
export function standInAnswer(facts: StandInFacts): typeof ANSWER.approved | DeclineCode {
  const { amount, fees, decline, hasPin, available, approvedBefore, most } = facts;
  if (decline) return decline;
  if (hasPin || approvedBefore + amount > most) return ANSWER.error;
  return approvedBefore + amount + fees > available ? ANSWER.noFunds : ANSWER.approved;
}
