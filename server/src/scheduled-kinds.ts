import { bpayPayment } from './features/bpay/bpay-payment.kind.ts';
import type { ScheduledKinds } from './features/schedules/run-schedules.ts';
import { returnFunds } from './features/returns/return-funds.kind.ts';
import { externalTransfer } from './features/transfers/external/external-transfer.kind.ts';
import { internalTransfer } from './features/transfers/internal/internal-transfer.kind.ts';

/** The kinds of payment that can be scheduled. */
export const scheduledKinds = {
  internal: internalTransfer,
  external: externalTransfer,
  bpay: bpayPayment,
  return: returnFunds,
} as unknown as ScheduledKinds;
