import type { Delivery } from '../delivery.ts';
import type { Probe } from '../probe.ts';
import type { ReadReceipts } from '../receipt.ts';

export type Mail = {
  /** The same for every attempt. */
  readonly messageId: string;
  readonly to: string;
  /** Display name of the sender. */
  readonly fromName: string;
  /** Address of the sender, if it is not the instance's. */
  readonly from?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Sent along, and shown where the HTML says `cid:` and its name, so that nothing is loaded. */
  readonly picture?: { readonly name: string; readonly contentType: string; readonly body: Buffer } | undefined;
};

/** Sends mail. `send` never throws. */
export type MailTransport = {
  send(mail: Mail): Promise<Delivery>;
  /** Reads the receipts that the provider posts to us. Absent: it posts none. */
  readonly readReceipts?: ReadReceipts | undefined;
  /** Greets, signs in and leaves. Absent: of the sandbox. */
  readonly probe?: Probe | undefined;
  close(): void;
};
