import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp } from '../../test-support/app.ts';
import { givenSession } from '../../test-support/factories.ts';
import { type Ask, type OwnerDriver, refusalFor } from '../../test-support/ownership/driver.ts';
import { OWNER_DRIVERS, UNKNOWN_CALLS } from '../../test-support/ownership/drivers.ts';
import { sendAsked } from '../../test-support/ownership/send.ts';
import {
  type Caller,
  givenWorld,
  type OwnerRows,
  readOwnerRows,
  scopeFor,
  webAccountOf,
  type World,
  givenNewOwner,
} from '../../test-support/ownership/world.ts';
import type { Headers } from '../../test-support/signed-in.ts';
import { givenView } from '../../test-support/desk/views.ts';
import type { Route } from '../http/handle.ts';
import { routes } from '../compose/routes.ts';

const usesUp = ({ operation }: Route) => OWNER_DRIVERS[operation.name]?.some(({ isLast }) => isLast) === true;
const CALLS = routes
  .filter(({ kind }) => kind === 'session')
  .toSorted((one, other) => Number(usesUp(one)) - Number(usesUp(other)));

let world: World;
let ownerRows: OwnerRows;
beforeAll(async () => {
  world = await givenWorld(await givenApp({ WATTLE_SIGN_IN_RATE: '10000' }));
  ownerRows = await readOwnerRows(world);
});
afterAll(() => world.close());

/** The sessions of callers, for each call: some end others of the same person. */
const sessions = new Map<string, Headers>();

async function sessionFor({ operation }: Route, { endsSession }: OwnerDriver, caller: Caller): Promise<Headers> {
  const scope = scopeFor(operation, caller);
  const key = `${operation.name} ${caller.name}`;
  const known = sessions.get(key);
  if (known && !endsSession) return known;
  const { headers } = await givenSession(world.ctx, caller.who, scope);
  if (!endsSession) sessions.set(key, headers);
  return headers;
}

/** Whether a caller's token reaches a request. */
const reaches = (caller: Caller, { operation }: Route, { who = [] }: OwnerDriver) => {
  const scope = scopeFor(operation, caller);
  return operation.auth.includes(scope) && (who.length === 0 || who.includes(scope));
};

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
  const own = await sessionFor(route, driver, owner);
  const { request, marks = [] } = await driver.ask(world, owner, own);
  const before = await ownerRows();
  const isSharedBy = ({ shares }: Caller) => driver.sharedBy !== undefined && shares.includes(driver.sharedBy);
  const isReachedBy = (caller: Caller) => reaches(caller, route, driver);
  // People who share something may change it.
  const mayChange = (caller: Caller) => isSharedBy(caller) && isReachedBy(caller);
  for (const caller of world.others.filter((other) => !mayChange(other))) await ask(caller);
  expect(changed(before, await ownerRows())).toEqual([]);
  for (const caller of world.others.filter(mayChange)) await ask(caller);
  const { status, body } = await send(route, own, request(owner));
  if (driver.answer) expect(['the owner', status, codeIn(body)]).toEqual(['the owner', ...driver.answer]);
  else expect(['the owner', status, body]).toEqual(['the owner', 200, expect.anything()]);

  async function ask(caller: Caller): Promise<void> {
    const headers = await sessionFor(route, driver, caller);
    const { status, body } = await send(route, headers, request(caller));
    const refusal = isSharedBy(caller) ? undefined : refusalFor(driver, caller, owner);
    const isReached = isReachedBy(caller);
    if (!isReached) {
      expect([caller.name, status, codeIn(body)]).toEqual([caller.name, 403, '403']);
    } else if (refusal === 'any') {
      expect([caller.name, status === 400 || status === 404]).toEqual([caller.name, true]);
    } else if (refusal) {
      expect([caller.name, status, codeIn(body)]).toEqual([caller.name, ...refusal]);
    } else {
      expect([caller.name, status < 500 && status !== 401 && status !== 403]).toEqual([caller.name, true]);
      const seen = [...marks, ...hiddenFrom(caller, owner)].filter((mark) => body.includes(mark));
      expect([caller.name, seen]).toEqual([caller.name, []]);
    }
  }
}

/**
 * Fields of a schema, and of the objects in it, that look like the id of something. A Sequence counts within an account
 * and names nothing by itself, and neither does the name on a card.
 */
