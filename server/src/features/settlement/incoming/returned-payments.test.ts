import { afterAll, describe, expect, it } from 'vitest';
import { dyingDatabase, givenRunner, ProcessDied } from '../../../../test-support/due-work.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../../../compose/blocks-money-out.ts';
import { openPayments } from '../../payments/public.ts';
import { callJobs } from '../calls/pay-by-call.ts';
import { SETTLEMENT_INVARIANTS } from '../settlement-invariants.store.ts';
import { readMovements } from './read-movements.ts';

const bank = await givenBank();
const { test, tenantId } = bank;
const runner = givenRunner(test.ctx, callJobs);
afterAll(async () => {
  await runner.stop();
  await bank.close();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let businessTime = Date.parse('2026-11-23T02:00:00Z');
/** Business time passes, and sessions go on. */
function later(ms: number): void {
  businessTime += ms;
  test.ctx.setBusinessTime(new Date(businessTime).toISOString());
}
const read = () => readMovements(test.ctx, tenantId);
type Payer = Awaited<ReturnType<typeof bank.givenPayer>>;
const balance = async ({ card }: Payer) => Number(await balanceOf(test.ctx, card.account));
const suspense = async () => (await bank.kept())['suspense'] ?? 0;
const told = (payer: Payer) =>
  test.ctx.asOwner("SELECT 1 FROM outbox_message WHERE holder_id = $1 AND template = 'paymentReturned'", [
    payer.holder.id,
  ]);

/** A payment of 10.00 to Testbank Instant that is settled. */
async function givenSettled(account: string) {
  later(HOUR);
  const payer = await bank.givenPayer(100_00n);
  await postApi(test, 'transfer/getBsbDetails', payer.headers, { BsbNumber: '000111' });
  const receipt = await bank.pay(payer, { DestinationAccountBsb: '000111', DestinationAccountNumber: account });
  await runner.runDue();
  test.ctx.advance(5_000);
  later(5_000);
  await runner.runDue();
  await read();
  expect(await bank.course(payer, receipt)).toMatchObject({ State: 'Settled' });
  return { payer, receipt };
}
/** State and reason of a payment, the payer's cents, and those in suspense. */
async function endOf({ payer, receipt }: Awaited<ReturnType<typeof givenSettled>>) {
  const course = await bank.course(payer, receipt);
  return [course?.State, course?.Reason, await balance(payer), await suspense()];
}
async function isSound(): Promise<void> {
  for (const { name, broken } of SETTLEMENT_INVARIANTS)
    expect([name, await test.ctx.asOwner(broken)]).toEqual([name, []]);
}

describe('a payment that the network returns', () => {
  it('is back with its payer a day later, once, with the reason', async () => {
    const paid = await givenSettled('91000014');
    expect(await endOf(paid)).toEqual(['Settled', null, 90_00, 0]);
    later(DAY);
    await read();
    await read();
    expect(await endOf(paid)).toEqual(['Returned', 'duplicate', 100_00, 0]);
    await bank.exchange();
    expect((await told(paid.payer)).length).toBeGreaterThan(0);
    later(2 * HOUR);
    await read();
    expect(await endOf(paid)).toEqual(['Returned', 'duplicate', 100_00, 0]);
    await isSound();
  });

  it('in part is kept for a person, and the payment stays settled', async () => {
    const paid = await givenSettled('91000015');
    later(5 * DAY);
    await read();
    await read();
    expect(await endOf(paid)).toEqual(['Settled', null, 90_00, 5_00]);
    await isSound();
  });

  it('after staff have given it back is kept for a person, and is not credited a second time', async () => {
    const before = await suspense();
    const paid = await givenSettled('91000014');
    await test.ctx.asOwner("UPDATE payment_out SET state = 'Returned', reason = '7' WHERE member_account_id = $1", [
      paid.payer.card.account.id,
    ]);
    later(DAY);
    await read();
    expect(await endOf(paid)).toEqual(['Returned', '7', 90_00, before + 10_00]);
  });

  it('whose settlement is not posted yet waits for it', async () => {
    const paid = await givenSettled('91000014');
    const state = (is: string) =>
      test.ctx.asOwner('UPDATE payment_out SET state = $2 WHERE member_account_id = $1', [
        paid.payer.card.account.id,
        is,
      ]);
    await state('Sent');
    later(DAY);
    await read();
    expect(await balance(paid.payer)).toBe(90_00);
    await state('Settled');
    await read();
    expect(await balance(paid.payer)).toBe(100_00);
  });

  it('is given back once by a server that ends at each statement', async () => {
    for (let statements = 1; ; statements += 1) {
      expect(statements).toBeLessThan(100);
      const { payer } = await givenSettled('91000014');
      later(DAY);
      const database = dyingDatabase(test.ctx.database, statements);
      const payments = openPayments({ ...test.ctx, database, blocksMoneyOut, keepsMoneyIn });
      const died = await readMovements({ ...test.ctx, database, payments }, tenantId).then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof ProcessDied)) throw error;
          return true;
        },
      );
      await read();
      expect([statements, await balance(payer)]).toEqual([statements, 100_00]);
      if (!died) break;
    }
    await isSound();
  });
});
