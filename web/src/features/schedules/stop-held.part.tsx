import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { DeleteScheduled } from './delete-scheduled.tsx';

type StopHeldProps = {
  readonly payment: ScheduledPayment;
  readonly accountNumber: string;
  readonly onClose: () => void;
};

/** Stops a payment that is held, once it is confirmed. */
export function StopHeld({ payment, accountNumber, onClose }: StopHeldProps) {
  return <DeleteScheduled payment={payment} accountNumber={accountNumber} onClose={onClose} />;
}
