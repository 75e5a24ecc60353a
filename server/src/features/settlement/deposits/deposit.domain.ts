/** Why a deposit is not credited. */
export type DepositReason = 'unknownAccount' | 'closedAccount' | 'notAllowed' | 'aboveMaximum';

/** Reason why an account cannot be credited, apart from its balance. */
export function whyNotCredited(
  account: { readonly isClosed: boolean; readonly takesDeposits: boolean } | undefined,
): DepositReason | undefined {
  if (!account) return 'unknownAccount';
  if (account.isClosed) return 'closedAccount';
  return account.takesDeposits ? undefined : 'notAllowed';
}
