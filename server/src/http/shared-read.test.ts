import { err, ok } from '@wattle/contract/errors.ts';
import { operation, SIGNED_IN } from '@wattle/contract/operation.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { givenContext, type TestContext } from '../../test-support/processes/database.ts';
import { givenBrand, givenCard, givenSession, givenTenant, givenWebAccount } from '../../test-support/factories.ts';
import { getCardsRoute } from '../features/cards/cards.routes.ts';
import { buildApp } from './app.ts';
import { handle, handleRead } from './handle.ts';

let ctx: TestContext;
/** Tenant of each read transaction that was begun. */
const begun: number[] = [];
beforeAll(async () => {
  const given = await givenContext();
  const read: typeof given.database.read = (tenantId, work) => {
    begun.push(tenantId);
    return given.database.read(tenantId, work);
  };
  ctx = { ...given, database: { ...given.database, read } };
});
afterAll(() => ctx.close());

const divided = operation({
  name: 'divide',
  method: 'POST',
  path: 'divide',
  auth: SIGNED_IN,
  ids: {},
  proof: 'session',
  summary: 'Divide',
  body: z.object({ By: z.int() }),
  response: z.object({ Quotient: z.int() }),
  errors: ['card_problem'],
});

const divide = handleRead(divided, async ({ body, tx }) => {
  if (body.By < 0) return err('card_problem');
  if (body.By === 13) throw new Error('a bug');
  const row = await tx.first<{ quotient: number }>('SELECT 12 / $1::integer AS quotient', [body.By]);
  return ok({ Quotient: row?.quotient ?? 0 });
});

type Asker = { readonly headers: { authorization: string } };

const getCards = ({ headers }: Asker, app: FastifyInstance) => app.inject({ url: '/api/card/cards', headers });

/** Sends all calls at the same time. Their tokens are already verified, so that calls of a tenant form one batch. */
async function atOnce<Call, Answer>(calls: readonly Call[], ask: (call: Call) => Promise<Answer>): Promise<Answer[]> {
  await Promise.all(calls.map(ask));
  begun.length = 0;
  return Promise.all(calls.map(ask));
}

describe('concurrent reads of one tenant', () => {
  it('share a transaction, and each caller sees its own data', async () => {
    const app = await buildApp(ctx, { routes: [getCardsRoute] });
    const tenant = await givenTenant(ctx);
    const [brand, sister, foreign] = [
      await givenBrand(ctx, { tenant }),
      await givenBrand(ctx, { tenant }),
      await givenBrand(ctx),
    ];
    const askers = [];
    for (const one of [brand, brand, sister, foreign, foreign]) {
      const card = await givenCard(ctx, { brand: one });
      askers.push({ card, ...(await givenSession(ctx, { card })) });
    }
    const answers = await atOnce(askers, (asker) => getCards(asker, app));
    for (const [place, answer] of answers.entries()) {
      const { cards } = answer.json<{ cards: { value: { AccNo: string } }[] }>();
      expect(cards.map(({ value }) => value.AccNo)).toEqual([askers[place]?.card.account.accountNumber]);
    }
    expect(begun.toSorted()).toEqual([tenant.id, foreign.tenantId].toSorted());
    await app.close();
  });

  it('check the session of every call', async () => {
    const app = await buildApp(ctx, { routes: [getCardsRoute] });
    const brand = await givenBrand(ctx);
    const card = await givenCard(ctx, { brand });
    const live = await givenSession(ctx, { card });
    const revoked = await givenSession(ctx, { card });
    const idle = await givenSession(ctx, { card });
    const ended = await givenSession(ctx, { card });
    const restricted = await givenSession(ctx, { webAccount: await givenWebAccount(ctx, { brand }) }, 'accountnumber');
    const askers = [revoked, live, idle, ended, restricted];
    await Promise.all(askers.map((asker) => getCards(asker, app)));
    await ctx.asOwner('UPDATE session SET revoked_at = created_at WHERE id = $1', [revoked.id]);
    await ctx.asOwner("UPDATE session SET last_active_at = last_active_at - interval '1 day' WHERE id = $1", [idle.id]);
    await ctx.asOwner("UPDATE session SET ends_at = ends_at - interval '1 day' WHERE id = $1", [ended.id]);
    begun.length = 0;
    const answers = await Promise.all(askers.map((asker) => getCards(asker, app)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 200, 401, 401, 403]);
    expect(answers.filter(({ body }) => body.includes(card.maskedNumber))).toHaveLength(1);
    expect(begun).toEqual([brand.tenantId]);
    await app.close();
  });

  it('fail individually: by a statement, a bug, a refusal, a body', async () => {
    const app = await buildApp(ctx, { routes: [divide] });
    const card = await givenCard(ctx);
    const { headers } = await givenSession(ctx, { card });
    const ask = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/divide',
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      });
    const answers = await atOnce(['{"By":3}', '{"By":0}', '{"By":4}', '{"By":13}', '{"By":-1}', '{"By":', '{}'], ask);
    expect(answers.map(({ statusCode, body }) => [statusCode, JSON.parse(body)])).toEqual([
      [200, { Quotient: 4 }],
      [500, expect.objectContaining({ error: ['99999'] })],
      [200, { Quotient: 3 }],
      [500, expect.objectContaining({ error: ['99999'] })],
      [400, expect.objectContaining({ error: ['10001'] })],
      [400, expect.objectContaining({ error: ['20010'] })],
      [400, expect.objectContaining({ error: ['20010'], field: 'By' })],
    ]);
    // One shared transaction, and one for each failed call. Without batching there would be seven.
    expect(begun.length).toBeGreaterThan(1);
    expect(begun.length).toBeLessThan(answers.length);
    await app.close();
  });
});

it('a read sees everything that was committed before it was sent, under any load', async () => {
  const shape = {
    auth: SIGNED_IN,
    ids: {},
    proof: 'session',
    summary: 'Try',
    response: z.object({ Name: z.string() }),
  } as const;
  const write = handle(
    operation({ ...shape, name: 'write', method: 'POST', path: 'write', body: z.object({ Name: z.string() }) }),
    async ({ body, session, tx }) => {
      await tx.run('UPDATE card SET card_name = $2 WHERE id = $1', [session.cardId, body.Name]);
      return ok(body);
    },
  );
  const read = handleRead(
    operation({ ...shape, name: 'read', method: 'GET', path: 'read' }),
    async ({ session, tx }) => {
      const row = await tx.first<{ card_name: string }>('SELECT card_name FROM card WHERE id = $1', [session.cardId]);
      return ok({ Name: row?.card_name ?? '' });
    },
  );
  const app = await buildApp(ctx, { routes: [write, read] });
  const brand = await givenBrand(ctx);
  const askers = [];
  for (let place = 0; place < 16; place += 1) {
    askers.push(await givenSession(ctx, { card: await givenCard(ctx, { brand }) }));
  }
  begun.length = 0;
  const rounds = 30;
  await Promise.all(
    askers.map(async ({ headers }) => {
      for (let round = 1; round <= rounds; round += 1) {
        const payload = { Name: `name ${round}` };
        await app.inject({ method: 'POST', url: '/api/write', headers, payload });
        expect((await app.inject({ url: '/api/read', headers })).json()).toEqual(payload);
      }
    }),
  );
  // Otherwise nothing was batched and the test would prove nothing.
  expect(begun.length).toBeLessThan(askers.length * rounds);
  await app.close();
});
