import { type Scope, SCOPES } from '@wattle/contract/operation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenBrand, givenCard, givenSession, givenWebAccount } from '../../test-support/factories.ts';
import { routes } from '../routes.ts';
import { addressOf } from './bind.ts';

/** What a restricted token is for (specification, "Token scopes"); every other call of the contract refuses it. */
const RESTRICTED: Readonly<Record<string, readonly string[]>> = {
  cardaccess: ['getCardAccessDetails'],
  accountnumber: [],
};

const calls = routes.filter((route) => route.kind === 'session');
const reach = ({ operation }: (typeof calls)[number]): readonly Scope[] =>
  operation.auth === 'public' ? [] : operation.auth;
const table = calls.flatMap((route) => SCOPES.map((scope) => [scope, route.operation.name, route] as const));

let given: TestApp;
const headers = new Map<Scope, { authorization: string }>();
beforeAll(async () => {
  given = await givenApp();
  const brand = await givenBrand(given.ctx);
  const card = await givenCard(given.ctx, { brand });
  const webAccount = await givenWebAccount(given.ctx, { brand });
  for (const scope of SCOPES) {
    const who = scope === 'card' || scope === 'cardaccess' ? { card } : { webAccount };
    headers.set(scope, (await givenSession(given.ctx, who, scope)).headers);
  }
});
afterAll(() => given.close());

describe('the scope of a token', () => {
  it.each(table)('%s is answered by %s as the contract says', async (scope, _name, route) => {
    const url = addressOf(route).replaceAll(/:\w+/g, 'anything');
    // Without a body: who may go on is told which field is missing, who may not is told no more than that.
    const asked = { method: route.operation.method, url, headers: headers.get(scope) ?? {} };
    // A stream has no end to wait for.
    const opens = route.isStream === true && reach(route).includes(scope);
    const response = await given.app.inject(opens ? { ...asked, payloadAsStream: true } : asked);
    if (reach(route).includes(scope)) expect(response.statusCode).not.toBe(403);
    else expect(response).toMatchObject({ statusCode: 403, body: expect.stringContaining('"403"') as string });
    expect(response.statusCode).not.toBe(401);
    if (route.operation.name === 'signOut' && response.statusCode === 200) {
      const who = { webAccount: await givenWebAccount(given.ctx) };
      const again = scope === 'card' ? { card: await givenCard(given.ctx) } : who;
      headers.set(scope, (await givenSession(given.ctx, again, scope)).headers);
    }
  });

  it.each(Object.entries(RESTRICTED))('%s reaches its own calls and no other: %j', (scope, names) => {
    const reached = calls.filter((route) => reach(route).includes(scope as Scope));
    expect(reached.map((route) => route.operation.name)).toEqual(names);
  });

  it('lets a passcode session do what a password session does', () => {
    const differing = calls.filter((route) => reach(route).includes('passcode') !== reach(route).includes('password'));
    expect(differing.map((route) => route.operation.name)).toEqual([]);
  });

  it('is that of the session: a token that claims another is no token', async () => {
    const webAccount = await givenWebAccount(given.ctx);
    const { token } = await givenSession(given.ctx, { webAccount }, 'accountnumber');
    const [head, , tail] = token.split('.');
    const { token: other } = await givenSession(given.ctx, { webAccount }, 'password');
    const forged = `${head}.${other.split('.')[1]}.${tail}`;
    const response = await given.app.inject({
      url: '/api/onlineAccount/',
      headers: { authorization: `Bearer ${forged}` },
    });
    expect(response.statusCode).toBe(401);
  });
});
