import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp } from '../test-support/app.ts';
import { givenSession } from '../test-support/factories.ts';
import { type Ask, type OwnerDriver, refusalFor } from '../test-support/ownership/driver.ts';
import { OWNER_DRIVERS } from '../test-support/ownership/drivers.ts';
import { sendAsked } from '../test-support/ownership/send.ts';
import {
  type Caller,
  givenWorld,
  type OwnerRows,
  readOwnerRows,
  scopeFor,
  type World,
  givenNewOwner,
} from '../test-support/ownership/world.ts';
import type { Headers } from '../test-support/signed-in.ts';
import type { Route } from './http/handle.ts';
import { routes } from './routes.ts';

const CALLS = routes.filter(({ kind }) => kind === 'session');

let world: World;
let ownerRows: OwnerRows;
beforeAll(async () => {
  world = await givenWorld(await givenApp({ WATTLE_SIGN_IN_RATE: '10000' }));
  ownerRows = await readOwnerRows(world);
});
afterAll(() => world.close());

/** The sessions of callers by scope. */
const sessions = new Map<string, Headers>();

async function sessionFor({ operation }: Route, caller: Caller): Promise<Headers> {
  const scope = scopeFor(operation, caller);
  const key = `${caller.name} ${scope}`;
  const known = sessions.get(key);
  if (known && !ENDS_SESSIONS.has(operation.name)) return known;
  const { headers } = await givenSession(world.ctx, caller.who, scope);
  if (!ENDS_SESSIONS.has(operation.name)) sessions.set(key, headers);
  return headers;
}

/** These need a new session for each of their calls. */
const ENDS_SESSIONS = new Set(['signOut', 'getCardAccessDetails']);

/** Whether a caller's token reaches a call. */
const reaches = (caller: Caller, { operation }: Route) => operation.auth.includes(scopeFor(operation, caller));

const send = (route: Route, headers: Partial<Headers>, ask: Ask) => sendAsked(world, route, headers, ask);

const codeIn = (body: string) => (body === '' ? undefined : (JSON.parse(body) as { error?: string[] }).error?.[0]);

/** The rows that were removed, added or are not the same. */
const changed = (before: ReadonlySet<string>, after: ReadonlySet<string>) => [...before.symmetricDifference(after)];

/** Names and numbers of the owner that this caller may not see. */
function hiddenFrom(caller: Caller, { card, who }: Caller): string[] {
  const person = card.holder ? [card.holder.firstName, card.holder.email] : [];
  const username = 'webAccount' in who ? [who.webAccount.username] : [];
  return [
    card.maskedNumber,
    card.pan,
    card.cardId,
    ...(caller.shares.includes('account') ? [] : [card.account.accountNumber]),
    ...(caller.shares.includes('holder') ? [] : [...person, ...username]),
  ];
}

async function expectOthersLeftOut(route: Route, driver: OwnerDriver, owner: Caller): Promise<void> {
  const own = await sessionFor(route, owner);
  const { request, marks = [] } = await driver.ask(world, owner, own);
  let before = await ownerRows();
  for (const caller of world.others) {
    const headers = await sessionFor(route, caller);
    const { status, body } = await send(route, headers, request(caller));
    const isShared = driver.sharedBy !== undefined && caller.shares.includes(driver.sharedBy);
    const refusal = isShared ? undefined : refusalFor(driver, caller, owner);
    if (!reaches(caller, route)) {
      expect([caller.name, status, codeIn(body)]).toEqual([caller.name, 403, '403']);
    } else if (refusal) {
      expect([caller.name, status, codeIn(body)]).toEqual([caller.name, ...refusal]);
    } else {
      expect([caller.name, status < 500 && status !== 401 && status !== 403]).toEqual([caller.name, true]);
      const seen = [...marks, ...hiddenFrom(caller, owner)].filter((mark) => body.includes(mark));
      expect([caller.name, seen]).toEqual([caller.name, []]);
    }
    const after = await ownerRows();
    // Who shares something may change it.
    if (!isShared) expect([caller.name, changed(before, after)]).toEqual([caller.name, []]);
    before = after;
  }
  const { status, body } = await send(route, own, request(owner));
  expect(['the owner', status, body]).toEqual(['the owner', 200, expect.anything()]);
}

it('every call of a signed-in caller has a driver, and every driver a call', () => {
  expect(Object.keys(OWNER_DRIVERS).toSorted()).toEqual(CALLS.map(({ operation }) => operation.name).toSorted());
});

describe.each(CALLS.map((route) => [route.operation.name, route] as const))('%s', (name, route) => {
  const drivers = OWNER_DRIVERS[name] ?? [];
  const owners = (['webAccount', 'cardOnly'] as const).filter((kind) =>
    route.operation.auth.includes(kind === 'cardOnly' ? 'card' : 'password'),
  );
  // A call of restricted tokens alone: those of an account's number, or of a card's.
  const restricted = route.operation.auth.includes('accountnumber') ? ('webAccount' as const) : ('cardOnly' as const);
  const isActivation = route.operation.auth.includes('verifyactivation');
  const cases = drivers.flatMap((driver, index) =>
    (isActivation ? (['newCard'] as const) : owners.length > 0 ? owners : [restricted]).map(
      (kind) => [kind, index + 1, driver] as const,
    ),
  );

  it.each(cases)(
    'of an owner with a %s, request %d: others are left out, the owner is served',
    async (kind, _n, driver) => {
      await expectOthersLeftOut(route, driver, kind === 'newCard' ? await givenNewOwner(world) : world.owners[kind]);
    },
  );

  it('needs a live session of a scope that reaches it', async () => {
    const before = await ownerRows();
    const { webAccount, cardOnly } = world.owners;
    expect(await send(route, {}, {})).toMatchObject({ status: 401 });
    const ended = await givenSession(world.ctx, webAccount.who);
    await world.ctx.asOwner('UPDATE session SET revoked_at = now() WHERE id = $1', [ended.id]);
    expect(await send(route, ended.headers, {})).toMatchObject({ status: 401 });
    for (const [scope, { who }] of [
      ['cardaccess', cardOnly],
      ['accountnumber', webAccount],
      ['verifyactivation', cardOnly],
    ] as const) {
      if (route.operation.auth.includes(scope)) continue;
      const { headers } = await givenSession(world.ctx, who, scope);
      expect([scope, (await send(route, headers, {})).status]).toEqual([scope, 403]);
    }
    expect(changed(before, await ownerRows())).toEqual([]);
  });
});
