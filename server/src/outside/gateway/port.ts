import type { Language } from '@wattle/contract/rules/languages.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '../../platform/money.ts';
import type { OutsideOutcome } from '../outcome.ts';

/** Payer's card as reported by the gateway: only the last four digits of its number. */
export type PayerCard = {
  /** The same for the same card, and useless elsewhere. */
  readonly fingerprint: string;
  /** Last four digits. */
  readonly ending: string;
  /** Present where the card was saved. The token pays again with it, and `expires` is its last month: `2028-12`. */
  readonly saved?: { readonly token: string; readonly expires: string } | undefined;
};

/** Charge of a card by the gateway. */
export type GatewayCharge = {
  readonly id: string;
  readonly amount: Cents;
  /** ISO 4217. */
  readonly currency: string;
  readonly card: PayerCard;
};

/**
 * State of a payment at the gateway. `open`: its page accepts payments. `pending`: a payment was made with an unknown
 * outcome. `closed`: no more attempts are accepted and nothing was charged. `paid`: final, with every charge.
 */
export type GatewayWord =
  | { readonly kind: 'open' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'declined'; readonly card: PayerCard | undefined }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'paid'; readonly charges: readonly GatewayCharge[] };

/** Payment in the gateway's list. */
export type ListedPayment = { readonly reference: string; readonly word: GatewayWord };

export type NewGatewayPayment = {
  /** Our reference of the payment, also its idempotency key. */
  readonly reference: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Description of the purchase for the payer. */
  readonly describes: string;
  readonly language: Language;
  /** URL to which the gateway redirects the browser afterwards. */
  readonly returnUrl: string;
  /** Period in which new attempts are accepted. */
  readonly openMs: number;
  /** True: the gateway saves the card that pays, and reports its token. */
  readonly saveCard?: boolean;
  /** Token of a saved card that the page offers first. */
  readonly savedCard?: string;
};

export type GatewayRefund = {
  /** Idempotency key: repeated requests return the same refund for as long as the gateway keeps it, a day at least. */
  readonly key: string;
  readonly chargeId: string;
  readonly amount: Cents;
};

/** State of a refund at the gateway. `returned`: it failed after it was done, and the gateway has the money again. */
export type GatewayRefundWord = 'pending' | 'done' | 'failed' | 'returned';

/** Accepts payments by other cards on its own page. No call throws for faults of the other system. */
export type PaymentGateway = {
  /** URL of the payment page. Refused if the gateway does not accept the payment. */
  open(payment: NewGatewayPayment): Promise<OutsideOutcome<{ readonly pageUrl: string }>>;
  /** Refused if the gateway does not know the payment. */
  state(reference: string): Promise<OutsideOutcome<GatewayWord>>;
  /** Payments opened or changed since a moment of the business clock. Read-only, so a held instance may call it. */
  list(sinceMs: number): Promise<OutsideOutcome<readonly ListedPayment[]>>;
  /** Stops new attempts and returns the state of the payment. */
  close(reference: string): Promise<OutsideOutcome<GatewayWord>>;
  /**
   * State of a refund that may have been asked for; null: the gateway has none under this key. A gateway may forget the
   * idempotency key of a refund and still has the refund, so a refund that may have been sent is looked for before it
   * is sent again.
   */
  findRefund(refund: GatewayRefund): Promise<OutsideOutcome<GatewayRefundWord | null>>;
  /** Refunds part of a charge to its card; `pending` until the gateway has done it. A refusal is final. */
  refund(refund: GatewayRefund): Promise<OutsideOutcome<null>>;
  /** Deletes a saved card. Refused if the gateway does not know the token. */
  forget(token: string): Promise<OutsideOutcome<null>>;
  /** Whether these bytes are a recent notice of the gateway. */
  isFromGateway(headers: IncomingHttpHeaders, rawBody: Uint8Array, nowMs: number): boolean;
  /** Origin of the gateway's page, for the policy of the page that frames it. Null: our own. */
  readonly origin: string | null;
};
