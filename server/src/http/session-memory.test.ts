import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenSession } from '../../test-support/factories.ts';
import { balanceOf, givenPayer, givenTransferProduct, postMoney, transferBody } from '../../test-support/transfers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('a session that has paid before and was ended since pays no more', async () => {
  const product = await givenTransferProduct(test.ctx);
  const [payer, payee] = [await givenPayer(test.ctx, product), await givenPayer(test.ctx, product)];
  const { id, headers } = await givenSession(test.ctx, { webAccount: payer.webAccount });
  const pay = async () => {
    const body = transferBody(payer.card.account, payee.card.account);
    return (await postMoney(test, 'transfer/internal', headers, body)).statusCode;
  };
  expect([await pay(), await pay()]).toEqual([200, 200]);
  await test.ctx.asOwner('UPDATE session SET revoked_at = created_at WHERE id = $1', [id]);
  expect(await pay()).toBe(401);
  expect(await balanceOf(test.ctx, payer.card.account)).toBe(9_800n);
});
