/** How an upgrade from outside has ended. */
export type UpgradeOutcome = {
  readonly suffix: string;
  /** As its page shows it; null where the card is the login's and the request was refused. */
  readonly requested: { readonly reference: string; readonly fee: number; readonly card: string } | null;
};
