import type { Delivery } from '../delivery.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';
import type { ReadReceipts } from '../receipt.ts';

export type Sms = {
  /** The same for every attempt, so that the gateway sends the message once. */
  readonly messageId: string;
  /** E.164: `+61400000001`. */
  readonly to: string;
  readonly text: string;
  /** Security time in ms after which it must not reach the phone: its code or link has ended, or it is old news. */
  readonly expiresAt: number;
  /** Sender that the brand has registered. Absent: that of the account. */
  readonly from?: string | undefined;
  /** Public address that receipts of this message are posted to. Absent: none are asked for. */
  readonly receiptsUrl?: string | undefined;
};

/** Sends text messages. `send` never throws. */
export type SmsTransport = {
  send(sms: Sms): Promise<Delivery>;
  /**
   * The provider's ids of the messages that it accepted for the same number and sender since a moment, of this message
   * and others, the newest first: whether an attempt without an answer was accepted after all. `refused`: we may not
   * ask. Absent: the provider cannot say.
   */
  readonly findAccepted?: ((sms: Sms, sinceMs: number) => Promise<OutsideOutcome<readonly string[]>>) | undefined;
  /** True: `findAccepted` looks by our id, so all that it finds are attempts of this message. */
  readonly findsById?: true | undefined;
  /** Reads the receipts that the provider posts to us. Absent: it posts none. */
  readonly readReceipts?: ReadReceipts | undefined;
  /** Signs in and sends nothing. Absent: of the sandbox. */
  readonly probe?: Probe | undefined;
};

/**
 * A sender of text messages: a number as E.164, or a name of 2 to 11 letters, digits and spaces with a letter among
 * them, as the SMS Sender ID Register takes it.
 */
export const SENDER = /^(\+[1-9]\d{6,14}|(?=.*[A-Za-z])[A-Za-z\d][A-Za-z\d ]{0,9}[A-Za-z\d])$/;

/** A number as E.164. */
export const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);
