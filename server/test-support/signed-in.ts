import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import type { FastifyInstance } from 'fastify';
import type { TestContext } from './processes/database.ts';
import { type CardGiven, givenCard, givenSession, givenWebAccount, type TestCard } from './factories.ts';

export type Headers = { readonly authorization: string };
type Where = { readonly app: FastifyInstance; readonly ctx: TestContext };

/** GETs an API call with the caller's headers. */
export function getApi({ app }: Where, url: string, headers: Headers) {
  return app.inject({ method: 'GET', url: `/api/${url}`, headers });
}

/** POSTs a JSON body to an API call. */
export function postApi({ app }: Where, url: string, headers: Headers, body: object = {}) {
  const all = { ...headers, 'content-type': 'application/json' };
  return app.inject({ method: 'POST', url: `/api/${url}`, headers: all, payload: body });
}

/** Posts a file with its other fields. */
export function postBytes({ app }: Where, url: string, headers: Headers, fields: object, bytes: Buffer) {
  const all = {
    ...headers,
    'content-type': BYTES_TYPE,
    [FIELDS_HEADER]: encodeURIComponent(JSON.stringify(fields)),
  };
  return app.inject({ method: 'POST', url: `/api/${url}`, headers: all, payload: bytes });
}

/** A signed-in holder with a web account and a card with 100.00. */
export async function givenUser(ctx: TestContext, given: CardGiven = {}) {
  const card = await givenCard(ctx, { balance: 10_000n, isDefault: true, ...given });
  if (!card.holder) throw new Error('a user holds a card');
  const webAccount = await givenWebAccount(ctx, { holder: card.holder, account: card.account });
  return { card, holder: card.holder, webAccount, headers: (await givenSession(ctx, { webAccount })).headers };
}

/** Stored status of a card. */
export async function statusOf(ctx: TestContext, card: TestCard): Promise<string | undefined> {
  const [row] = await ctx.asOwner<{ status: string }>('SELECT status FROM card WHERE id = $1', [card.id]);
  return row?.status;
}

/** Audit lines of a card: action and outcome, oldest first. */
export async function auditOf(ctx: TestContext, card: TestCard): Promise<string[]> {
  const rows = await ctx.asOwner<{ action: string; outcome: string }>(
    'SELECT action, outcome FROM audit_log WHERE object = $1 ORDER BY id',
    [`card:${card.id}`],
  );
  return rows.map(({ action, outcome }) => `${action} ${outcome}`);
}
