import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  databasesOf,
  givenCells,
  givenPreparedCells,
  Killed,
  type Load,
  move,
  moveBack,
  startLoad,
  type TestCell,
} from '../../server/test-support/processes/cells.ts';
import { dice } from '../../server/test-support/dice.ts';
import type { TestCard, TestProduct } from '../../server/test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../server/test-support/network.ts';
import { inFull, seedOr } from '../../server/test-support/sampled.ts';
import { givenPayer, givenTransferProduct, postMoney, transferBody } from '../../server/test-support/transfers.ts';
import { brokenIn } from '../../server/test-support/ledger/verified.ts';
import { ACCOUNT_CHAIN } from '../../server/src/ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../server/src/ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from '../../server/src/platform/sealed-log/audit-chain.ts';
import { extendChain } from '../../server/src/platform/sealed-log/seal.ts';
import { forgetTenant, unfreeze } from '../../server/src/platform/cells/move.ts';
import { counts, countsOf, lost, type Acknowledged } from '../../server/stress/still-there.ts';
import type { Payer } from '../../server/stress/client.ts';

const SEED = seedOr(20_261_124);
/** Moves back and forth after the first one. */
const ROUNDS = Number(process.env['WATTLE_MOVE_ROUNDS'] ?? inFull(2, 0));
/** Ten long moves, beside other work. */
const TEST_MS = 90_000 + ROUNDS * 60_000;

type Programme = {
  readonly product: TestProduct;
  readonly payers: readonly Payer[];
  readonly cards: readonly TestCard[];
};

let cells: [TestCell, TestCell];
let moving: Programme;
let neighbour: Programme;
beforeAll(async () => {
  cells = await givenCells({ WATTLE_NETWORK_STAND_IN: 'decline' });
  [moving, neighbour] = [await givenProgramme(cells[0]), await givenProgramme(cells[0])];
  await givenPreparedCells(cells);
});
afterAll(async () => {
  for (const cell of cells) await cell.close();
});

async function givenProgramme({ ctx }: TestCell): Promise<Programme> {
  const product = await givenTransferProduct(ctx, { schemeTopUp: true, maxBalance: 1e9, maxBalanceUnverified: 1e9 });
  const people = await Promise.all(
    [10_000_000n, 10_000_000n, 3_000n].map((balance) => givenPayer(ctx, product, balance)),
  );
  const payers = people.map(({ card, headers }) => ({
    accountNumber: card.account.accountNumber,
    ledgerAccountId: card.account.ledgerAccountId,
    pan: card.pan,
    authorization: headers.authorization,
  }));
  return { product, payers, cards: people.map(({ card }) => card) };
}

/** Seals existing rows; under load there are always more. */
async function seal({ ctx }: TestCell): Promise<void> {
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) {
    await extendChain({ ...ctx, security: ctx.clocks.security }, chain);
  }
}

/** Waits for more acknowledgements. */
async function goesOn(load: Load): Promise<void> {
  const before = load.countOfAcknowledged();
  await expect.poll(() => load.countOfAcknowledged(), { timeout: 20_000 }).toBeGreaterThan(before + 5);
}

