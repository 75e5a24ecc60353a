import { DELIVERED } from '../delivery.ts';
import type { MailTransport } from './port.ts';

/** Accepts every mail. It stays readable in the outbox for the sandbox's inbox. */
export function openSandboxMail(): MailTransport {
  return { send: async () => DELIVERED, close: () => {} };
}
