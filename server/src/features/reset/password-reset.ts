/** A password was set or ended by a reset, and recent ways to sign in have ended with it. */
export type PasswordReset = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly webAccountId: bigint;
  readonly holderId: bigint;
  /** Age below which additions may be by someone else. */
  readonly withinMs: number;
  /** Security time at which new destinations may be paid again. */
  readonly heldUntil: number;
  readonly requestId: string;
};
