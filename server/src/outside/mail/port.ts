import type { Delivery } from '../delivery.ts';

export type Mail = {
  /** The same for every attempt. */
  readonly messageId: string;
  readonly to: string;
  /** Display name of the sender; the address is the instance's. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Sends mail. `send` never throws. */
export type MailTransport = {
  send(mail: Mail): Promise<Delivery>;
  close(): void;
};
