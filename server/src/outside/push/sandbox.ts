import { DELIVERED } from '../delivery.ts';
import type { PushTransport } from './port.ts';

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
