import type { AppContext } from '../../compose/context.ts';
import type { NamedCard } from '../../outside/processors/purchase-message.ts';

/** A card as the database finds it: by the hashes of its number under each version of the index key, or by an id. */
export type CardKey = { readonly panHashes: readonly Buffer[] } | Exclude<NamedCard, { readonly number: string }>;

type Secrets = Pick<AppContext, 'secrets'>;

export function cardKeyOf({ secrets }: Secrets, card: NamedCard): CardKey {
  return 'number' in card ? { panHashes: secrets.panHashes(card.number) } : card;
}

/** Keyed hash of a card that no rotation of the index key changes, so that a repeat is recognised afterwards too. */
export function hashOfCard({ secrets }: Secrets, domain: 'network card' | 'stand-in card', card: NamedCard): Buffer {
  return secrets.identifierHash(domain, 'number' in card ? card.number : `${card.connection}:${card.id}`);
}
