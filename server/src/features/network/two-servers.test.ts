import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenAccount, givenBrand, givenCard, type TestBrand, type TestCard } from '../../../test-support/factories.ts';
import {
  freshReference,
  type NetworkPath,
  postNetwork,
  purchaseOf,
  sendNetwork,
} from '../../../test-support/network.ts';
import { buildApp } from '../../http/app.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { isCollision } from '../../platform/database/database-fault.ts';
import { expireHolds } from './due.ts';

type Server = Pick<TestApp, 'app' | 'ctx'>;

let test: TestApp;
let servers: readonly [Server, Server];
let brand: TestBrand;
let closeOther: () => Promise<void>;
/** Deadlocks met by any transaction of the two servers. */
const collisions: unknown[] = [];

function watched(database: Database): Database {
  return {
    ...database,
    async transact(...given) {
      try {
        return await database.transact(...given);
      } catch (error) {
        if (isCollision(error)) collisions.push(error);
        throw error;
      }
    },
  };
}

async function openServer(base: TestApp, database: Database): Promise<Server> {
  const ctx = { ...base.ctx, database: watched(database) };
  return { ctx, app: await buildApp(ctx) };
}

beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  const pool = openDatabase({ connectionString: test.ctx.url, size: 8 });
  servers = [await openServer(test, test.ctx.database), await openServer(test, pool)];
  closeOther = async () => {
    for (const { app } of servers) await app.close();
    await pool.close();
  };
});
afterAll(async () => {
  await closeOther();
  await test.close();
});

const at = (place: number): Server => servers[place % servers.length] as Server;

async function heldOn(card: TestCard): Promise<number> {
  const [row] = await test.ctx.asOwner<{ held: string }>('SELECT held FROM ledger_account WHERE id = $1', [
    card.account.ledgerAccountId,
  ]);
  return Number(row?.held);
}

describe('two servers on one database', () => {
  it('hold once and answer alike when they get the same message at the same moment', async () => {
    const card = await givenCard(test.ctx, { brand, balance: 100_000n });
    const messages = Array.from({ length: 10 }, () => purchaseOf(card, { amount: 100 }));
    const answers = await Promise.all(
      messages.flatMap((message) => servers.map((server) => sendNetwork(server, 'authorisations', message))),
    );
    const byReference = Map.groupBy(answers, ({ reference }) => reference);
    for (const message of messages) {
      const [one, other] = byReference.get(message.reference) ?? [];
      expect(one).toMatchObject({ answer: '00' });
      expect(other).toEqual(one);
    }
    expect(await heldOn(card)).toBe(1_000);
  });

  it('approve exactly the rest of a card’s daily limit', async () => {
    const card = await givenCard(test.ctx, { brand, balance: 100_000n, spendLimit: 1_000n });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        sendNetwork(at(place), 'authorisations', purchaseOf(card, { amount: 100 })),
      ),
    );
    expect(answers.filter(({ answer }) => answer === '00')).toHaveLength(10);
    expect(answers.filter(({ answer }) => answer === '61')).toHaveLength(30);
    expect(await heldOn(card)).toBe(1_000);
  });

  it('carry out every kind of message at the same moment without a deadlock', async () => {
    const accounts = [];
    for (let made = 0; made < 3; made += 1) accounts.push(await givenAccount(test.ctx, { brand, balance: 3_000n }));
    const cards: TestCard[] = [];
    for (const account of [...accounts, ...accounts]) {
      cards.push(await givenCard(test.ctx, { account, pin: '4826', spendLimit: 4_000n }));
    }
    const roll = dice(7);
    const one = <T>(of: readonly T[]): T => of[roll(of.length)] as T;
    const asked: ReturnType<typeof purchaseOf>[] = [];

    const send = async (place: number, path: NetworkPath, message: object) => {
      const { statusCode, body } = await postNetwork(at(place), path, message);
      expect({ path, statusCode, body }).toMatchObject({ statusCode: 200 });
    };
    const purchase = () => {
      const wrongPin = roll(6) === 0 ? { channel: 'chip', pin: '0000' } : {};
      const message = purchaseOf(one(cards), { amount: 1 + roll(300), ...wrongPin });
      asked.push(message);
      return message;
    };
    const step = (place: number): Promise<void> => {
      const earlier = asked.length > 0 ? one(asked) : purchase();
      const kind = roll(20);
      if (kind < 11) return send(place, 'authorisations', purchase());
      // On both servers.
      if (kind < 12) return send(place, 'authorisations', earlier);
      if (kind < 13) return send(place, 'advices', purchase());
      const reference = freshReference();
      const original = earlier.reference;
      if (kind < 16) return send(place, 'clearings', { ...earlier, reference, original });
      if (kind < 18) return send(place, 'reversals', { reference, original });
      if (kind < 19) return send(place, 'refunds', { ...earlier, reference, original });
      return sweep(at(place).ctx, expireHolds);
    };

    for (let round = 0; round < 8; round += 1) {
      // Earlier holds expire in the second half, beside everything else.
      if (round === 4) test.ctx.advance(8 * 86_400_000);
      await Promise.all(Array.from({ length: 40 }, (_, place) => step(place)));
    }
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');

    expect(collisions).toEqual([]);
    const sums = await test.ctx.asOwner<{ held: string; approved: string }>(
      `SELECT la.held, coalesce((SELECT sum(o.current_amount) FROM authorisation o
                                 WHERE o.member_account_id = a.id AND o.status = 'approved'), 0) AS approved
       FROM member_account a JOIN ledger_account la ON la.id = a.ledger_account_id WHERE a.id = ANY ($1)`,
      [accounts.map(({ id }) => id)],
    );
    expect(sums).toHaveLength(3);
    for (const { held, approved } of sums) expect(held).toBe(approved);
    const owner = new pg.Client({ connectionString: test.ctx.ownerUrl });
    await owner.connect();
    const report = await verifyLedger(owner).finally(() => owner.end());
    expect(report.findings).toEqual([]);
  });
});

/** Numerical Recipes' generator: the same steps in every run, whatever their interleaving. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
