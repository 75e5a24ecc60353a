import { getFundTransferLimitTooltip } from '@wattle/contract/brands/config.ts';
import { getPaymentDates, getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { getAccountLimits, getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { getPaymentHold } from '@wattle/contract/transfers/payment-hold.ts';
import { getExternalTransferPurpose } from '@wattle/contract/transfers/external.ts';
import { confirmPayee, getPayees } from '@wattle/contract/transfers/payees.ts';
import { PAYEE_TYPE, type PayeeType, type SavedPayee } from '@wattle/contract/transfers/payee.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { answer } from './given-server.ts';

const NO_LIMITS: ResponseOf<typeof getRemainingExternalTransferLimitDetails> = {
  AvailableAccountBalance: 640.25,
  CurrentBalance: 640.25,
  PaymentLimitEnabled: false,
  CurrentDailyPaymentLimit: null,
  RemainingDailyPaymentLimit: null,
  HousingPaymentLimitDefault: null,
  HousingPaymentLimitAvailable: null,
  OtherExpenseLimitDefault: null,
  OtherExpenseLimitAvailable: null,
};

/** Limits of payments: none but those of `other`. */
export function givenLimits(other: Partial<typeof NO_LIMITS> = {}): void {
  answer(getRemainingExternalTransferLimitDetails, { ...NO_LIMITS, ...other });
}

/** A saved payee of another bank, but for what `other` says. */
export function givenPayee(other: Partial<SavedPayee> = {}): SavedPayee {
  return {
    PayeeId: 'c0a8e1d2-7f3b-4c5d-9e6f-a1b2c3d4e5f6',
    DestinationAccountName: 'Studio North',
    DestinationBSB: '000101',
    DestinationAccountNumber: '66610001',
    LastPaidAt: '2026-11-18T02:00:00.000Z',
    LastPaidAmount: 12.5,
    LastPurpose: 2,
    PaidThisYear: 12.5,
    ...other,
  };
}

/** The answers that pay needs: no one saved but these, no limits, and dates of Thursday 26 November 2026. */
export function givenPayments(saved: Partial<Record<keyof typeof PAYEE_TYPE, readonly SavedPayee[]>> = {}): void {
  const ofType = (type: PayeeType) =>
    (Object.keys(PAYEE_TYPE) as (keyof typeof PAYEE_TYPE)[]).find((name) => PAYEE_TYPE[name] === type);
  answer(getPayees, ({ body }) => {
    const name = ofType(body.PayeeType);
    return { Payees: [...((name && saved[name]) ?? [])], MaximumPayees: 50 };
  });
  answer(getFundTransferLimitTooltip, { enAU: '', zhCN: '' });
  answer(getScheduledPayments, { transferPayments: [], bpayPayments: [] });
  answer(getPaymentHold, ({ body }) => ({ HeldUntil: null, NewPayeesTotal: body.Amount }));
  answer(confirmPayee, { Outcome: 'cannotSay', BusinessName: null });
  givenLimits();
  const limit = { ExpiryDate: null, DisplayLimitExpiryNotification: false, LimitPeriod: 'Month' as const };
  answer(getAccountLimits, {
    Limits: [1, 2, 3].map((TransferCategoryId) => ({ ...limit, TransferCategoryId, LimitAmount: null })),
  });
  answer(getExternalTransferPurpose, {
    Purposes: [1, 2, 3].map((id) => ({ ExternalTransferCategoryId: id, Description: `Purpose ${id}` })),
  });
  answer(getPaymentDates, ({ body: { Method, FutureDate, StartDate, HeldUntil } }) => {
    const day = FutureDate ?? StartDate ?? HeldUntil?.slice(0, 10) ?? '2026-11-26';
    const payment = { PlannedDate: day, PaymentDate: day, ArrivalDate: Method === 'external' ? '2026-11-27' : day };
    return {
      IsStraightAway: Method === 'internal',
      Rail: 'file' as const,
      OtherwiseArrives: null,
      Payments: [payment],
      Last: payment,
    };
  });
}

/** Progress of a payment that goes in a file, as far as its rail decides it. */
export const BY_FILE = { Rail: 'file', IsUnsure: false, SwitchedAt: null, NetworkId: null } as const;

/** Dates of a payment that goes in a file, as far as its rail decides them. */
export const DATES_BY_FILE = { IsStraightAway: false, Rail: 'file', OtherwiseArrives: null } as const;

/** Progress of a payment that waits for its file. */
export const MADE_BY_FILE = {
  State: 'Made',
  Method: 'external',
  ...BY_FILE,
  MadeAt: '2026-11-26T02:00:00.000Z',
  SentAt: null,
  SettledAt: null,
  ReturnedAt: null,
  ValueDate: '2026-11-27',
  ArrivalDate: '2026-11-30',
  Reason: null,
  Mistaken: null,
} as const;
