import { randomUUID } from 'node:crypto';
import { fillSearch } from '../../../server/src/features/desk/search/search-fill.store.ts';
import { PURCHASE_SEARCH } from '../../../server/src/features/network/purchase-search.store.ts';
import { givenStaff } from '../../../server/test-support/desk/desk.ts';
import { addPeople } from '../bulk-people.ts';
import { givenCardholder } from '../fixture.ts';
import { type Call, expectOk, openHttpClient } from '../load.ts';
import { settle } from '../postgres.ts';
import { openContext, startServer } from '../server.ts';
import type { Measurement } from '../stage.ts';
import { percentile } from '../statistics.ts';

/** In three rounds within what the desk answers one address in a minute. */
const TIMES = 150;
const WARM_UP = 30;
const FEW_PEOPLE = 1_000;
const ROWS = 1_000;

type Found = 'search' | 'timeline';
type Place = { readonly baseUrl: string; readonly calls: Readonly<Record<Found, readonly Call[]>> };

/** Measures what staff wait for a search and for a person's timeline, in a small and a large programme. */
export const measurePeople: Measurement = async (stage) => {
  const few = await openPlace(stage, 'people_few', FEW_PEOPLE);
  const many = await openPlace(stage, 'people_many', stage.options.people);
  return async (note) => {
    for (const found of ['search', 'timeline'] as const) {
      const [ofFew, ofMany] = await p95Of([few, many], found);
      note(`desk ${found} p95, few people`, ofFew);
      note(`desk ${found} p95, many people`, ofMany);
      note(`desk ${found} p95, many ÷ few people`, ofMany / ofFew);
    }
  };
};

async function openPlace(stage: Parameters<Measurement>[0], name: string, people: number): Promise<Place> {
  const database = await stage.postgres.createDatabase(name);
  const server = await startServer(database);
  stage.defer(() => server.stop());
  const ctx = openContext(database);
  stage.defer(() => ctx.close());
  const { card } = await givenCardholder(ctx, database.ownerUrl, ROWS);
  const { holder } = card;
  if (!holder) throw new Error('the card has no holder');
  const begin = performance.now();
  await addPeople(database.ownerUrl, { cardId: card.id, holderId: holder.id }, people);
  await fillSearch(ctx, card.brand.tenantId, PURCHASE_SEARCH, people);
  await settle(database);
  stage.say(`${people} people in ${name}: ${Math.round((performance.now() - begin) / 1000)} s`);
  const { headers } = await givenStaff(ctx, card.brand.tenantId);
  const call = (command: string, input: Readonly<Record<string, string>>): Call => ({
    method: 'POST',
    path: `/desk/commands/${command}`,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ input }),
  });
  const person = `holder:${holder.id}`;
  const texts = [holder.email, card.account.accountNumber, card.cardId, 'other777@example.com', 'someone777 other777'];
  return {
    baseUrl: server.baseUrl,
    calls: {
      search: texts.map((text) => call('search', { text })),
      timeline: ['card', 'money', 'signIn'].map((kind) => call('timeline', { person, kind })),
    },
  };
}

/** Measures both places in turns, so that both share what else the machine does. */
async function p95Of(places: readonly [Place, Place], found: Found): Promise<[number, number]> {
  const clients = places.map(({ baseUrl }) => openHttpClient(baseUrl, 1));
  const took: [number[], number[]] = [[], []];
  try {
    for (let turn = 0; turn < WARM_UP + TIMES; turn += 1) {
      for (const [at, { calls }] of places.entries()) {
        const call = calls[found][turn % calls[found].length];
        const [client, times] = [clients[at], took[at]];
        if (!call || !client || !times) throw new Error('each place has a client and calls');
        const start = performance.now();
        await expectOk(client, call);
        if (turn >= WARM_UP) times.push(performance.now() - start);
      }
    }
  } finally {
    for (const client of clients) client.close();
  }
  return [percentile(took[0], 0.95), percentile(took[1], 0.95)];
}
