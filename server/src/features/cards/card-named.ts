/** Event: a card has got another name to bear. */
export type CardNamed = {
  readonly tenantId: number;
  readonly cardId: bigint;
  /** Security clock. */
  readonly nowMs: number;
};
