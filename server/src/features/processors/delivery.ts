import {
  type Delivery,
  type Inbound,
  type ProcessorAdapter,
  UnreadableDelivery,
} from '../../outside/processors/port.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type Connected, portOf } from './connection.ts';
import { keptId, type ToldEvent } from './inbound.ts';

/** Headers that are a secret of the sender or say nothing about the message. */
const NOT_KEPT = /^(authorization|cookie|proxy-.*|x-forwarded-.*|forwarded|x-real-ip|connection|host|content-length)$/;

/** The kept part of a delivery, which is sealed: its bytes, or the events that the API answered. */
export type KeptDelivery = Delivery | { readonly told: readonly ToldEvent[] };

/** A body without PIN and CVV2, which are not stored. Anything but a JSON object may contain them, and is not kept. */
function withoutCodes(rawBody: Uint8Array): Uint8Array {
  try {
    const sent: unknown = JSON.parse(Buffer.from(rawBody).toString('utf8'));
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return Buffer.alloc(0);
    if (!('pin' in sent || 'cvv2' in sent)) return rawBody;
    return Buffer.from(JSON.stringify({ ...sent, pin: undefined, cvv2: undefined }));
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Text of a delivery for its seal. Latin-1 keeps every byte. A sender whose proofs are compared here sends PIN and CVV2
 * themselves.
 */
export function writeDelivery({ compares }: Pick<ProcessorAdapter, 'compares'>, delivery: KeptDelivery): string {
  if ('told' in delivery) return JSON.stringify(delivery);
  const { path, headers } = delivery;
  const rawBody = compares === 'wattle' ? withoutCodes(delivery.rawBody) : delivery.rawBody;
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

/** A delivery as it is stored. */
export type SealedDelivery = { readonly id: bigint; readonly cipher: Buffer; readonly version: number };

/** Messages of a sealed delivery, as its adapter reads them now. Throws `UnreadableDelivery` where it does not any more. */
export function messagesAgain(
  secrets: Pick<Secrets, 'decrypt'>,
  { connection, adapter }: Connected,
  { id, cipher, version }: SealedDelivery,
): readonly Inbound[] {
  const kept = readDelivery(secrets.decrypt(cipher, version, 'processorDelivery', id));
  return 'told' in kept ? kept.told : adapter.read(kept, portOf(connection));
}

/** The message of a sealed delivery by its kept key. Undefined: its adapter reads the delivery in another way now. */
export function oneAgain(
  secrets: Parameters<typeof keptId>[0] & Pick<Secrets, 'decrypt'>,
  connected: Connected,
  sealed: SealedDelivery,
  key: string,
): Inbound | undefined {
  try {
    return messagesAgain(secrets, connected, sealed).find((one) => keptId(secrets, one.key) === key);
  } catch (error) {
    if (error instanceof UnreadableDelivery) return undefined;
    throw error;
  }
}
