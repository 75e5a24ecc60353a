import { randomUUID } from 'node:crypto';
import type { PurchaseMessage } from '../src/outside/processors/purchase-message.ts';
import type { TestCard } from './factories.ts';
import { freshReference } from './network.ts';
import type { TestContext } from './processes/database.ts';

export type KnownCard = { readonly connection: number; readonly id: string };

/** Makes a card known at a connection under an id of the processor. */
export async function knownToProcessor(ctx: TestContext, card: TestCard, connection = 1): Promise<KnownCard> {
  const id = `card_${randomUUID()}`;
  await ctx.asOwner(
    `INSERT INTO processor_card (tenant_id, connection_id, card_id, external_id, state)
     SELECT tenant_id, $2, id, $3, 'on' FROM card WHERE id = $1`,
    [card.id, connection, id],
  );
  return { connection, id };
}

/** Contactless purchase of 12.34 at a café as an adapter reads it, with optional changes. */
export function messageOf(card: PurchaseMessage['card'], given: Partial<PurchaseMessage> = {}): PurchaseMessage {
  return {
    reference: freshReference(),
    card,
    amount: 1234,
    channel: 'contactless',
    merchant: { name: 'Corner Cafe', country: 'AU', mcc: '5814' },
    ...given,
  };
}
