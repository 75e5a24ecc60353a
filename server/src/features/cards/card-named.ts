/** Event: the name to print on a card has changed. */
export type CardNamed = {
  readonly tenantId: number;
  readonly cardId: bigint;
  /** Security clock. */
  readonly nowMs: number;
};
