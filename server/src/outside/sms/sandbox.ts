import { DELIVERED } from '../delivery.ts';
import type { SmsTransport } from './port.ts';

/** Accepts every text message, which the sandbox's inbox reads from the outbox. */
export function openSandboxSms(): SmsTransport {
  return { send: async () => DELIVERED };
}
