import type { ShopAmount } from '@wattle/contract/network/message.ts';
import type { Channel } from '@wattle/contract/transactions/transaction.ts';

/**
 * A card as its message names it: by its number, or by the id that the processor of a connection has for it. A card is
 * never looked for by its last four digits.
 */
export type NamedCard = { readonly number: string } | { readonly connection: number; readonly id: string };

/** Result of a comparison. `absent`: the shop sent nothing to compare. `notChecked`: no one compared. */
export type ProofResult = 'match' | 'mismatch' | 'absent' | 'notChecked';

/** Results of the processor's comparisons. */
export type ProofResults = {
  readonly pin: ProofResult;
  readonly cvv2: ProofResult;
  readonly expiry: ProofResult;
};

/** Outcome of 3-D Secure. `attempted`: the shop tried, and the issuer took no part. */
export type ThreeDs = 'authenticated' | 'attempted' | 'failed' | 'none';

/** A word of a processor that has no meaning here, with the field that it stood in. It is counted, never refused. */
export type UnknownWord = { readonly field: string; readonly word: string };

/** A shop as a processor describes it. Only the category is always there, and `0000` where even that is not. */
export type MessageMerchant = {
  readonly name?: string | undefined;
  readonly city?: string | undefined;
  /** ISO 3166-1 alpha-2. Absent counts as abroad for the control "overseas". */
  readonly country?: string | undefined;
  /** Its number at its own bank (field 42), trimmed to 15 characters. */
  readonly acceptorId?: string | undefined;
  /** ISO 18245. */
  readonly mcc: string;
};

/** A purchase as every adapter describes it. Amounts are cents of Australian dollars. */
export type PurchaseMessage = {
  /** Ours for a message of a processor (`referenceOf`), the network's own for the protocol `wattle`. */
  readonly reference: string;
  /** Reference of the purchase that this adds to. */
  readonly original?: string | undefined;
  /** Its place among the messages of the purchase, where the processor has put them in an order. */
  readonly after?: number | undefined;
  readonly card: NamedCard;
  /** To hold: what the processor holds. 0 verifies the card. */
  readonly amount: number;
  /** Amount that the cardholder was asked for, where more is held: fuel, tips. */
  readonly askedAmount?: number | undefined;
  /** Part of `amount` that is paid out in cash. */
  readonly cashAmount?: number | undefined;
  /** Part of `amount` that the owner of the terminal charges: the fee of an ATM. */
  readonly acquirerFee?: number | undefined;
  readonly shopAmount?: ShopAmount | undefined;
  readonly channel: Channel;
  readonly merchant: MessageMerchant;
  /** ISO 8601. */
  readonly at?: string | undefined;
  /** `yyyy-MM`, PIN and CVV2 as they were typed: only where they are compared here. */
  readonly expiry?: string | undefined;
  readonly pin?: string | undefined;
  readonly cvv2?: string | undefined;
  /** Present where the processor compares. Then nothing is compared or counted here. */
  readonly proofs?: ProofResults | undefined;
  readonly threeDs?: ThreeDs | undefined;
  /** Used in place of the card. The device has verified its holder. */
  readonly wallet?:
    | { readonly kind: 'apple' | 'google' | 'samsung' | 'other'; readonly token?: string | undefined }
    | undefined;
  /** The shop has stored the card: it sends no CVV2. */
  readonly credentialOnFile?: boolean | undefined;
  /** One of a series that the cardholder has agreed to with the shop. */
  readonly recurring?: boolean | undefined;
  /** Abilities of the terminal. Absent: not known. */
  readonly takesPin?: boolean | undefined;
  readonly takesPart?: boolean | undefined;
  /** The processor's or the network's estimate of fraud, 0 to 999. */
  readonly risk?: number | undefined;
  /** The side that pays for fraud. */
  readonly liability?: 'shop' | 'issuer' | undefined;
  readonly unknown?: readonly UnknownWord[] | undefined;
};
