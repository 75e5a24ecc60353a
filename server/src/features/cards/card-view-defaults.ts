/**
 * Fields of the list and the details that no feature owns yet. Each has its neutral value until a part
 * contributes it (card-view-part.ts).
 */
export const LIST_DEFAULTS = {
  value: { IsUpgradedCard: false },
  CardDetails: { HasPendingAutoTopUp: false, ScheduledPaymentCount: 0 },
} as const;

export const DETAILS_DEFAULTS = { HasPendingAutoTopUp: false, HasPendingAutoTopUpExpired: false } as const;
