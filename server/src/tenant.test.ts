import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counts, countsOf, lost, type Acknowledged } from '../torture/still-there.ts';
import type { Payer } from '../torture/client.ts';
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
} from '../test-support/cells.ts';
import { dice } from '../test-support/dice.ts';
import type { TestProduct } from '../test-support/factories.ts';
import { givenPayer, givenTransferProduct } from '../test-support/transfers.ts';
import { brokenIn } from '../test-support/verified.ts';
import { ACCOUNT_CHAIN } from './ledger/account-chain.ts';
import { LEDGER_CHAIN } from './ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from './platform/audit-chain.ts';
import { extendChain } from './platform/seal.ts';
import { forgetTenant } from './platform/cells/move.ts';

const SEED = Number(process.env['WATTLE_SEED'] ?? 20_261_124);

let cells: [TestCell, TestCell];
let moving: { product: TestProduct; payers: Payer[] };
let neighbour: { product: TestProduct; payers: Payer[] };
beforeAll(async () => {
  cells = await givenCells({ WATTLE_LOG_LEVEL: 'warn' });
  [moving, neighbour] = [await givenProgramme(cells[0]), await givenProgramme(cells[0])];
  await givenPreparedCells(cells);
});
afterAll(async () => {
  for (const cell of cells) await cell.close();
});

async function givenProgramme({ ctx }: TestCell) {
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
  return { product, payers };
}

/** Seals what there is; under load there is always more. */
async function seal({ ctx }: TestCell): Promise<void> {
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) {
    await extendChain({ ...ctx, security: ctx.clocks.security }, chain);
  }
}

const kill = (at: string) => (step: string) => {
  if (step === at) throw new Killed(at);
};

/** Waits until so many more are acknowledged. */
async function goesOn(load: Load): Promise<void> {
  const before = load.countOfAcknowledged();
  await expect.poll(() => load.countOfAcknowledged(), { timeout: 20_000 }).toBeGreaterThan(before + 5);
}

describe('a tenant that is moved under load', () => {
  it('is stopped at every step, taken back and given again, moved there and back, and loses and doubles nothing', {
    timeout: 120_000,
  }, async () => {
    const [a, b] = cells;
    const { tenantId } = moving.product.brand;
    // All requests go to the first cell, which hands on what it does not have.
    const load = startLoad(a.baseUrl, moving.payers, 'moving', dice(SEED));
    const beside = startLoad(a.baseUrl, neighbour.payers, 'beside', dice(SEED + 1), 1);
    await goesOn(load);
    await seal(a);

    for (const step of ['prepare', 'copy', 'freeze', 'proved']) {
      await expect(move(cells, { tenantId, to: 'b', onStep: kill(step) })).rejects.toThrow(Killed);
      if (step === 'copy') await goesOn(load);
      if (step === 'freeze') {
        await moveBack(cells, { tenantId, to: 'b' });
        expect(await b.ctx.asOwner('SELECT FROM transfer')).toHaveLength(0);
        await goesOn(load);
      }
    }
    await expect(move(cells, { tenantId, to: 'b', onStep: kill('switch') })).rejects.toThrow(Killed);
    await expect(moveBack(cells, { tenantId, to: 'b' })).rejects.toThrow('goes on, not back');
    // Nobody takes writes between the switch and the target.
    const stood = load.countOfAcknowledged();
    expect(await placesOf(a, b, tenantId)).toEqual(['gone', 'arriving']);
    await expect(move(cells, { tenantId, to: 'b', onStep: kill('clean') })).rejects.toThrow(Killed);
    await goesOn(load);
    expect(load.countOfAcknowledged()).toBeGreaterThan(stood);
    await move(cells, { tenantId, to: 'b' });
    expect(await placesOf(a, b, tenantId)).toEqual(['gone', 'here']);

    await expect(move(cells, { tenantId, to: 'a' })).rejects.toThrow('a has rows of the tenant');
    await forgetTenant(databasesOf(cells), tenantId, 'a', () => {});
    await goesOn(load);
    await seal(b);
    const moved = await move(cells, { tenantId, to: 'a' });
    await goesOn(load);
    const [told, toldBeside] = [await load.stop(), await beside.stop()];
    expect(await found(a, tenantId, told)).toEqual({ lost: [], there: countsOf(told) });
    expect(await found(a, neighbour.product.brand.tenantId, toldBeside)).toEqual({
      lost: [],
      there: countsOf(toldBeside),
    });
    expect(moved?.frozenMs).toBeLessThan(10_000);
    expect(beside.longestSilenceMs()).toBeLessThan(5_000);
    await forgetTenant(databasesOf(cells), tenantId, 'b', () => {});
    expect(await b.ctx.asOwner('SELECT FROM transfer UNION ALL SELECT FROM audit_log')).toHaveLength(0);
    await seal(a);
    expect(await brokenIn(a.ctx)).toEqual([]);
  });
});

async function found(cell: TestCell, tenantId: number, told: readonly Acknowledged[]) {
  return { lost: await lost(cell.ctx, told), there: await counts(cell.ctx, tenantId) };
}

async function placesOf(a: TestCell, b: TestCell, tenantId: number): Promise<string[]> {
  const states: string[] = [];
  for (const { ctx } of [a, b]) {
    const [row] = await ctx.asOwner<{ state: string }>('SELECT state FROM tenant_place WHERE tenant_id = $1', [
      tenantId,
    ]);
    states.push(row?.state ?? 'none');
  }
  return states;
}
