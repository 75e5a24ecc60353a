import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, type TestCard } from '../../../test-support/factories.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { postCents } from '../../../test-support/ledger/ledger-money.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

type Input = Readonly<Record<string, string>>;
const reason = 'the wrong account was loaded';

async function givenDesk() {
  const brand = await givenBrand(test.ctx);
  const card = await givenCard(test.ctx, { brand });
  const [asker, approver] = [await givenStaff(test.ctx, brand.tenantId), await givenStaff(test.ctx, brand.tenantId)];
  return {
    brand,
    card,
    asker,
    approver,
    byTwo: async (command: string, input: Input) => {
      const asked = await give(test, asker, command, { input, reason });
      if (asked.body.error !== undefined) return asked.body;
      return (await give(test, approver, 'approve', { input: { request: asked.body.request?.id ?? '' } })).body;
    },
  };
}
type Desk = Awaited<ReturnType<typeof givenDesk>>;

const load = async ({ byTwo, card }: Desk, amount: string, more: Input = {}) => {
  await byTwo('load', { account: card.account.accountNumber, amount, ...more });
};
const listed = async (staff: TestStaff, { account }: TestCard) =>
  (await give(test, staff, 'loads', { input: { account: account.accountNumber } })).body.rows;
const programme = async ({ brand }: Desk, kind: string) =>
  (
    await test.ctx.asOwner<{ balance: string }>(
      'SELECT balance::text FROM ledger_account WHERE tenant_id = $1 AND kind = $2',
      [brand.tenantId, kind],
    )
  )[0]?.balance ?? '0';

it('takes a wrong load back, in parts and never more than it was', async () => {
  const desk = await givenDesk();
  const { card, asker, byTwo } = desk;
  await load(desk, '500.00');
  const [row] = (await listed(asker, card)) ?? [];
  const receipt = String(row?.['receipt']);
  expect(row).toMatchObject({ type: 'received', amount: '500.00', takenBack: '0.00' });
  expect(await byTwo('take-back-load', { receipt, amount: '500.01' })).toMatchObject({
    error: 'input_invalid',
    field: 'amount',
  });
  await byTwo('take-back-load', { receipt, amount: '450.00' });
  expect([await balanceOf(test.ctx, card.account), await programme(desk, 'bank')]).toEqual([50_00n, '-5000']);
  await byTwo('take-back-load', { receipt });
  expect([await balanceOf(test.ctx, card.account), await programme(desk, 'bank')]).toEqual([0n, '0']);
  expect(await listed(asker, card)).toMatchObject([{ takenBack: '500.00' }]);
  expect(await byTwo('take-back-load', { receipt })).toMatchObject({ error: 'nothing_to_do' });
  expect(await brokenIn(test.ctx)).toEqual([]);
});

it('leaves a debt of what was spent meanwhile', async () => {
  const desk = await givenDesk();
  const { card, asker, byTwo } = desk;
  await load(desk, '80.00');
  await postCents(test.ctx, card.account, -30_00n);
  const receipt = String((await listed(asker, card))?.[0]?.['receipt']);
  await byTwo('take-back-load', { receipt });
  expect(await balanceOf(test.ctx, card.account)).toBe(-30_00n);
  const { body } = await give(test, asker, 'debts');
  expect(body.rows).toMatchObject([{ cause: 'wrongLoad', reference: receipt, debited: '80.00', owedNow: '30.00' }]);
});

it('gives goodwill from the income of the programme, and takes it back to there', async () => {
  const desk = await givenDesk();
  await load(desk, '20.00', { type: 'goodwill' });
  expect([await programme(desk, 'fees'), await programme(desk, 'bank')]).toEqual(['-2000', '0']);
  const receipt = String((await listed(desk.asker, desk.card))?.[0]?.['receipt']);
  await desk.byTwo('take-back-load', { receipt });
  expect(await programme(desk, 'fees')).toBe('0');
});

it('takes back once when the server stopped between the posting and the end of the request', async () => {
  const desk = await givenDesk();
  const { card, asker, approver } = desk;
  await load(desk, '10.00');
  const receipt = String((await listed(asker, card))?.[0]?.['receipt']);
  const request = (await give(test, asker, 'take-back-load', { input: { receipt }, reason })).body.request?.id ?? '';
  const approve = async () => (await give(test, approver, 'approve', { input: { request } })).body;
  const done = await approve();
  await test.ctx.asOwner(`UPDATE desk_request SET state = 'Approved', outcome = NULL, ended_at = NULL WHERE id = $1`, [
    request,
  ]);
  expect(await approve()).toEqual(done);
  expect(done).toMatchObject({ rows: [{ account: card.account.accountNumber, amount: '10.00' }] });
  expect(await balanceOf(test.ctx, card.account)).toBe(0n);
});

it('carries out one of two requests for the same load', async () => {
  const desk = await givenDesk();
  const { card, asker, approver } = desk;
  await load(desk, '10.00');
  const receipt = String((await listed(asker, card))?.[0]?.['receipt']);
  const asked = [];
  const inputs: readonly Input[] = [{ receipt }, { receipt, amount: '9.00' }];
  for (const input of inputs) {
    asked.push((await give(test, asker, 'take-back-load', { input, reason })).body.request?.id ?? '');
  }
  const answers = [];
  for (const request of asked) answers.push((await give(test, approver, 'approve', { input: { request } })).body.error);
  expect(answers).toEqual([undefined, 'nothing_to_do']);
  expect(await balanceOf(test.ctx, card.account)).toBe(0n);
});
