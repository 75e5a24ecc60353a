import type { AppContext } from '../../compose/context.ts';
import type { NamedCard } from '../../outside/processors/purchase-message.ts';

/** A card as the database finds it: by the hashes of its number under each version of the index key, or by an id. */
export type CardKey = { readonly panHashes: readonly Buffer[] } | Exclude<NamedCard, { readonly number: string }>;

type Secrets = Pick<AppContext, 'secrets'>;

export function cardKeyOf({ secrets }: Secrets, card: NamedCard): CardKey {
  return 'number' in card ? { panHashes: secrets.panHashes(card.number) } : card;
}

/** Text that is the same for the same card. */
export function nameOfKey(key: CardKey): string {
  return 'panHashes' in key ? (key.panHashes[0]?.toString('base64') ?? '') : `${key.connection}:${key.id}`;
}

/** Keyed hash of a card that no rotation of the index key changes, so that a repeat is recognised afterwards too. */
export function hashOfCard({ secrets }: Secrets, domain: 'network card' | 'stand-in card', card: NamedCard): Buffer {
  return secrets.identifierHash(domain, 'number' in card ? card.number : `${card.connection}:${card.id}`);
}
