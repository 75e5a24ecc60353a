import { err, type ErrorName, type Refusal } from '@wattle/contract/errors.ts';
import type { ErrorOf } from '@wattle/contract/operation.ts';
import { PAYMENT_FREQUENCY } from '@wattle/contract/rules/schedule-dates.ts';
import type { changeScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { move } from '../../platform/state-table.domain.ts';
import type { Progress } from './occurrence.domain.ts';
import { SCHEDULE } from './schedule.states.domain.ts';

export type ChangeRefusal = ErrorOf<typeof changeScheduledPayment>;

/** Schedule as far as it decides whether it may be changed. */
type Changeable = {
  readonly progress: Progress;
  readonly holdId: bigint | null;
  readonly isWaiting: boolean;
};

/**
 * Refusal of a change by the state of its schedule. Its next payment is the one that the payer saw, and its day has not
 * come: from then on due work may have taken it up.
 */
export function refuseChange(
  schedule: Changeable | undefined,
  asked: { readonly plannedDate: string; readonly frequency: number; readonly isPaid: boolean; readonly today: string },
): Refusal<'not_found' | 'payment_made' | 'dates_invalid'> | undefined {
  if (asked.isPaid) return err('payment_made', 'scheduledPaymentId');
  if (!schedule || schedule.holdId !== null || schedule.isWaiting) return err('not_found', 'scheduledPaymentId');
  const { state, nextDay } = schedule.progress;
  const isOver = move(SCHEDULE, { state, event: 'replace', by: 'payer' }).kind !== 'changed';
  if (isOver || nextDay !== asked.plannedDate) return err('not_found', 'scheduledPaymentId');
  if (nextDay <= asked.today) return err('dates_invalid', 'plannedDate');
  return asked.frequency === PAYMENT_FREQUENCY.now ? err('dates_invalid', 'PaymentFrequency') : undefined;
}

/** Refusals of a payment method that a change has too. */
const SAME = {
  required_field: true,
  invalid_card_details: true,
  payee_blocked: true,
  payee_reported: true,
  biller_unknown: true,
  biller_amount_refused: true,
  bsb_closed: true,
  bsb_lookup_away: true,
  daily_limit_reached: true,
  category_cap_reached: true,
  dates_invalid: true,
  not_found: true,
  payment_made: true,
  proof_needed: true,
} as const satisfies Partial<Record<ChangeRefusal, true>>;

/** Refusals that a change has under another name. All others are of the account that pays. */
const NAMED: Readonly<Partial<Record<ErrorName, ChangeRefusal>>> = {
  bpay_date_unavailable: 'dates_invalid',
  biller_limit_reached: 'biller_amount_refused',
  biller_code_invalid: 'biller_unknown',
  biller_restricted: 'biller_unknown',
  biller_deactivated: 'biller_unknown',
  bpay_reference_invalid: 'biller_unknown',
};

const isSame = (error: ErrorName): error is keyof typeof SAME => Object.hasOwn(SAME, error);

/** Refusal of a change by that of its payment method. `fields` are the names of the change for those of the method. */
export function changeRefusal(
  { error, field }: Refusal,
  fields: Readonly<Record<string, string>>,
): Refusal<ChangeRefusal> {
  const named = isSame(error) ? error : (NAMED[error] ?? 'card_problem');
  return err(named, field === undefined ? undefined : (fields[field] ?? 'scheduledPaymentId'));
}
