import { createTransport } from 'nodemailer';
import { DELIVERED, type Delivery, judgeFault, SEND_LIMIT_MS } from '../delivery.ts';
import type { MailTransport } from './port.ts';

export type SmtpSettings = {
  /** `smtps://user:password@host:465` or `smtp://…:587`. */
  readonly url: string;
  readonly from: string;
  /** Refuse to send over a connection that cannot be encrypted. */
  readonly requireTls: boolean;
};

/** Mail over SMTP, by a few connections that are kept open. */
export function openSmtpMail({ url, from, requireTls }: SmtpSettings): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    requireTLS: requireTls,
    connectionTimeout: SEND_LIMIT_MS,
    greetingTimeout: SEND_LIMIT_MS,
    socketTimeout: SEND_LIMIT_MS,
    // A text never makes this server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          from: { name: mail.fromName, address: from },
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // A repeat after a lost answer is known as one by whoever files the mail.
          messageId: `<${mail.messageId}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return DELIVERED;
      } catch (error) {
        return judge(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A 5xx answer to the address or the message will be the same tomorrow; one to our sign-in will not. */
function judge(error: unknown): Delivery {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (typeof responseCode === 'number') {
    return { ok: false, isFinal: isOfMessage && responseCode >= 500, code: `smtp_${responseCode}` };
  }
  // No answer at all and an envelope fault: there was no address to send to.
  if (code === 'EENVELOPE') return { ok: false, isFinal: true, code: 'smtp_envelope' };
  return judgeFault(error);
}
