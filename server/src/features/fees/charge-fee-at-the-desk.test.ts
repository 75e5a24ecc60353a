import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenAccount } from '../../../test-support/factories.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function given(balance: bigint) {
  const account = await givenAccount(test.ctx, { balance });
  const { tenantId } = account.brand;
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const ask = async (amount: string) => {
    const input = { account: account.accountNumber, fee: 'upgrade', amount };
    return (await give(test, asker, 'charge-fee', { input, reason: 'agreed on the phone' })).body;
  };
  const approve = (request: string | undefined) =>
    give(test, manager, 'approve', { input: { request: request ?? '' } });
  return { account, ask, approve };
}

describe('a fee charged at the desk', () => {
  it.each([
    ['9.95', 9_005n],
    ['0.1', 9_990n],
    ['12', 8_800n],
    ['100.00', 0n],
  ])('of %s leaves %i of 10000 cents and returns its receipt number', async (amount, left) => {
    const { account, ask, approve } = await given(10_000n);
    const { request } = await ask(amount);
    expect(await balanceOf(test.ctx, account)).toBe(10_000n);
    const { body } = await approve(request?.id);
    // The 20th of November 2026 is day 324.
    expect(body.rows).toEqual([expect.objectContaining({ receipt: expect.stringMatching(/^26324\d{7}$/) as string })]);
    expect(await balanceOf(test.ctx, account)).toBe(left);
  });

  it.each(['0', '0.00', '-1', '1.234', '1,50', 'ten', '1000000', '1e3', ''])(
    'of %j is refused as an invalid amount',
    async (amount) => {
      const { ask } = await given(10_000n);
      expect(await ask(amount)).toMatchObject({ error: 'input_invalid', field: 'amount' });
    },
  );

  it('fails without enough money and takes nothing', async () => {
    const { account, ask, approve } = await given(500n);
    const { request } = await ask('9.95');
    expect(await approve(request?.id)).toMatchObject({ status: 400, body: { error: 'insufficient_funds' } });
    expect(await balanceOf(test.ctx, account)).toBe(500n);
  });

  it('is charged once when its approval is sent several times at the same moment', async () => {
    const { account, ask, approve } = await given(10_000n);
    const { request } = await ask('9.95');
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(request?.id)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await balanceOf(test.ctx, account)).toBe(9_005n);
  });

  it('is charged once when the server stopped between the payment and the end of the request', async () => {
    const { account, ask, approve } = await given(10_000n);
    const { request } = await ask('9.95');
    await approve(request?.id);
    // Restores the state before the end of the request was written.
    await test.ctx.asOwner(
      `UPDATE desk_request SET state = 'Approved', outcome = NULL, ended_at = NULL WHERE id = $1`,
      [request?.id],
    );
    expect((await approve(request?.id)).status).toBe(200);
    expect(await balanceOf(test.ctx, account)).toBe(9_005n);
  });

  it('leaves a ledger that verifies', async () => {
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});