it(
  'a tenant that is moved under load, stopped at each step and given again, loses and doubles nothing',
  async () => {
    const [a, b] = cells;
    const { tenantId } = moving.product.brand;
    // All requests go to the first cell, which forwards those of other cells. Sessions stay valid.
    const load = startLoad(a.baseUrl, moving.payers, 'moving', dice(SEED));
    const beside = startLoad(a.baseUrl, neighbour.payers, 'beside', dice(SEED + 1), 1);
    // A move must not block the other programme: a lock would stop it here permanently.
    const lookBeside = () => goesOn(beside);
    const kill = (at: string) => async (step: string) => {
      await lookBeside();
      if (step === at) throw new Killed(at);
    };
    await goesOn(load);
    await seal(a);

    await expect(move(cells, { tenantId, to: 'b', onStep: kill('prepare') })).rejects.toThrow(Killed);
    await expect(move(cells, { tenantId, to: 'b', onStep: kill('copy') })).rejects.toThrow(Killed);
    await goesOn(load);
    await moveBack(cells, { tenantId, to: 'b' });
    expect(await b.ctx.asOwner('SELECT FROM transfer UNION ALL SELECT FROM audit_log')).toHaveLength(0);
    await expect(move(cells, { tenantId, to: 'b', onStep: kill('freeze') })).rejects.toThrow(Killed);
    await expectFrozen(a);
    await unfreeze({ databases: databasesOf(cells), tenantId, to: 'b', say: () => {} });
    await goesOn(load);
    await expect(move(cells, { tenantId, to: 'b', onStep: kill('proved') })).rejects.toThrow(Killed);
    await expect(move(cells, { tenantId, to: 'b', onStep: kill('switch') })).rejects.toThrow(Killed);
    expect(await placesOf(tenantId)).toEqual(['gone', 'arriving']);
    await expect(moveBack(cells, { tenantId, to: 'b' })).rejects.toThrow('goes on, not back');
    await expect(move(cells, { tenantId, to: 'b', onStep: kill('clean') })).rejects.toThrow(Killed);
    await goesOn(load);
    await move(cells, { tenantId, to: 'b', onStep: lookBeside });
    expect(await placesOf(tenantId)).toEqual(['gone', 'here']);
    await expect(move(cells, { tenantId, to: 'a' })).rejects.toThrow('a has rows of the tenant');
    await forgetTenant(databasesOf(cells), tenantId, 'a', () => {});
    await goesOn(load);

    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [from, to] of [
        [b, a],
        [a, b],
      ] as const) {
        await seal(from);
        const moved = await move(cells, { tenantId, to: to.name, onStep: lookBeside });
        await forgetTenant(databasesOf(cells), tenantId, from.name, () => {});
        await goesOn(load);
        process.stdout.write(
          `${from.name} to ${to.name}: ${moved?.rows} rows, writes waited ${Math.round(moved?.frozenMs ?? 0)} ms\n`,
        );
      }
    }
    const [answered, answeredBeside] = [await load.stop(), await beside.stop()];
    expect(await found(b, tenantId, answered)).toEqual({ lost: [], there: countsOf(answered) });
    const { tenantId: besideId } = neighbour.product.brand;
    expect(await found(a, besideId, answeredBeside)).toEqual({ lost: [], there: countsOf(answeredBeside) });
    for (const cell of cells) {
      await seal(cell);
      expect(await brokenIn(cell.ctx)).toEqual([]);
    }
    expect(await a.ctx.asOwner('SELECT FROM transfer WHERE tenant_id = $1', [tenantId])).toHaveLength(0);
  },
  TEST_MS,
);

/** Reads continue, writes wait, and the card network gets the specified answer. */
async function expectFrozen(cell: TestCell): Promise<void> {
  const [card, other] = moving.cards;
  const [payer] = moving.payers;
  if (!card || !other || !payer) throw new Error('two people');
  const headers = { authorization: payer.authorization };
  const url = `/api/transaction?accountNumber=${payer.accountNumber}&count=1&skip=0`;
  expect((await cell.app.inject({ url, headers })).statusCode).toBe(200);
  const refused = await postMoney(cell, 'transfer/internal', headers, transferBody(card.account, other.account));
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
  expect(await sendNetwork(cell, 'authorisations', purchaseOf(card))).toMatchObject({ answer: '96' });
}

async function found(cell: TestCell, tenantId: number, answered: readonly Acknowledged[]) {
  return { lost: await lost(cell.ctx, answered), there: await counts(cell.ctx, tenantId) };
}

async function placesOf(tenantId: number): Promise<string[]> {
  const states: string[] = [];
  for (const { ctx } of cells) {
    const [row] = await ctx.asOwner<{ state: string }>('SELECT state FROM tenant_place WHERE tenant_id = $1', [
      tenantId,
    ]);
    states.push(row?.state ?? 'none');
  }
  return states;
}
