/** Why a deposit is not credited. */
export type DepositReason =
  | 'unknownAccount'
  | 'closedAccount'
  | 'notAllowed'
  | 'aboveMaximum'
  /** The bank had sent it back before it was read. */
  | 'wentBack'
  /** A line of a file that is perhaps the money of an instant payment. */
  | 'perhapsInstant';

/** Reason why an account cannot be credited, apart from its balance. */
export function whyNotCredited(
  account: { readonly isClosed: boolean; readonly takesDeposits: boolean } | undefined,
): DepositReason | undefined {
  if (!account) return 'unknownAccount';
  if (account.isClosed) return 'closedAccount';
  return account.takesDeposits ? undefined : 'notAllowed';
}
