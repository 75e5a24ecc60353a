import { DELIVERED } from '../delivery.ts';
import type { PushTransport } from './port.ts';

/**
 * The public key that browsers subscribe with in a sandbox without settings. Its private key does not exist,
 * so nothing can be sent with it.
 */
export const SANDBOX_PUSH_KEY =
  'BPLtxatdZsSa-vDD1GXQClQmUGIX9IWxgGQzhCamZVKFuLZF3qYuxPxl4nIowTYM2P4Mu1ULNOVZPmJjXPNYY_g';

/** Accepts every notice. It stays readable in the outbox for the sandbox's inbox. */
export function openSandboxPush(): PushTransport {
  return { send: async () => DELIVERED };
}
