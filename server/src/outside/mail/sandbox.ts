import { DELIVERED } from '../delivery.ts';
import type { MailTransport } from './port.ts';

/** Takes every mail. It stays readable in the outbox, from where the sandbox's inbox shows it. */
export function openSandboxMail(): MailTransport {
  return { send: async () => DELIVERED, close: () => {} };
}
