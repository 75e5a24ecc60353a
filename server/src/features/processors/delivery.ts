import type { Delivery } from '../../outside/processors/port.ts';
import type { ToldEvent } from './inbound.ts';

/** Headers that are a secret of the sender or say nothing about the message. */
const NOT_KEPT = /^(authorization|cookie|proxy-.*|x-forwarded-.*|forwarded|x-real-ip|connection|host|content-length)$/;

/** The kept part of a delivery, which is sealed: the exact bytes, or the events that the API answered. */
export type KeptDelivery = Delivery | { readonly told: readonly ToldEvent[] };

/** Text of a delivery for its seal. Latin-1 keeps every byte. */
export function writeDelivery(delivery: KeptDelivery): string {
  if ('told' in delivery) return JSON.stringify(delivery);
  const { path, headers, rawBody } = delivery;
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_KEPT.test(name)));
  return JSON.stringify({ path, headers: kept, body: Buffer.from(rawBody).toString('latin1') });
}

export function readDelivery(text: string): KeptDelivery {
  const kept = JSON.parse(text) as
    | { readonly path: string; readonly headers: Delivery['headers']; readonly body: string }
    | { readonly told: readonly ToldEvent[] };
  if ('told' in kept) return kept;
  return { path: kept.path, headers: kept.headers, rawBody: Buffer.from(kept.body, 'latin1') };
}
