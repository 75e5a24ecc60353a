import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../test-support/factories.ts';
import { give } from '../../../test-support/gift.ts';
import { postCents } from '../../../test-support/ledger-money.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { notifyDebts } from './due.ts';
import { forcedDebit, inDebt } from './public.ts';

type User = Awaited<ReturnType<typeof givenUser>>;

let test: TestApp;
let product: TestProduct;
let user: User;
beforeAll(async () => {
  test = await givenApp();
  product = await givenProduct(test.ctx, { brand: await givenBrand(test.ctx), isReloadable: true });
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
});
afterAll(() => test.close());

const takeBack = (amount: bigint, key: string = randomUUID(), account = user.card.account) =>
  test.ctx.payments.submit({
    tenantId: product.brand.tenantId,
    kind: forcedDebit,
    key,
    actor: 'gateway',
    input: { memberAccountId: account.id, amount, cause: 'cardTopUp', reference: 'CH-1' },
  });
const rows = () =>
  test.ctx.asOwner<{ owed: number; debited: number; settled: boolean; former: boolean }>(
    `SELECT owed::int, debited::int, settled_at IS NOT NULL AS settled, is_former_holder AS former FROM debt
      WHERE member_account_id = $1 ORDER BY id`,
    [user.card.account.id],
  );
const shown = async () =>
  (await postApi(test, 'card/details', user.headers, { Card: user.card.reference })).json<{ Debt: unknown }>().Debt;
const owes = () =>
  test.ctx.database.read(product.brand.tenantId, (tx) => inDebt(tx, product.brand.tenantId, [user.card.account.id]));

describe('a forced debit', () => {
  it('that the balance covers creates no debt', async () => {
    expect(await takeBack(100_00n)).toMatchObject({ ok: true, value: { isFormerHolder: false } });
    expect([await balanceOf(test.ctx, user.card.account), await rows(), await shown()]).toEqual([0n, [], null]);
  });

  it('takes more than the balance, and the debt has an amount and a reason', async () => {
    await takeBack(130_25n);
    expect(await balanceOf(test.ctx, user.card.account)).toBe(-30_25n);
    expect(await rows()).toEqual([{ owed: 30_25, debited: 130_25, settled: false, former: false }]);
    expect(await shown()).toMatchObject({ Amount: 30.25, Cause: 'cardTopUp' });
  });

  it('is posted once per key', async () => {
    const key = randomUUID();
    const first = await takeBack(130_00n, key);
    expect(await takeBack(130_00n, key)).toEqual(first);
    expect([await balanceOf(test.ctx, user.card.account), (await rows()).length]).toEqual([-30_00n, 1]);
  });

  it('adds its own part to an existing debt', async () => {
    await takeBack(130_00n);
    await takeBack(20_00n);
    expect((await rows()).map(({ owed }) => owed)).toEqual([30_00, 20_00]);
    expect(await shown()).toMatchObject({ Amount: 50 });
  });

  it('of a closed account is paid by the programme, and the desk sees who owes it', async () => {
    await takeBack(100_00n);
    const { tenantId } = product.brand;
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [user.card.account.id]);
    expect(await takeBack(40_00n)).toMatchObject({ ok: true, value: { isFormerHolder: true } });
    expect(await rows()).toEqual([{ owed: 40_00, debited: 40_00, settled: false, former: true }]);
    const [programme] = await test.ctx.asOwner<{ balance: number }>(
      "SELECT balance::int FROM ledger_account WHERE tenant_id = $1 AND kind = 'formerHolderDebts'",
      [tenantId],
    );
    expect(programme?.balance).toBe(-40_00);
  });
});

describe('a debt', () => {
  it('blocks outgoing payments with 10001 and ends with the posting that pays it', async () => {
    await takeBack(130_00n);
    const friend = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
    expect(await give(test.ctx, user.card.account, friend.card.account, { cents: 1n })).toMatchObject({
      error: 'card_problem',
    });
    await give(test.ctx, friend.card.account, user.card.account, { cents: 29_99n });
    expect([(await owes()).size, (await rows())[0]?.settled]).toEqual([1, false]);
    expect(await shown()).toMatchObject({ Amount: 0.01 });
    await give(test.ctx, friend.card.account, user.card.account, { cents: 2n });
    expect([(await owes()).size, (await rows())[0]?.settled, await shown()]).toEqual([0, true, null]);
    expect(await give(test.ctx, user.card.account, friend.card.account, { cents: 1n })).toMatchObject({ ok: true });
  });

  it('that was paid does not return with the next low balance', async () => {
    await takeBack(130_00n);
    const friend = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
    await give(test.ctx, friend.card.account, user.card.account, { cents: 30_00n });
    await postCents(test.ctx, user.card.account, -1n);
    expect([await balanceOf(test.ctx, user.card.account), (await owes()).size]).toEqual([-1n, 0]);
  });

  it('is notified once', async () => {
    await takeBack(130_00n);
    const count = async () =>
      (
        await test.ctx.asOwner<{ count: number }>(
          "SELECT count(*)::int FROM outbox_message WHERE holder_id = $1 AND template = 'debtMade' AND channel = 'email'",
          [user.holder.id],
        )
      )[0]?.count;
    await notifyDebts(test.ctx, product.brand.tenantId, 100);
    expect(await count()).toBe(1);
    await notifyDebts(test.ctx, product.brand.tenantId, 100);
    expect(await count()).toBe(1);
  });
});
