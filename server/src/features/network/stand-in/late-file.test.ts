import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenContext, givenDatabase, type TestContext } from '../../../../test-support/processes/database.ts';
import { givenBrand, givenCard, type TestCard } from '../../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { readPurchase } from '../../../outside/processors/wattle/read-purchase.ts';
import { inFull } from '../../../../test-support/sampled.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../http/app.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { DatabaseUnreachable } from '../../../platform/database/database.ts';
import { openReplica } from '../../../platform/database/replica.ts';
import { readSpentOn } from '../network.store.ts';
import { authoriseOrStandIn, postStandIns } from './stand-in.ts';

/*
 * A purchase that one server approved while it stood in, even if the books or another server would decline it. Its file
 * is posted before, between and after the messages of the network about it. What is held, booked and spent at the end
 * depends on the messages only.
 */

const START = 1_000_00;
const AMOUNT = 30_00;
const CLEARED = 12_00;

let folders: string[];
let ctx: TestContext;
let app: FastifyInstance;
/** Servers that reach no primary, each with a separate file. */
let approving: TestContext;
let declining: TestContext;
let brand: TestCard['brand'];

beforeAll(async () => {
  folders = await Promise.all(
    ['approving', 'declining'].map((name) => mkdtemp(path.join(tmpdir(), `wattle-${name}-`))),
  );
  const [dataFolder = '', otherFolder = ''] = folders;
  const behind = await givenDatabase();
  const settings = {
    WATTLE_DATA: dataFolder,
    DATABASE_URL: behind.url,
    DATABASE_REPLICA_URL: behind.url,
    WATTLE_NETWORK_STAND_IN: 'approve=100.00',
  };
  const given = await givenContext(settings, behind);
  ctx = { ...given, replica: openReplica(given.database) };
  app = await buildApp(ctx);
  brand = await givenBrand(ctx);
  const lost = () => Promise.reject(new DatabaseUnreachable('no connection to the database'));
  const database = { ...ctx.database, transact: lost, transactShared: lost, read: lost, readShared: lost };
  approving = { ...ctx, database };
  const cluster = { ...ctx.config.cluster, standIn: { rule: 'decline' } as const };
  declining = { ...approving, config: { ...ctx.config, dataFolder: otherFolder, cluster } };
});
afterAll(async () => {
  const broken = await brokenIn(ctx);
  await app.close();
  await ctx.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  expect(broken).toEqual([]);
});

type Step =
  | 'approve'
  | 'decline elsewhere'
  | 'post'
  | 'post elsewhere'
  | 'reverse'
  | 'reverse to 20.00'
  | 'clear'
  | 'clear final'
  | 'repeat';

const FOLLOW_UPS: readonly Step[][] = [
  ...subsetsOf<Step>(['reverse', 'reverse to 20.00', 'clear', 'repeat'], inFull(4, 2)),
  ['clear final', 'reverse to 20.00', 'repeat'],
];

function subsetsOf<T>(all: readonly T[], most: number): T[][] {
  const subsets = all.reduce<T[][]>((found, one) => [...found, ...found.map((some) => [...some, one])], [[]]);
  return subsets.filter(({ length }) => length <= most);
}

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]];
  return all.flatMap((one, at) => ordersOf(all.filter((_, other) => other !== at)).map((rest) => [one, ...rest]));
}

const isBefore = (order: readonly Step[], first: Step, second: Step) =>
  !order.includes(second) || order.indexOf(first) < order.indexOf(second);

/** Possible orders: a file is posted after its answer, and a repeat follows its original. */
function historiesOf(followUps: readonly Step[], ...more: Step[]): Step[][] {
  return ordersOf<Step>(['approve', 'post', ...more, ...followUps]).filter(
    (order) =>
      isBefore(order, 'approve', 'post') &&
      isBefore(order, 'approve', 'repeat') &&
      isBefore(order, 'decline elsewhere', 'post elsewhere') &&
      isBefore(order, 'decline elsewhere', 'approve'),
  );
}

/** Result of the messages, which does not depend on their order. */
function modelOf(order: readonly Step[]) {
  const has = (step: Step) => order.includes(step);
  const authorised = has('reverse') ? 0 : has('reverse to 20.00') ? 20_00 : AMOUNT;
  const booked = has('clear') || has('clear final') ? CLEARED : 0;
  const held = has('clear final') ? 0 : Math.max(0, authorised - booked);
  return { held, booked, spent: held + booked };
}

async function sumsOf(card: TestCard) {
  const [row] = await ctx.asOwner<{ balance: string; held: string }>(
    'SELECT balance, held FROM ledger_account WHERE id = $1',
    [card.account.ledgerAccountId],
  );
  const { tenantId } = card.brand;
  const spent = await ctx.database.read(tenantId, (tx) =>
    readSpentOn(tx, tenantId, [BigInt(card.id)], dayAt(ctx.clocks.business.now())),
  );
  return {
    held: Number(row?.held),
    booked: START - Number(row?.balance),
    spent: Number(spent.get(BigInt(card.id)) ?? 0n),
  };
}

