import { signStripe } from '../../../src/outside/stripe-signature.ts';
import { like, type Made } from './objects.ts';
import { STRIPE_SECRETS } from './server.ts';

/** An event as it is delivered: its bytes and headers. */
export function delivered(
  { id, type, object }: { readonly id: string; readonly type: string; readonly object: Made },
  { at, secret = STRIPE_SECRETS.now, isLive = false }: { at: number; secret?: string; isLive?: boolean },
) {
  const created = Math.floor(at / 1000);
  const body = JSON.stringify(
    like('event', { id, api_version: '2026-10-28.endive', created, data: { object }, livemode: isLive, type }),
  );
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signStripe(secret, at, body) } };
}
