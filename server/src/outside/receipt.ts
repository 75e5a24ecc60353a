import type { IncomingHttpHeaders } from 'node:http';

/**
 * Why a provider could not deliver a message. `badAddress`: no such mailbox, or a number that receives no texts.
 * `optedOut`: its owner told the provider to send nothing. `blocked`: the network or mail system refuses this message.
 * `unreachable`: the phone was off, or the mail system did not answer. `suppressed`: the provider holds the address
 * back since an earlier failure. `unserved`: our account may not send to numbers of this country or route. `ours`: our
 * sender, account or rate.
 */
export type ReceiptReason =
  | 'badAddress'
  | 'optedOut'
  | 'blocked'
  | 'unreachable'
  | 'mailboxFull'
  | 'complained'
  | 'suppressed'
  | 'unserved'
  | 'ours'
  | 'unknown';

/** Report of a provider about a message that it accepted earlier. Contains no address and no text. */
export type MessageReceipt = {
  /** The same for a repetition of this receipt, up to 200 characters. */
  readonly id: string;
  /** Our id of the message, where the provider returns it. */
  readonly messageId?: string | undefined;
  /** The provider's id of the message, as the answer of `send` gave it. */
  readonly providerId?: string | undefined;
  /** `complained`: it arrived, and its reader reported it as unwanted. */
  readonly state: 'onItsWay' | 'delivered' | 'undelivered' | 'complained';
  readonly reason?: ReceiptReason | undefined;
  /**
   * True if it concerns the address, so further messages fail too. An opt-out that no one has signed is not,
   * because it takes two to count.
   */
  readonly isForGood: boolean;
};

export type ReceiptRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Uint8Array;
  /** Public URL that was called, from the configured origin and never from `Host`. */
  readonly url: string;
  readonly nowMs: number;
  /**
   * Called before another system is asked on account of a call that may be anyone's. Throws where the address of the
   * caller has had too many.
   */
  readonly beforeFetch?: (() => Promise<void>) | undefined;
};

/**
 * Reads a call of a provider. Undefined: it is not from this provider, which is answered with 401. Empty: it is, and
 * contains nothing about our messages.
 */
export type ReadReceipts = (
  request: ReceiptRequest,
) => readonly MessageReceipt[] | undefined | Promise<readonly MessageReceipt[] | undefined>;
