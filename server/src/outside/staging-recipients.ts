import { DELIVERED } from './delivery.ts';
import type { Transports } from './transports.ts';

/** Recipients that staging may reach: addresses, `@domain` for each address of one, and mobile numbers as E.164. */
export type StagingRecipients = readonly string[];

/** Whether a message to an address or a number may leave staging. */
export function isListed(recipients: StagingRecipients, to: string): boolean {
  const wanted = to.toLowerCase();
  return recipients.some((one) => (one.startsWith('@') ? wanted.endsWith(one) : wanted === one));
}

/**
 * Channels that send to listed recipients and accept the messages to all others, which the inbox shows. A browser gets
 * notices because it asked for them at a page of staging, so they are not held.
 *
 * @param recipients undefined: everyone is reached
 */
export function toListed({ email, sms, push }: Transports, recipients: StagingRecipients | undefined): Transports {
  if (recipients === undefined) return { email, sms, push };
  return {
    push,
    email: email && {
      ...email,
      send: async (mail) => (isListed(recipients, mail.to) ? email.send(mail) : DELIVERED),
    },
    sms: sms && {
      ...sms,
      send: async (text) => (isListed(recipients, text.to) ? sms.send(text) : DELIVERED),
    },
  };
}
