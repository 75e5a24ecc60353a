import type { AppContext } from '../../compose/context.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import type { Tx } from '../../platform/database/database.ts';
import { standInReference } from '../network/public.ts';
import { findConnection } from './connection.store.ts';
import type { ProcessorConnection } from './connection.ts';
import { oneAgain } from './delivery.ts';
import { keptId, messageOf, withoutNumbers } from './inbound.ts';
import {
  findOf,
  readMessages,
  readPurchase,
  readResults,
  type StoryMessage,
  type StoryPurchase,
  type StoryResult,
} from './purchase-story.store.ts';
import { readContent } from './waiting.store.ts';

/** All that is kept of a purchase of a card processor. */
export type Story = {
  readonly connection: ProcessorConnection;
  /** The processor's id, as it is kept. */
  readonly of: string;
  readonly messages: readonly StoryMessage[];
  readonly results: readonly StoryResult[];
  /** Undefined: no purchase of ours, as of an unknown card. */
  readonly purchase: StoryPurchase | undefined;
};

type Named = { readonly connection: string; readonly purchase: string };

/**
 * Finds a purchase by the processor's id, or by our reference of one of its asks. Answers the field that names what is
 * not known.
 */
export async function findStory(
  { ctx, tx, tenantId }: { readonly ctx: Pick<AppContext, 'secrets'>; readonly tx: Tx; readonly tenantId: number },
  named: Named,
): Promise<Story | keyof Named> {
  const connection = await findConnection(tx, tenantId, named.connection);
  if (!connection) return 'connection';
  const given = keptId(ctx.secrets, named.purchase);
  const of = (await findOf(tx, tenantId, connection.id, given)) ?? given;
  const messages = await readMessages(tx, tenantId, connection.id, of);
  if (messages.length === 0) return 'purchase';
  const results = await readResults(tx, tenantId, connection.id, of);
  const references = results.flatMap(({ reference }) => [reference, standInReference(reference)]);
  return { connection, of, messages, results, purchase: await readPurchase(tx, tenantId, references) };
}

/** A message of a purchase as its processor sent it, while its delivery is kept. */
export async function messageAgain(
  { ctx, tx }: { readonly ctx: Pick<AppContext, 'secrets' | 'processors'>; readonly tx: Tx },
  { id, tenantId }: Pick<ProcessorConnection, 'id' | 'tenantId'>,
  key: string,
): Promise<PurchaseMessage | undefined> {
  const connected = ctx.processors.byId(id);
  const content = connected && (await readContent(tx, tenantId, id, key));
  if (!content) return undefined;
  const one = oneAgain(ctx.secrets, connected, content, key);
  return one && messageOf(withoutNumbers(one));
}