function idFields(schema: unknown, within = ''): string[] {
  const { def } = (schema ?? {}) as {
    def?: { innerType?: unknown; in?: unknown; element?: unknown; options?: unknown[]; shape?: object };
  };
  if (!def) return [];
  const inner = [def.innerType ?? def.in ?? def.element, ...(def.options ?? [])].flatMap((part) =>
    idFields(part, within),
  );
  const fields = Object.entries(def.shape ?? {}).flatMap(([name, field]) => {
    const path = `${within}${name}`;
    return [
      ...(/(?<!^is.*)(?<!^NameOn)(id|uuid|card|number|account)$/i.test(name) ? [path] : []),
      ...idFields(field, `${path}.`),
    ];
  });
  return [...new Set([...inner, ...fields])];
}

it.each(
  routes.flatMap(({ operation }) => {
    const { parameters } = operation as { parameters?: unknown };
    const schemas = parameters === undefined ? [operation.params, operation.query, operation.body] : [parameters];
    const isAnybodys = parameters === undefined && operation.auth === 'public';
    return isAnybodys ? [] : [[operation.name, operation.ids, schemas.flatMap((schema) => idFields(schema))] as const];
  }),
)('%s declares what each of its ids is of', (_name, ids, fields) => {
  const declared = Object.keys(ids);
  const isBelow = (field: string) => declared.some((one) => field === one || field.startsWith(`${one}.`));
  expect(fields.filter((field) => !isBelow(field))).toEqual([]);
});

it('knows every call and document that a feature speaks of', () => {
  expect(UNKNOWN_CALLS).toEqual([]);
});

describe.each(CALLS.map((route) => [route.operation.name, route] as const))('%s', (name, route) => {
  const drivers = OWNER_DRIVERS[name] ?? [];
  const owners = (['webAccount', 'cardOnly'] as const).filter((kind) =>
    route.operation.auth.includes(kind === 'cardOnly' ? 'card' : 'password'),
  );
  const may = ({ who }: OwnerDriver, kind: string) => who?.includes(kind === 'cardOnly' ? 'card' : 'password') ?? true;
  // A call only for restricted tokens: those of an account's number, or of a card's.
  const restricted = route.operation.auth.includes('accountnumber') ? ('webAccount' as const) : ('cardOnly' as const);
  const isActivation = route.operation.auth.includes('verifyactivation');
  const cases = drivers.flatMap((driver, index) =>
    (isActivation ? (['newCard'] as const) : owners.length > 0 ? owners : [restricted])
      .filter((kind) => may(driver, kind))
      .map((kind) => [kind, index + 1, driver] as const),
  );

  it.each(cases)(
    'of an owner with a %s, request %d: others are left out, the owner is served',
    async (kind, _n, driver) => {
      await expectOthersLeftOut(route, driver, kind === 'newCard' ? await givenNewOwner(world) : world.owners[kind]);
    },
  );

  const refusesView = async () => {
    const { headers } = await givenView(world, webAccountOf(world.owners.webAccount));
    const before = await ownerRows();
    const { status, body } = await send(route, headers, {});
    // The body of a stream is not read.
    expect([status, codeIn(body)]).toEqual([403, route.isStream ? undefined : '20403']);
    expect(changed(before, await ownerRows())).toEqual([]);
  };
  const answersView = async () => {
    const owner = world.owners.webAccount;
    const { headers } = await givenView(world, webAccountOf(owner));
    const { pan, holder } = owner.card;
    const asked = drivers.filter((driver) => may(driver, 'webAccount'));
    expect(asked.length).toBeGreaterThan(0);
    for (const driver of asked) {
      const { request } = await driver.ask(world, owner, await sessionFor(route, driver, owner));
      const before = await ownerRows();
      const { status, body } = await send(route, headers, request(owner));
      expect([status, codeIn(body)]).toEqual(driver.answer ?? [200, undefined]);
      const secrets = [pan, holder?.email].filter((secret) => secret && body.includes(secret));
      expect(secrets).toEqual([]);
      expect(changed(before, await ownerRows())).toEqual([]);
    }
  };
  const ofView = route.operation.auth.includes('view')
    ? (['answers staff who view the account, shows no secret and changes nothing', answersView] as const)
    : (['refuses staff who view the account, before it looks at the input', refusesView] as const);

  it.each([ofView])('%s', (_words, judge) => judge());

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
