import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import type { CalledAddresses } from '../called-addresses.ts';
import { DELIVERED, type Delivery, judgeFault } from '../delivery.ts';
import type { Policy } from '../policy.ts';
import type { Mail, MailTransport } from './port.ts';

export type SmtpSettings = {
  /** `smtps://user:password@host:465` or `smtp://…:587`. */
  readonly url: string;
  readonly from: string;
  /** True: refuses to send over a connection that cannot be encrypted. */
  readonly requireTls: boolean;
};

/**
 * Mail over SMTP with a few pooled connections. The mailer does not support abort signals; its own timeouts
 * of `limitMs` end calls that the policy has given up.
 */
export function openSmtpMail({ url, from, requireTls }: SmtpSettings, limitMs: number, policy: Policy): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    requireTLS: requireTls,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    getSocket: socketOf(policy.addresses, limitMs),
    // Message content must not cause file or URL access.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: (mail) =>
      policy.deliver(async () => {
        const sender = mail.from ?? from;
        const host = sender.slice(sender.lastIndexOf('@') + 1);
        try {
          await transport.sendMail({
            from: { name: mail.fromName, address: sender },
            to: { name: '', address: mail.to },
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            attachments: mail.picture ? [inline(mail.picture)] : [],
            // Mail systems recognise a retry after a lost response by this id.
            messageId: `<${mail.messageId}@${host}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
          });
          return DELIVERED;
        } catch (error) {
          return judge(error);
        }
      }),
    close: () => transport.close(),
  };
}

/** Connects for the mailer, which would look the host up itself. */
function socketOf(addresses: CalledAddresses, limitMs: number): NonNullable<SMTPTransportOptions['getSocket']> {
  return ({ host = '', port, secure }, opened) =>
    void addresses
      .connect(host, Number(port) || (secure ? 465 : 587), AbortSignal.timeout(limitMs))
      .then((connection) => opened(null, { connection }), opened);
}

function inline({ name, contentType, body }: NonNullable<Mail['picture']>) {
  return { filename: name, cid: name, content: body, contentType, contentDisposition: 'inline' as const };
}

/** A 5xx answer to the address or the message is permanent; one to our sign-in is not. */
function judge(error: unknown): Delivery {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (typeof responseCode === 'number') {
    return { ok: false, isFinal: isOfMessage && responseCode >= 500, code: `smtp_${responseCode}` };
  }
  // An envelope error without a response: there was no recipient.
  if (code === 'EENVELOPE') return { ok: false, isFinal: true, code: 'smtp_envelope' };
  return judgeFault(error);
}
