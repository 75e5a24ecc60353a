import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../test-support/factories.ts';
import { give as giveDesk, givenStaff } from '../../../test-support/desk/desk.ts';
import { give } from '../../../test-support/gift.ts';
import { postCents } from '../../../test-support/ledger/ledger-money.ts';
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

describe('what an open account is below zero', () => {
  const staff = (role: 'agent' | 'manager') => givenStaff(test.ctx, product.brand.tenantId, { role });
  const account = () => user.card.account.accountNumber;
  const ask = async (input: Readonly<Record<string, string>> = {}) => {
    const given = { input: { account: account(), ...input }, reason: 'will not be paid' };
    return (await giveDesk(test, await staff('agent'), 'write-off-balance', given)).body;
  };
  const writeOff = async (input: Readonly<Record<string, string>> = {}, meanwhile = async () => {}) => {
    const asked = await ask(input);
    if (!asked.request) return asked;
    await meanwhile();
    const given = { input: { request: String(asked.request.id) } };
    return (await giveDesk(test, await staff('manager'), 'approve', given)).body;
  };
  const writtenOff = async () => {
    const [row] = await test.ctx.asOwner<{ balance: string }>(
      "SELECT balance::text FROM ledger_account WHERE tenant_id = $1 AND kind = 'writtenOff'",
      [product.brand.tenantId],
    );
    return BigInt(row?.balance ?? 0);
  };
  const balance = () => balanceOf(test.ctx, user.card.account);

  it.each([
    ['enAU', 'Balance written off'],
    ['zhCN', '欠款已核销'],
  ])('is written off by two people, ends its debts and is shown to both sides in %s', async (language, words) => {
    await test.ctx.asOwner('UPDATE holder SET language = $2 WHERE id = $1', [user.holder.id, language]);
    await takeBack(130_25n);
    const before = await writtenOff();
    const unmoved = async () => expect(await balance()).toBe(-30_25n);
    expect(await writeOff({}, unmoved)).toMatchObject({ rows: [{ account: account(), amount: '30.25' }] });
    expect([await balance(), (await writtenOff()) - before]).toEqual([0n, -30_25n]);
    expect([(await owes()).size, (await rows())[0]?.settled, await shown()]).toEqual([0, true, null]);
    const [posted] = await test.ctx.asOwner(
      'SELECT kind, description FROM transaction_detail WHERE ledger_account_id = $1 ORDER BY seq DESC LIMIT 1',
      [user.card.account.ledgerAccountId],
    );
    expect(posted).toEqual({ kind: 'adjustment', description: words });
    const person = { input: { person: `holder:${user.holder.id}` } };
    const timeline = (await giveDesk(test, await staff('agent'), 'timeline', person)).body.rows ?? [];
    expect(timeline.map(({ what, amount }) => [what, amount])).toContainEqual([words, '30.25']);
    expect(await writeOff()).toMatchObject({ error: 'nothing_to_do' });
  });

  it('is brought to zero at most, whatever was paid meanwhile', async () => {
    await takeBack(130_25n);
    expect(await writeOff({ amount: '30.26' })).toMatchObject({ error: 'outside_load_limits', field: 'amount' });
    const paid = () => postCents(test.ctx, user.card.account, 10_00n);
    expect((await writeOff({ amount: '30.25' }, paid)).error).toBeDefined();
    expect(await balance()).toBe(-20_25n);
    // A part leaves the rest as a debt.
    expect(await writeOff({ amount: '20.00' })).toMatchObject({ rows: [{ amount: '20.00' }] });
    expect([await balance(), (await owes()).size, (await rows())[0]?.settled]).toEqual([-25n, 1, false]);
  });

  it('is written off once when the server stopped between the posting and the end of the request', async () => {
    await takeBack(130_25n);
    const request = String((await ask()).request?.id);
    const by = await staff('manager');
    const approve = async () => (await giveDesk(test, by, 'approve', { input: { request } })).body;
    const done = await approve();
    await test.ctx.asOwner(
      `UPDATE desk_request SET state = 'Approved', outcome = NULL, ended_at = NULL WHERE id = $1`,
      [request],
    );
    // Below zero again since, for another reason.
    await takeBack(5_00n);
    expect(await approve()).toEqual(done);
    expect(done).toMatchObject({ rows: [{ amount: '30.25' }] });
    expect(await balance()).toBe(-5_00n);
  });

  it('is not written off twice by requests that are approved at once', async () => {
    await takeBack(130_25n);
    const [one, two] = [await ask(), await ask({ amount: '30.25' })];
    expect([one.error, two.error]).toEqual([undefined, undefined]);
    const [first, second] = [await staff('manager'), await staff('manager')];
    const approve = (by: typeof first, id: unknown) =>
      giveDesk(test, by, 'approve', { input: { request: String(id) } });
    const answers = await Promise.all([approve(first, one.request?.id), approve(second, two.request?.id)]);
    expect(answers.filter(({ body }) => body.error === undefined)).toHaveLength(1);
    expect(await balance()).toBe(0n);
  });
});
