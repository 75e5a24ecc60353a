import type { Language } from '@wattle/contract/rules/languages.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '../../platform/money.ts';
import type { OutsideOutcome } from '../outcome.ts';

/** The payer's card, as far as the gateway tells: nothing of it but the last four digits is a digit of its number. */
export type PayerCard = {
  /** The same for the same card, of no use elsewhere. */
  readonly fingerprint: string;
  /** Last four digits. */
  readonly ending: string;
};

/** Money that the gateway has taken from a card. */
export type GatewayCharge = {
  readonly id: string;
  readonly amount: Cents;
  /** ISO 4217. */
  readonly currency: string;
  readonly card: PayerCard;
};

/**
 * Where a payment stands, in the gateway's word. `open`: whoever has its page can pay. `pending`: somebody has paid
 * and the outcome is not known yet. `closed`: it takes no attempt any more and nothing was charged. `paid`: once and
 * for all; every charge there is.
 */
export type GatewayWord =
  | { readonly kind: 'open' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'declined'; readonly card: PayerCard | undefined }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'paid'; readonly charges: readonly GatewayCharge[] };

/** A payment as the gateway's own list has it. */
export type ListedPayment = { readonly reference: string; readonly word: GatewayWord };

export type NewGatewayPayment = {
  /** Our reference of the payment, which is its idempotency key too. */
  readonly reference: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Description of the purchase, in words for the payer. */
  readonly describes: string;
  readonly language: Language;
  /** Where the gateway sends the browser afterwards. */
  readonly returnUrl: string;
  /** For how long new attempts are taken. */
  readonly openMs: number;
};

export type GatewayRefund = {
  /** Idempotency key: asked again under it, the gateway answers about the same refund. */
  readonly key: string;
  readonly chargeId: string;
  readonly amount: Cents;
};

/** Takes payments by other cards on a page of its own. No call throws for faults of the other system. */
export type PaymentGateway = {
  /** The address of the page on which the payer pays. Refused where the gateway takes no such payment. */
  open(payment: NewGatewayPayment): Promise<OutsideOutcome<{ readonly pageUrl: string }>>;
  /** Refused where the gateway has never heard of the payment. */
  state(reference: string): Promise<OutsideOutcome<GatewayWord>>;
  /**
   * Every payment that was opened or changed since a moment, of the business clock. It changes nothing there, so a held
   * instance asks too.
   */
  list(sinceMs: number): Promise<OutsideOutcome<readonly ListedPayment[]>>;
  /** Takes no new attempts from now on, and says where the payment stands. */
  close(reference: string): Promise<OutsideOutcome<GatewayWord>>;
  /** Gives money of a charge back to its card; `pending` until the gateway has. Refused for good, or done. */
  refund(refund: GatewayRefund): Promise<OutsideOutcome<null>>;
  /** Whether these bytes are a notice that the gateway has sent within the last minutes. */
  isFromGateway(headers: IncomingHttpHeaders, rawBody: Uint8Array, nowMs: number): boolean;
  /** Origin of the gateway's page, for the policy of the page that frames it. Null: ours. */
  readonly origin: string | null;
};
