import { afterAll, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { postApi } from '../../../../test-support/signed-in.ts';

const bank = await givenBank({ paymentLimit: null });
const { test, givenPayer, pay, make, exchange, newDay, hour, course, today } = bank;
afterAll(() => bank.close());

type Payer = Awaited<ReturnType<typeof givenPayer>>;
/** Dollars that the monthly cap of 2,000.00 for other expenses still allows. */
async function left({ card, headers }: Payer): Promise<number> {
  const answer = await postApi(test, 'card/getRemainingExternalTransferLimitDetails', headers, {
    Card: card.reference,
  });
  return answer.json<{ OtherExpenseLimitAvailable: number }>().OtherExpenseLimitAvailable;
}

it('a payment that comes back days later gives the cap of its purpose back, in the month in which it was counted', async () => {
  newDay();
  const payer = await givenPayer();
  // Returned after five business days.
  const receipt = await pay(payer, { Amount: 1500, DestinationAccountNumber: '900000000' });
  expect(await left(payer)).toBe(500);
  const month = `${today().slice(0, 7)}-01`;
  hour(18);
  await make();
  await exchange();
  for (let day = 0; day < 5; day += 1) {
    newDay();
    await exchange();
  }
  await exchange();
  expect(await course(payer, receipt)).toMatchObject({ State: 'Returned' });
  const [count] = await test.ctx.asOwner<{ cents: string }>(
    "SELECT cents FROM payment_count WHERE member_account_id = $1 AND counter = 'transferCategory 2' AND since = $2",
    [payer.card.account.id, month],
  );
  expect(Number(count?.cents)).toBe(0);
  // The test holds in any month.
  expect(await left(payer)).toBe(2000);
});
