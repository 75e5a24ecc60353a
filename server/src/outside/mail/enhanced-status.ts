import type { ReceiptReason } from '../receipt.ts';

/** Why a message did not arrive, and whether further ones fail for the same reason. */
export type StatusReason = { readonly reason: ReceiptReason; readonly isForGood: boolean };

/**
 * Meaning of an enhanced status of a recipient's mail system (RFC 3463). Undefined: the status alone does not say, as
 * 5.0.0, or 5.4.1, which some systems answer for a mailbox that does not exist.
 */
export function reasonOfStatus(status: string): StatusReason | undefined {
  const [, kind, subject, detail] = /^([45])\.(\d{1,3})\.(\d{1,3})$/.exec(status.trim()) ?? [];
  const about = `${subject}.${detail}`;
  // Security and policy, content and size.
  if (subject === '7' || subject === '6' || about === '2.3' || about === '3.4') {
    return { reason: 'blocked', isForGood: false };
  }
  if (about === '2.2') return { reason: 'mailboxFull', isForGood: false };
  // The sender's address.
  if (about === '1.7' || about === '1.8') return { reason: 'ours', isForGood: false };
  if (kind === '4') return { reason: 'unreachable', isForGood: false };
  if (subject === '1' || about === '2.1') return { reason: 'badAddress', isForGood: true };
  return undefined;
}
