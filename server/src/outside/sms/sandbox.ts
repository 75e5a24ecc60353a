import { DELIVERED } from '../delivery.ts';
import type { SmsTransport } from './port.ts';

/** Accepts every text message. It stays readable in the outbox for the sandbox's inbox. */
export function openSandboxSms(): SmsTransport {
  return { send: async () => DELIVERED };
}
