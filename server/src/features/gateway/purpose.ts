import type { WakeUp } from '../../platform/wake-up.ts';
import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database.ts';
import type { DueWork } from '../../platform/due-work/due-work.ts';
import type { AnyKind, Telling, Within } from '../payments/public.ts';
import type { GatewayPaymentState } from './gateway-payment.states.domain.ts';

/** Money that the gateway has taken from a card, as the feature sees it that it is for. */
export type Charge = {
  readonly chargeId: string;
  readonly paymentId: string;
  /** The feature's key for what is paid. */
  readonly subject: string;
  readonly amount: Cents;
};

/** Purpose of payments by other cards: one entry of `gateway-purposes.ts`. */
export type GatewayPurpose = {
  /** Kept with each payment. */
  readonly name: string;
  /** True: whoever pays has no sign-in, so attempts count against card testing. */
  readonly isPublic: boolean;
  /**
   * The payment that books a charge and settles what it is for, in one transaction. Its input is a `Charge`, its main
   * posting debits the settlement account `gateway`, and `bookingOf(input)` is among its effects. Where it is refused,
   * all of the charge goes back to its card, once.
   */
  readonly booking: AnyKind;
  /** The same for a charge that its card's bank has taken back. `chargebackOf(input)` is among its effects. */
  readonly chargeback: AnyKind;
  /** Name of what was paid for, as the desk reads it, where it is not an account. */
  nameOf?(tx: Tx, tenantId: number, subject: string): Promise<string>;
  /** In the transaction in which a payment ends without being settled: Declined, Cancelled, Expired or Refunded. */
  ended?(tx: Tx, ctx: EndingContext, ended: EndedPayment): unknown;
};

/** Parts of the application's context that a purpose needs to notify people. */
export type EndingContext = Within['ctx'] & {
  readonly live: Telling;
  readonly outboxWakeUp: WakeUp;
  readonly dueWork: DueWork;
};

export type EndedPayment = {
  readonly tenantId: number;
  readonly paymentId: string;
  readonly subject: string;
  readonly state: GatewayPaymentState;
};

/** Every purpose, by its name. */
export type GatewayPurposes = ReadonlyMap<string, GatewayPurpose>;

/** Two purposes of one name would settle each other's payments. */
export function purposesOf(all: readonly GatewayPurpose[]): GatewayPurposes {
  const purposes = new Map(all.map((purpose) => [purpose.name, purpose]));
  if (purposes.size !== all.length) throw new Error('two purposes have one name');
  return purposes;
}

export function purposeOf(
  { gatewayPurposes }: { readonly gatewayPurposes: GatewayPurposes },
  name: string,
): GatewayPurpose {
  const purpose = gatewayPurposes.get(name);
  if (!purpose) throw new Error(`there is no purpose ${name}`);
  return purpose;
}
