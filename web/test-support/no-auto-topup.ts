import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';

/** Answer for an account without an automatic top-up, on a product that charges nothing for one. */
export const NO_AUTO_TOPUP: ResponseOf<typeof getActiveAutoTopup> = {
  AutoTopup: null,
  CanUsePayTo: false,
  MayBeMade: true,
  SetUpStopped: null,
  MaximumBalance: 1_000,
  MinimumLoad: 10,
  MaximumLoad: 1_000,
  ProposedTrigger: 100,
  ProposedAmount: 200,
  Step: 100,
  Fee: 0,
  CreditDays: 3,
  CodeDays: 14,
  DepositBy: '2026-11-24',
  Past: [],
};
