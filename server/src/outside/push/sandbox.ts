import { DELIVERED } from '../delivery.ts';
import type { PushTransport } from './port.ts';

/** Takes every notice. It stays readable in the outbox, from where the sandbox's inbox shows it. */
export function openSandboxPush(): PushTransport {
  return { send: async () => DELIVERED };
}
