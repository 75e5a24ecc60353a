import type { NewGatewayPayment } from '../../outside/gateway/port.ts';
import type { WakeUp } from '../../platform/wake-up.ts';
import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DueWork } from '../../platform/due-work/due-work.ts';
import type { AnyKind, ChangeNotifier, PaymentTransaction } from '../payments/public.ts';
import type { GatewayPaymentState } from './gateway-payment.states.domain.ts';

/** Charge of a card by the gateway, as the feature of its purpose sees it. */
export type Charge = {
  readonly chargeId: string;
  readonly paymentId: string;
  /** Key of the paid item within the feature. */
  readonly subject: string;
  readonly amount: Cents;
  /** Dispute by which it is charged back. */
  readonly disputeId?: string;
};

/** Purpose of payments by other cards: one entry of `gateway-purposes.ts`. */
export type GatewayPurpose = {
  /** Stored with each payment. */
  readonly name: string;
  /** Whether it funds an account or pays for goods, which card networks tell apart. */
  readonly pays: NewGatewayPayment['purpose'];
  /** True: payers have no sign-in, so attempts are limited against card testing. */
  readonly isPublic: boolean;
  /**
   * Kind of the payment that books a charge and settles its item in one transaction. Its input is a `Charge`, its main
   * posting debits the settlement account `gateway`, and `bookingOf(input)` is among its effects. If it is refused, the
   * whole charge is refunded once.
   */
  readonly booking: AnyKind;
  /** The same for a chargeback. `chargebackOf(input)` is among its effects. */
  readonly chargeback: AnyKind;
  /** Name of the paid item for the desk, if it is not an account. */
  nameOf?(tx: Tx, tenantId: number, subject: string): Promise<string>;
  /** Called in the transaction in which a payment ends unsettled: Declined, Cancelled, Expired or Refunded. */
  ended?(tx: Tx, ctx: EndingContext, ended: EndedPayment): unknown;
};

/** Parts of the application's context that a purpose needs to notify people. */
export type EndingContext = PaymentTransaction['ctx'] & {
  readonly live: ChangeNotifier;
  readonly outboxWakeUp: WakeUp;
  readonly dueWork: DueWork;
};

export type EndedPayment = {
  readonly tenantId: number;
  readonly paymentId: string;
  readonly subject: string;
  readonly state: GatewayPaymentState;
};

/** All purposes by name. */
export type GatewayPurposes = ReadonlyMap<string, GatewayPurpose>;

/** Two purposes with one name would settle each other's payments. */
export function purposesOf(all: readonly GatewayPurpose[]): GatewayPurposes {
  const purposes = new Map(all.map((purpose) => [purpose.name, purpose]));
  if (purposes.size !== all.length) throw new Error('two purposes have one name');
  return purposes;
}

type Paid = { readonly purpose: string; readonly subject: string; readonly account_number: string | null };

/** The paid item for the desk: a credited account, or something by its name. */
export async function paidFor(
  ctx: { readonly gatewayPurposes: GatewayPurposes },
  tx: Tx,
  tenantId: number,
  { purpose, subject, account_number: account }: Paid,
): Promise<string> {
  if (account !== null) return `account ${account}`;
  return (await purposeOf(ctx, purpose).nameOf?.(tx, tenantId, subject)) ?? purpose;
}

export function purposeOf(
  { gatewayPurposes }: { readonly gatewayPurposes: GatewayPurposes },
  name: string,
): GatewayPurpose {
  const purpose = gatewayPurposes.get(name);
  if (!purpose) throw new Error(`there is no purpose ${name}`);
  return purpose;
}
