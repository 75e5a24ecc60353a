import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { givenApp } from '../../test-support/app.ts';
import { give, givenStaff } from '../../test-support/desk.ts';
import { readStatements } from '../features/reconciliation/read-statements.ts';
import { leaveDeposit } from '../sim/deposit.ts';
import { exchangeFiles } from '../features/settlement/due.ts';
import { dayAt } from '../platform/clock.ts';
import { seedDemo } from './seed.ts';

const DAY_MS = 86_400_000;

it('the demo shows its accounts beside their statements the day after, without a difference', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'wattle-demo-'));
  const test = await givenApp({ WATTLE_DATA: data });
  try {
    await seedDemo(test.ctx);
    const readDay = async () => dayAt(test.ctx.clocks.business.now());
    const deposit = ['--account', '200100017', '--amount', '12.34'];
    await leaveDeposit(deposit, { dataFolder: data, readDay });
    await exchangeFiles(test.ctx, 1, { atOnce: 50 });
    test.ctx.setBusinessTime(test.ctx.clocks.business.now() + DAY_MS);
    await readStatements(test.ctx, 1);
    const viewer = await givenStaff(test.ctx, 1, { role: 'viewer' });
    const rows = (await give(test, viewer, 'differences', {})).body.rows ?? [];
    expect(rows).toMatchObject([
      { account: 'bank', difference: '0.00', onlyInStatement: '0.00', onlyInBooks: '0.00', unexplained: '0.00' },
    ]);
    for (const account of ['bank', 'schemeSettlement', 'gateway'])
      expect((await give(test, viewer, 'unmatched', { input: { account } })).body.rows).toEqual([]);
  } finally {
    await test.close();
    await rm(data, { recursive: true, force: true });
  }
});
