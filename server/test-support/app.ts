import type { FastifyInstance } from 'fastify';
import type { TokenResponse } from '@wattle/contract/access/sign-in.ts';
import { type AppOptions, buildApp } from '../src/http/app.ts';
import { givenContext, type TestContext, type TestDatabase } from './processes/database.ts';
import type { TestBrand, TestCard, TestWebAccount } from './factories.ts';

export type TestApp = { readonly app: FastifyInstance; readonly ctx: TestContext; close(): Promise<void> };

/** The HTTP server on a new database; calls are made with `app.inject`. */
export async function givenApp(
  settings: Readonly<Record<string, string>> = {},
  options: AppOptions = {},
  database?: TestDatabase,
): Promise<TestApp> {
  const ctx = await givenContext(settings, database);
  const app = await buildApp(ctx, options);
  return {
    app,
    ctx,
    async close() {
      await app.close();
      await ctx.close();
    },
  };
}

/** Posts a form as a browser does. */
export function postForm(app: FastifyInstance, url: string, fields: Readonly<Record<string, string>>) {
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}

/** Fields of every grant. */
export function brandFields(brand: TestBrand): { brand: string; tenantId: string; brandId: string } {
  return { brand: brand.identifier, tenantId: String(brand.tenantId), brandId: String(brand.id) };
}

/** Signs in through the API with number and access code. */
export async function signInWithCard(app: FastifyInstance, card: TestCard): Promise<TokenResponse> {
  const fields = { grant_type: 'card', ...brandFields(card.brand), cardnumber: card.pan, accesscode: card.accessCode };
  return tokenOf(await postForm(app, '/api/token', fields));
}

/** Signs in through the API with username and password. */
export async function signInWithPassword(app: FastifyInstance, user: TestWebAccount): Promise<TokenResponse> {
  const fields = {
    grant_type: 'password',
    ...brandFields(user.brand),
    userName: user.username,
    password: user.password,
  };
  return tokenOf(await postForm(app, '/api/token', fields));
}

function tokenOf(response: { statusCode: number; body: string }): TokenResponse {
  if (response.statusCode !== 200) throw new Error(`sign-in answered ${response.statusCode} ${response.body}`);
  return JSON.parse(response.body) as TokenResponse;
}
