/**
 * Neutral values of what parts contribute to the list and the details (card-view-part.ts), for when no part contributes
 * or the part has no facts about a card.
 */
export const LIST_DEFAULTS = {
  value: {
    IsAccountPaymentLimitSet: false,
    CheckPendingAutoTopUp: false,
    InterestYearToDate: 0,
    InterestLastYear: 0,
    WithholdingTaxYearToDate: 0,
    WithholdingTaxLastYear: 0,
  },
  CardDetails: { HasPendingAutoTopUp: false, ScheduledPaymentCount: 0 },
} as const;

export const DETAILS_DEFAULTS = {
  HasPendingAutoTopUp: false,
  HasPendingAutoTopUpExpired: false,
  HasAutoTopUp: false,
  IsAutoTopUpWaiting: false,
  Debt: null,
} as const;
