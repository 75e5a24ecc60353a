import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { runDue, runsOf, schedulesOf } from '../../../test-support/schedules.ts';
import {
  balanceOf,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
} from '../../../test-support/transfers.ts';
import { listDeadLetters } from '../../platform/due-work/due-state.store.ts';
import { unreadableSchedulesJob } from './unreadable.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('shows the desk a stored payment that is no longer valid, and makes the others', async () => {
  test.ctx.setBusinessTime(TEST_START);
  const product = await givenTransferProduct(test.ctx, { externalTransfers: true });
  const { tenantId } = product.brand;
  const [broken, other] = [
    await givenPayer(test.ctx, product, 100_00n),
    await givenPayer(test.ctx, product, 100_00n),
  ] as const;
  for (const payer of [broken, other]) {
    const body = externalBody(payer.card.account, { PaymentFrequency: 21, FutureDate: '2026-11-23' });
    expect((await postMoney(test, 'transfer/external', payer.headers, body)).statusCode).toBe(200);
  }
  const [schedule] = await schedulesOf(test.ctx, broken.card.account);
  const setAmount = (amount: string) =>
    test.ctx.asOwner(`UPDATE schedule SET body = jsonb_set(body, '{Amount}', $2::jsonb) WHERE id = $1`, [
      schedule?.id,
      amount,
    ]);
  const lookAtDead = async () => {
    const runner = givenRunner(test.ctx as never, [unreadableSchedulesJob] as never);
    await runner.runDue();
    await runner.stop();
    return test.ctx.database.read(tenantId, (tx) => listDeadLetters(tx, tenantId, 10));
  };
  await setAmount('"ten"');
  // 06:00 in Melbourne on Monday 23 November.
  test.ctx.setBusinessTime('2026-11-22T19:00:00Z');
  await runDue(test.ctx, tenantId);
  expect(await balanceOf(test.ctx, other.card.account)).toBe(90_00n);
  expect(await balanceOf(test.ctx, broken.card.account)).toBe(100_00n);
  expect(await runsOf(test.ctx, broken.card.account)).toEqual([]);
  expect(await lookAtDead()).toMatchObject([{ job: 'schedules.unreadable', reason: 'body_refused' }]);
  // The occurrence stays due and is paid once the body is corrected or a release accepts it.
  await setAmount('10');
  test.ctx.setBusinessTime('2026-11-22T19:10:00Z');
  await runDue(test.ctx, tenantId);
  expect(await balanceOf(test.ctx, broken.card.account)).toBe(90_00n);
});
