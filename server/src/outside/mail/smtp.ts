import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import type { CalledAddresses } from '../called-addresses.ts';
import { type Delivery, judgeFault } from '../delivery.ts';
import type { Policy } from '../policy.ts';
import type { ReceiptReason } from '../receipt.ts';
import { reasonOfStatus } from './enhanced-status.ts';
import type { Mail, MailTransport } from './port.ts';
import type { MailProvider } from './provider.ts';

export type SmtpSettings = {
  /** `smtps://user:password@host:465` or `smtp://…:587`. */
  readonly url: string;
  readonly from: string;
  /** True: refuses to send over a connection that cannot be encrypted. */
  readonly requireTls: boolean;
};

/** Asks for no notes of absence (RFC 3834, and Exchange's own header) and no receipts. */
const FROM_A_MACHINE = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * Mail over SMTP with a few pooled connections. The mailer does not support abort signals; its own timeouts
 * of `limitMs` end calls that the policy has given up.
 *
 * @param policyOf policy of another sender than `from`, so that a refused sender does not hold up the others
 * @param provider who reports what became of the mail. Undefined: no one does
 */
export function openSmtpMail(
  { url, from, requireTls }: SmtpSettings,
  limitMs: number,
  policy: Policy,
  policyOf: (sender: string) => Policy = () => policy,
  provider?: MailProvider,
): MailTransport {
  const policies = new Map([[from, policy]]);
  const policyOfSender = (sender: string) => {
    const known = policies.get(sender) ?? policyOf(sender);
    policies.set(sender, known);
    return known;
  };
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
    send: ({ from: sender = from, ...mail }) =>
      policyOfSender(sender).deliver(async () => {
        const host = sender.slice(sender.lastIndexOf('@') + 1);
        try {
          const { response } = await transport.sendMail({
            from: { name: mail.fromName, address: sender },
            to: { name: '', address: mail.to },
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            attachments: mail.picture ? [inline(mail.picture)] : [],
            // Mail systems recognise a retry after a lost response by this id.
            messageId: `<${mail.messageId}@${host}>`,
            headers: { ...FROM_A_MACHINE, ...provider?.headersOf(mail.messageId) },
          });
          const providerId = provider?.idIn(response);
          return providerId === undefined ? { ok: true } : { ok: true, providerId };
        } catch (error) {
          return judge(error);
        }
      }),
    readReceipts: provider?.readReceipts,
    probe: () =>
      policy.call(async () => {
        try {
          await transport.verify();
          return { kind: 'done', value: null };
        } catch (error) {
          const judged = judge(error);
          return { kind: 'unknown', code: judged.ok ? 'fault' : judged.code };
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

/** Fault of the mailer. Its response is the answer of the server, `550 5.1.1 …` with an enhanced code (RFC 3463) or not. */
type MailFault = {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly message?: string;
};

/** Address of our sender (RFC 3463, X.1.7 and X.1.8), and security or policy (X.7). */
const ABOUT_US = /^\d\.(1\.[78]|7\.\d+)$/;
/** Address and mailbox of the recipient. */
const ABOUT_RECIPIENT = /^\d\.[12]\./;
/** Size (X.3.4) and content (X.6) of this message. */
const ABOUT_MESSAGE = /^\d\.(3\.4|6\.\d+)$/;
/** Servers that check the sender at the recipient, or limit it, and send no enhanced code. */
const US_IN_WORDS = /\b(relay\w*|sender|authenticat\w*|rate limit\w*|sending rate|throttl\w*|too many)\b/i;

/**
 * Final is a 5xx answer about the recipient or this message. What concerns our sign-in, sender or rate is tried again,
 * and so is a passing fault of the server, which counts as an attempt.
 */
function judge(error: unknown): Delivery {
  const { code, command, response = '', message = '' } = error as MailFault;
  const [, status, enhanced, words = ''] = /^(\d{3})[ -](?:([245]\.\d{1,3}\.\d{1,3})\b)?(.*)/s.exec(response) ?? [];
  if (status === undefined) {
    if (code === 'EAUTH') return { ok: false, isFinal: false, code: 'smtp_auth', isOurs: true };
    // The mailer refused an address itself.
    if (code !== 'EENVELOPE') return judgeFault(error);
    const isSender = message.startsWith('Invalid sender');
    if (isSender) return { ok: false, isFinal: false, code: 'smtp_envelope', isOurs: true };
    return { ok: false, isFinal: true, code: 'smtp_envelope', reason: 'badAddress' };
  }
  const answer = { ok: false, code: ['smtp', status, ...(enhanced ? [enhanced] : [])].join('_') } as const;
  if (isAboutUs(status, enhanced, command, words)) return { ...answer, isFinal: false, isOurs: true };
  const reason = reasonOf(status, enhanced, command);
  return reason
    ? { ...answer, isFinal: status.startsWith('5'), reason }
    : { ...answer, isFinal: status.startsWith('5') };
}

/** Meaning of a reply that is not about us for the recipient. Undefined: it has none. */
function reasonOf(status: string, enhanced = '', command: string | undefined): ReceiptReason | undefined {
  const isAbout = ABOUT_RECIPIENT.test(enhanced) || ABOUT_MESSAGE.test(enhanced);
  const byEnhanced = isAbout ? reasonOfStatus(enhanced) : undefined;
  if (byEnhanced) return byEnhanced.reason;
  if (!status.startsWith('5')) return undefined;
  if (status === '552') return command === 'RCPT TO' ? 'mailboxFull' : 'blocked';
  return command === 'RCPT TO' && status !== '554' ? 'badAddress' : undefined;
}

/** Whether a reply is about us. A lasting one (5xx) is, if it is about neither the recipient nor the message. */
function isAboutUs(status: string, enhanced: string | undefined, command: string | undefined, words: string): boolean {
  const isLasting = status.startsWith('5');
  if (enhanced !== undefined) {
    if (ABOUT_US.test(enhanced)) return true;
    return isLasting && command !== 'RCPT TO' && !ABOUT_RECIPIENT.test(enhanced) && !ABOUT_MESSAGE.test(enhanced);
  }
  if (status === '530' || US_IN_WORDS.test(withoutAddresses(words))) return true;
  // 552 after DATA: the message is too large.
  return isLasting && command !== 'RCPT TO' && status !== '552';
}

const withoutAddresses = (words: string) => words.replaceAll(/\S+@\S+/g, '');
