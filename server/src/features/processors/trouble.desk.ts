import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, pageInput, pageOf, refused } from '../desk/public.ts';
import { findConnection } from './connection.store.ts';
import { oneAgain } from './delivery.ts';
import { keptId, messageOf, withoutNumbers } from './inbound.ts';
import { listTrouble, listWords, type Trouble } from './trouble.store.ts';
import { connectionName } from './typed-names.ts';

const input = z.object({ connection: connectionName.optional(), ...pageInput });

/** Number of the connection that a list is about; undefined: all. `null`: there is none of the name. */
async function connectionOf(tx: Tx, tenantId: number, name: string | undefined): Promise<number | undefined | null> {
  if (name === undefined) return undefined;
  return (await findConnection(tx, tenantId, name))?.id ?? null;
}

export const processorTroubleCommand = deskCommand({
  name: 'processor-trouble',
  title: 'Trouble with card processors',
  summary:
    'What card processors told of unknown cards and purchases, and approvals that they have not confirmed, the oldest first',
  permission: 'look',
  input,
  answer: z.object({
    connection: z.string(),
    purchase: z.string(),
    /** Kind of the event; `authorise`: the ask that was approved. */
    kind: z.string(),
    /** `card`, `purchase`, `currency`, `fault`: the reason why it waits. `unconfirmed`: no result came. */
    why: z.string(),
    shop: z.string(),
    /** The processor's id of the card. */
    card: z.string(),
    amount: z.string(),
    since: z.string(),
    tries: z.number(),
    /** Empty: it is not tried again by itself. */
    next: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input: given }) {
    const connectionId = await connectionOf(tx, tenantId, given.connection);
    if (connectionId === null) return refused('not_found', { field: 'connection' });
    const { shown, hasMore } = await pageOf(ctx, given, (most) => listTrouble(tx, tenantId, connectionId, most));
    const rows = shown.map((one) => ({
      connection: one.connection,
      purchase: one.of,
      kind: one.kind,
      why: one.why,
      ...toldOf(ctx, one),
      amount: one.amount === null ? '' : dollarsOf(one.amount),
      since: toInstant(one.since),
      tries: one.tries,
      next: one.next_at === null ? '' : toInstant(one.next_at),
    }));
    return { ok: true, rows, hasMore };
  },
});

/** Shop and card of an event, while its delivery is kept. A card that is named by its number is left out. */
function toldOf(ctx: AppContext, { connection_id, key, delivery_id, cipher, version }: Trouble) {
  const connected = ctx.processors.byId(connection_id);
  if (!connected || delivery_id === null || cipher === null || version === null) return { shop: '', card: '' };
  const one = oneAgain(ctx.secrets, connected, { id: delivery_id, cipher, version }, key);
  if (!one) return { shop: '', card: '' };
  const message = messageOf(withoutNumbers(one));
  const card = 'card' in one ? one.card : message && 'id' in message.card ? message.card.id : '';
  return { shop: message?.merchant.name ?? '', card: keptId(ctx.secrets, card) };
}

export const processorWordsCommand = deskCommand({
  name: 'processor-words',
  title: 'Unknown words of card processors',
  summary: 'Words of card processors that have no meaning here, with how often each came, the last one first',
  permission: 'look',
  input,
  answer: z.object({
    connection: z.string(),
    field: z.string(),
    word: z.string(),
    times: z.number(),
    first: z.string(),
    last: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input: given }) {
    const connectionId = await connectionOf(tx, tenantId, given.connection);
    if (connectionId === null) return refused('not_found', { field: 'connection' });
    const { shown, hasMore } = await pageOf(ctx, given, (most) => listWords(tx, tenantId, connectionId, most));
    const rows = shown.map(({ connection, field, word, times, first_at, last_at }) => ({
      connection,
      field,
      word,
      times,
      first: toInstant(first_at),
      last: toInstant(last_at),
    }));
    return { ok: true, rows, hasMore };
  },
});
