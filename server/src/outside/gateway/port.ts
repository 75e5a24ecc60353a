import type { Language } from '@wattle/contract/rules/languages.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '../../platform/money.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';

/** How a card is funded. `unknown`: the gateway was asked and cannot say. */
export type Funding = 'credit' | 'debit' | 'prepaid' | 'unknown';
export type CardBrand = 'visa' | 'mastercard' | 'eftpos' | 'amex' | 'other';
export type CardWallet = 'applePay' | 'googlePay' | 'other';

/** Payer's card as reported by the gateway: only the last four digits of its number. */
export type PayerCard = {
  /** The same for the same card, and useless elsewhere. */
  readonly fingerprint: string;
  /** Last four digits. */
  readonly ending: string;
  /** Present where the card was saved. The token pays again with it, and `expires` is its last month: `2028-12`. */
  readonly saved?: { readonly token: string; readonly expires: string } | undefined;
  /** Absent: the gateway does not say. So are the next three. */
  readonly funding?: Funding | undefined;
  /** Country of its issuer, ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  readonly brand?: CardBrand | undefined;
  readonly wallet?: CardWallet | undefined;
};

/** Charge of a card by the gateway. */
export type GatewayCharge = {
  readonly id: string;
  readonly amount: Cents;
  /** ISO 4217. */
  readonly currency: string;
  readonly card: PayerCard;
  /** Cents that the gateway keeps of it, where it says so. */
  readonly fee?: Cents | undefined;
};

/** A failed attempt. It ends nothing: the payer may try another card while the page is open. Its id names it once. */
export type GatewayDecline = { readonly id: string; readonly card?: PayerCard | undefined };

/**
 * State of a payment at the gateway. `open`: its page accepts payments. `pending`: a payment was made with an unknown
 * outcome. `closed`: no more attempts are accepted and nothing was charged. `paid`: final, with every charge.
 */
export type GatewayWord =
  | { readonly kind: 'open'; readonly declines?: readonly GatewayDecline[] | undefined }
  | { readonly kind: 'pending' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed'; readonly declines?: readonly GatewayDecline[] | undefined }
  | {
      readonly kind: 'paid';
      readonly charges: readonly GatewayCharge[];
      readonly declines?: readonly GatewayDecline[] | undefined;
    };

/** Payment in the gateway's list. */
export type ListedPayment = { readonly reference: string; readonly word: GatewayWord };

export type NewGatewayPayment = {
  /** Our reference of the payment, also its idempotency key. */
  readonly reference: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Description of the purchase for the payer. */
  readonly describes: string;
  /** The same for the statement of the payer's card, in 22 characters. */
  readonly describesShort: string;
  readonly language: Language;
  /** URL to which the gateway redirects the browser afterwards, and the one where the payer gives up. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Security time in ms. Both are stored, so a repeated request has the same body. */
  readonly openedAt: number;
  /** When new attempts end. */
  readonly closesAt: number;
  /** True: the gateway saves the card that pays, and reports its token. */
  readonly saveCard?: boolean | undefined;
  /** Token of a saved card that the page offers first. */
  readonly savedCard?: string | undefined;
  /** Opaque id of the payer: of a login within its programme, or of this payment alone. No personal data. */
  readonly payer: string;
  /** `topUp`: it funds an account. `purchase`: goods of the store. */
  readonly purpose: 'topUp' | 'purchase';
  /** For `topUp`: who holds the account that it funds, which card networks want to know. */
  readonly recipient?: GatewayRecipient | undefined;
};

export type GatewayRecipient = {
  /** Opaque id of the account. */
  readonly wallet: string;
  readonly givenName: string;
  readonly familyName: string;
};

/** A page for the payer. `redirect`: it may not be framed, so the browser leaves for it. */
export type OpenedPage = {
  readonly page: { readonly kind: 'frame' | 'redirect'; readonly url: string };
  /** The gateway's own name of the payment, by which alone some gateways can be asked for it. */
  readonly gatewayId: string | null;
};

/** A payment as we know it. */
export type PaymentAt = {
  readonly reference: string;
  /** Null: no answer to `open` came, so its page was given to no one. */
  readonly gatewayId: string | null;
  /** Security time in ms. */
  readonly openedAt: number;
  readonly amount: Cents;
};

export type GatewayRefund = {
  /** Idempotency key: repeated requests return the same refund for as long as the gateway keeps it, a day at least. */
  readonly key: string;
  readonly chargeId: string;
  readonly amount: Cents;
  /** Security time in ms of the first request under this key; null: it was never sent. */
  readonly firstSentAt: number | null;
};

/** State of a refund at the gateway. `returned`: it failed after it was done, and the gateway has the money again. */
export type GatewayRefundWord = 'pending' | 'done' | 'failed' | 'returned';

export type GatewayDisputeWord = 'disputeOpened' | 'disputed' | 'disputeWon' | 'disputeClosed';

/** Happening at the gateway, in words of ours. */
export type GatewayHappening =
  /** Something about the payment: the gateway is asked. */
  | { readonly kind: 'changed' }
  /** Believed as it is, from gateways that cannot be asked. */
  | { readonly kind: 'said'; readonly word: GatewayWord }
  | { readonly kind: 'declined'; readonly decline: GatewayDecline }
  | { readonly kind: 'refund'; readonly state: GatewayRefundWord }
  /**
   * The bank of the card asks about a charge (`disputeOpened`), takes it back (`disputed`), gives it to us again
   * (`disputeWon`), or ends its question or dispute without another movement of money (`disputeClosed`).
   */
  | {
      readonly kind: GatewayDisputeWord;
      readonly disputeId: string;
      readonly amount?: Cents | undefined;
    }
  /** The bank of the card has heard that the holder did not pay. `word`: the gateway's own, for the desk. */
  | { readonly kind: 'fraudWarned'; readonly warningId: string; readonly word: string }
  /** A file of what the gateway has booked can be fetched by its name (`report`). */
  | { readonly kind: 'reportReady'; readonly name: string };

/** An authentic notice of a gateway. They come repeated, late and in any order. */
export type GatewayNotice = {
  /** The gateway's id of the event, or what else names it once. */
  readonly id: string;
  readonly about: {
    readonly reference?: string | undefined;
    readonly gatewayId?: string | undefined;
    readonly chargeId?: string | undefined;
    /** Our key of a refund. */
    readonly refund?: string | undefined;
  };
  readonly what: GatewayHappening;
};

/** Accepts payments by other cards on its own page. No call throws for faults of the other system. */
export type PaymentGateway = {
  /** Opens the payment page. Refused if the gateway does not accept the payment. */
  open(payment: NewGatewayPayment): Promise<OutsideOutcome<OpenedPage>>;
  /** Refused if the gateway does not know the payment. */
  state(at: PaymentAt): Promise<OutsideOutcome<GatewayWord>>;
  /**
   * Payments opened or changed since a moment of the business clock. Read-only, so a held instance may call it. Refused
   * with `not_listed` by a gateway that has no list.
   */
  list(sinceMs: number): Promise<OutsideOutcome<readonly ListedPayment[]>>;
  /** Stops new attempts and returns the state of the payment. */
  close(at: PaymentAt): Promise<OutsideOutcome<GatewayWord>>;
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
  /**
   * Deletes what the gateway keeps of a payer beside their payments, by the id under which payments were opened for
   * them. Done too where there is nothing to delete. Absent where a gateway keeps only cards of them.
   */
  forgetPayer?(payer: string): Promise<OutsideOutcome<null>>;
  /**
   * Notices in these bytes. Undefined: they are not the gateway's, or too old. Empty: nothing in them concerns us.
   */
  readNotices(headers: IncomingHttpHeaders, rawBody: Uint8Array, nowMs: number): readonly GatewayNotice[] | undefined;
  /**
   * Entries that the gateway booked on a day of Melbourne, as a file that reconciliation reads; null: the day is not complete.
   * Absent where the gateway sends such files itself.
   */
  statement?(day: string): Promise<OutsideOutcome<string | null>>;
  /** A file that a notice has said is ready (`reportReady`), as reconciliation reads it. */
  report?(name: string): Promise<OutsideOutcome<string>>;
  /** Signs in and changes nothing. Absent: of the sandbox. */
  readonly probe?: Probe | undefined;
  /** The same where its reports are, which another key opens. Absent: none are fetched. */
  readonly probeReports?: Probe | undefined;
  /** Origin of the gateway's page, for the policy of the page that frames it. Null: our own, or it is not framed. */
  readonly origin: string | null;
};
