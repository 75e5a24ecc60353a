/** Terms of disputes (docs/areas/disputes.md, "A dispute is a record beside the transaction"). */
export const DISPUTE_RULES = {
  /** Greatest age of a payment that may be disputed, in days. */
  withinDays: 120,
  /** Days in which a dispute is answered (RG 271). */
  answerDays: 30,
} as const;
