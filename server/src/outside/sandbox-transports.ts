import { DELIVERED } from './delivery.ts';
import type { ReadReceipts } from './receipt.ts';
import type { MailTransport } from './mail/port.ts';
import type { SmsTransport } from './sms/port.ts';
import type { PushTransport } from './push/port.ts';

/** Accepts every mail, which the sandbox's inbox reads from the outbox. */
export function openSandboxMail(readReceipts?: ReadReceipts): MailTransport {
  return { send: async () => DELIVERED, readReceipts, close: () => {} };
}

/** Accepts every text message, which the sandbox's inbox reads from the outbox. */
export function openSandboxSms(readReceipts?: ReadReceipts): SmsTransport {
  return { send: async () => DELIVERED, readReceipts };
}

/**
 * Public key for subscriptions of browsers in a sandbox without settings. Its private key does not exist, so nothing
 * can be sent with it.
 */
export const SANDBOX_PUSH_KEY =
  'BPLtxatdZsSa-vDD1GXQClQmUGIX9IWxgGQzhCamZVKFuLZF3qYuxPxl4nIowTYM2P4Mu1ULNOVZPmJjXPNYY_g';

/** Accepts every notification, which the sandbox's inbox reads from the outbox. */
export function openSandboxPush(): PushTransport {
  return { send: async () => DELIVERED };
}