type Message = ReturnType<typeof purchaseOf>;

async function inBooks(card: TestCard, message: Message, says: 'nothing' | 'declined' | 'approved') {
  if (says === 'nothing') return;
  const status = (to: string) => ctx.asOwner('UPDATE card SET status = $2 WHERE id = $1', [card.id, to]);
  if (says === 'declined') await status('Lost');
  await sendNetwork({ app, ctx }, 'authorisations', message);
  await status('Active');
}

async function live(order: readonly Step[], says: 'nothing' | 'declined' | 'approved' = 'nothing') {
  const card = await givenCard(ctx, { brand, balance: BigInt(START) });
  const message = purchaseOf(card, { amount: AMOUNT, channel: 'online', credentialOnFile: true });
  await inBooks(card, message, says);
  const original = message.reference;
  const follow = (path: 'clearings' | 'reversals', given: object) =>
    sendNetwork({ app, ctx }, path, { reference: freshReference(), original, ...given });
  const clear = (isFinal: boolean) =>
    follow('clearings', { ...message, reference: freshReference(), original, amount: CLEARED, isFinal });
  let approvalCode: string | null = null;
  const steps: Record<Step, () => Promise<unknown>> = {
    approve: async () => {
      const answer = await authoriseOrStandIn(approving, readPurchase(message));
      expect(answer).toMatchObject({ answer: '00' });
      ({ approvalCode } = answer);
    },
    'decline elsewhere': async () => {
      expect(await authoriseOrStandIn(declining, readPurchase(message))).toMatchObject({ answer: '96' });
      ctx.advance(16_000);
    },
    post: () => postStandIns(ctx),
    'post elsewhere': () => postStandIns({ ...ctx, config: declining.config }),
    reverse: () => follow('reversals', {}),
    'reverse to 20.00': () => follow('reversals', { replacementAmount: 20_00 }),
    clear: async () => expect(await clear(false)).toMatchObject({ answer: '00' }),
    'clear final': async () => expect(await clear(true)).toMatchObject({ answer: '00' }),
    repeat: async () => {
      const answer = await sendNetwork({ app, ctx }, 'authorisations', message);
      expect({ order, answer }).toMatchObject({ answer: { answer: '00' } });
      if (says !== 'approved') expect({ order, answer }).toMatchObject({ answer: { approvalCode } });
    },
  };
  for (const step of order) await steps[step]();
  return sumsOf(card);
}

const STATES = ['nothing', 'declined', 'approved'] as const;
/** Each order is a separate test, so that no test grows with the number of orders. */
const orders = FOLLOW_UPS.flatMap((followUps) =>
  historiesOf(followUps).flatMap((order) => STATES.map((says) => ({ says, order, title: order.join(', ') }))),
);
const ordersOfTwo = FOLLOW_UPS.filter(({ length }) => length <= inFull(3, 1)).flatMap((followUps) =>
  historiesOf(followUps, 'decline elsewhere', 'post elsewhere').map((order) => ({ order, title: order.join(', ') })),
);

describe('a purchase that a server approved alone', () => {
  it.each(orders)(
    'ends in the state of its messages by $title, where the books say: $says',
    async ({ order, says }) => {
      expect({ order, ...(await live(order, says)) }).toEqual({ order, ...modelOf(order) });
    },
  );

  it.each(ordersOfTwo)('comes to the same where another server declined it, by $title', async ({ order }) => {
    expect({ order, ...(await live(order)) }).toEqual({ order, ...modelOf(order) });
  });
});

describe('the answers to follow-ups of a declined purchase', () => {
  it('stay the same when they are asked again, before and after the file is posted', async () => {
    const card = await givenCard(ctx, { brand, balance: BigInt(START) });
    const message = purchaseOf(card, { amount: AMOUNT });
    await inBooks(card, message, 'declined');
    await authoriseOrStandIn(approving, readPurchase(message));
    const reversal = { reference: freshReference(), original: message.reference };
    const first = await sendNetwork({ app, ctx }, 'reversals', reversal);
    expect(await sendNetwork({ app, ctx }, 'reversals', reversal)).toEqual(first);
    await postStandIns(ctx);
    expect(await sendNetwork({ app, ctx }, 'reversals', reversal)).toEqual(first);
    expect(await sendNetwork({ app, ctx }, 'reversals', { ...reversal, replacementAmount: 1 })).toMatchObject({
      answer: '94',
    });
  });

  it('let nothing stay held when the reversal and the file come at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const card = await givenCard(ctx, { brand, balance: BigInt(START) });
      const message = purchaseOf(card, { amount: AMOUNT });
      await inBooks(card, message, 'declined');
      await authoriseOrStandIn(approving, readPurchase(message));
      const reversal = { reference: freshReference(), original: message.reference };
      await Promise.all([postStandIns(ctx), sendNetwork({ app, ctx }, 'reversals', reversal)]);
      expect(await sumsOf(card)).toEqual({ held: 0, booked: 0, spent: 0 });
    }
  });
});
