import { asksForProof } from '@wattle/contract/proof.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp } from '../../test-support/app.ts';
import { givenSession } from '../../test-support/factories.ts';
import { type OwnerDriver, same } from '../../test-support/ownership/driver.ts';
import { OWNER_DRIVERS } from '../../test-support/ownership/drivers.ts';
import {
  type Caller,
  givenNewOwner,
  givenWorld,
  type OwnerRows,
  readOwnerRows,
  scopeFor,
  type World,
} from '../../test-support/ownership/world.ts';
import { sendAsked } from '../../test-support/ownership/send.ts';
import type { Headers } from '../../test-support/signed-in.ts';
import type { Route } from '../http/handle.ts';
import { routes } from '../compose/routes.ts';

const CALLS = routes.filter(({ kind }) => kind === 'session');

let world: World;
let ownerRows: OwnerRows;
beforeAll(async () => {
  world = await givenWorld(await givenApp({ WATTLE_SIGN_IN_RATE: '10000' }));
  ownerRows = await readOwnerRows(world);
});
afterAll(() => world.close());

/** Requests that meet the words of a declaration, where those of the owner's drivers meet none of its cases. */
const ASKED: Readonly<Record<string, OwnerDriver>> = {
  initiatePayment: {
    ask: (_world, { card }) =>
      same({ body: { accountNumber: card.account.accountNumber, amount: 10, SaveCard: true } }),
  },
  deletePasscode: { ask: () => same({ body: {} }) },
  updatePersonalDetails: {
    ask: () => same({ body: { HomePhone: '0298765432', currentpassword: 'Golden-Wattle-2026' } }),
  },
  changePaymentLimit: {
    ask: async ({ ctx }, { card }) => {
      await ctx.asOwner('UPDATE member_account SET payment_limit = 10000 WHERE id = $1', [card.account.id]);
      return same({ body: { CardSummary: card.reference, NewPaymentLimit: 101 } });
    },
  },
  changeSpendLimit: {
    ask: async ({ ctx }, { card }) => {
      await ctx.asOwner('UPDATE card SET spend_limit = 5000 WHERE id = $1', [card.id]);
      return same({ body: { Card: card.reference, NewSpendLimit: 100 } });
    },
  },
  changeCardControl: {
    ask: (_world, { card }) => same({ body: { Card: card.reference, Control: 'online', IsAllowed: true } }),
  },
};

function ownersOf({ operation }: Route): ('webAccount' | 'cardOnly')[] {
  return (['webAccount', 'cardOnly'] as const).filter((kind) =>
    operation.auth.includes(kind === 'cardOnly' ? 'card' : 'password'),
  );
}

/** A session whose sign-in no longer counts as proof. */
async function unprovedSession(caller: Caller, { operation }: Route): Promise<Headers> {
  const { id, headers } = await givenSession(world.ctx, caller.who, scopeFor(operation, caller));
  await world.ctx.asOwner('UPDATE session SET proved_at = NULL WHERE id = $1', [id]);
  return headers;
}

const changed = (before: ReadonlySet<string>, after: ReadonlySet<string>) => [...before.symmetricDifference(after)];

const ASKING = CALLS.filter(({ operation }) => asksForProof(operation.proof)).flatMap((route) =>
  ownersOf(route).map((kind) => [route.operation.name, kind, route] as const),
);

describe('a session that has proved nothing', () => {
  it.each(ASKING)('is asked for a proof by %s, with a %s, and changes nothing', async (name, kind, route) => {
    const owner = world.owners[kind];
    const headers = await unprovedSession(owner, route);
    const drivers = ASKED[name] ? [ASKED[name]] : (OWNER_DRIVERS[name] ?? []);
    expect(drivers.length).toBeGreaterThan(0);
    for (const driver of drivers) {
      const { request } = await driver.ask(world, owner, headers);
      // What a driver has made ready succeeds; here no payment and no change of a payee was proved.
      await world.ctx.asOwner('DELETE FROM step_up_proof', []);
      await world.ctx.asOwner(`UPDATE product SET settings = settings || '{"stepUpAmount": 50000}'`, []);
      const before = await ownerRows();
      const { status, body } = await sendAsked(world, route, headers, request(owner));
      expect([status, body]).toEqual([428, expect.stringContaining('"428"')]);
      expect(changed(before, await ownerRows())).toEqual([]);
    }
  });

  it('is served once it has given the proof', async () => {
    const { webAccount } = world.owners;
    const route = CALLS.find(({ operation }) => operation.name === 'changePaymentLimit');
    const asked = ASKED['changePaymentLimit'];
    if (!route || !asked) throw new Error('no such call');
    const headers = await unprovedSession(webAccount, route);
    const { request } = await asked.ask(world, webAccount, headers);
    expect((await sendAsked(world, route, headers, request(webAccount))).status).toBe(428);
    const giving = CALLS.find(({ operation }) => operation.name === 'giveProof');
    const [driver] = OWNER_DRIVERS['giveProof'] ?? [];
    if (!giving || !driver) throw new Error('no such call');
    const given = await driver.ask(world, webAccount, headers);
    expect((await sendAsked(world, giving, headers, given.request(webAccount))).status).toBe(200);
    expect((await sendAsked(world, route, headers, request(webAccount))).status).toBe(200);
  });
});

const CARRYING = CALLS.filter(({ operation }) => operation.proof.carriedBy).flatMap((route) =>
  (ownersOf(route).length > 0 ? ownersOf(route) : (['journey'] as const)).map(
    (kind) => [route.operation.name, kind, route] as const,
  ),
);

/** Another value of the same shape. */
function wrong(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrong);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === 'type' ? inner : wrong(inner)]),
    );
  }
  if (typeof value !== 'string') return value;
  return value.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)).replaceAll(/[b-y]/g, 'z');
}

describe('a call that carries its proof', () => {
  it.each(CARRYING)('%s, of a %s: is refused with another one', async (name, kind, route) => {
    const isActivation = route.operation.auth.includes('verifyactivation');
    const owner =
      kind !== 'journey'
        ? world.owners[kind]
        : isActivation
          ? await givenNewOwner(world)
          : world.owners[route.operation.auth.includes('accountnumber') ? 'webAccount' : 'cardOnly'];
    const { headers } = await givenSession(world.ctx, owner.who, scopeFor(route.operation, owner));
    const driver = ASKED[name] ?? OWNER_DRIVERS[name]?.[0];
    if (!driver) throw new Error('no driver');
    const { request } = await driver.ask(world, owner, headers);
    const ask = request(owner);
    const fields = Object.entries(ask.body ?? {});
    const carriers = route.operation.proof.carriedBy ?? [];
    expect(fields.filter(([field]) => carriers.includes(field))).not.toEqual([]);
    const body = Object.fromEntries(
      fields.map(([field, value]) => [field, carriers.includes(field) ? wrong(value) : (value as unknown)]),
    );
    const { status } = await sendAsked(world, route, headers, { ...ask, body });
    expect([400, 404, 421]).toContain(status);
  });
});
