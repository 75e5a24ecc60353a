import type { Delivery } from '../delivery.ts';
import type { ReadReceipts } from '../receipt.ts';

export type Sms = {
  /** The same for every attempt, so that the gateway sends the message once. */
  readonly messageId: string;
  /** E.164: `+61400000001`. */
  readonly to: string;
  readonly text: string;
  /** Security time in ms after which it must not reach the phone: its code or link has ended, or it is old news. */
  readonly expiresAt: number;
};

/** Sends text messages. `send` never throws. */
export type SmsTransport = {
  send(sms: Sms): Promise<Delivery>;
  /** Reads the receipts that the provider posts to us. Absent: it posts none. */
  readonly readReceipts?: ReadReceipts | undefined;
};
