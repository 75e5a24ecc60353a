import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestContext, givenContext } from '../../../test-support/processes/database.ts';
import { givenAccount, givenBrand, type TestAccount, type TestBrand } from '../../../test-support/factories.ts';
import { give } from '../../../test-support/gift.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../../compose/blocks-money-out.ts';
import { routes } from '../../compose/routes.ts';
import { chargeFee } from '../fees/public.ts';
import { type Restriction, openPayments } from './public.ts';

let ctx: TestContext;
let server: Pick<TestContext, 'payments'>;
let brand: TestBrand;
let payer: TestAccount;
let payee: TestAccount;
const inDebt = new Set<bigint>();
const asked: bigint[][] = [];

/** Restriction as a feature would add it. */
const debt: Restriction = {
  name: 'debt',
  refusal: 'card_problem',
  read: async (_, accounts) => {
    asked.push([...accounts]);
    return new Set(accounts.filter((account) => inDebt.has(account)));
  },
};

beforeAll(async () => {
  ctx = await givenContext();
  server = { payments: openPayments({ ...ctx, blocksMoneyOut: [...blocksMoneyOut, debt], keepsMoneyIn }) };
  brand = await givenBrand(ctx);
});
beforeEach(async () => {
  asked.length = 0;
  payer = await givenAccount(ctx, { brand, balance: 10_000n });
  payee = await givenAccount(ctx, { brand, balance: 10_000n });
});
afterAll(() => ctx.close());

it('an account with a restriction on outgoing payments pays nothing and can still be paid, and other payments of the batch are posted', async () => {
  inDebt.add(payer.id);
  const answers = await Promise.all([give(server, payer, payee), give(server, payee, payer)]);
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error))).toEqual(['card_problem', 'ok']);
  expect(await balanceOf(ctx, payer)).toBe(10_100n);
});

it('the restrictions of all payers of a batch are read with one query', async () => {
  await Promise.all([give(server, payer, payee), give(server, payer, payee), give(server, payee, payer)]);
  expect(asked).toEqual([[payer.id, payee.id]]);
});

it('a fee is posted in spite of a restriction on outgoing payments', async () => {
  inDebt.add(payer.id);
  const { tenantId } = brand;
  const fee = { tenantId, actor: 'staff:3', key: 'one', name: 'other', amount: 100n } as const;
  expect((await chargeFee(server, { ...fee, accountNumber: payer.accountNumber })).ok).toBe(true);
  expect(asked).toEqual([]);
});

it('a payer whose account was closed after the payment was read pays nothing, and the first restriction of the list names the refusal', async () => {
  inDebt.add(payer.id);
  await ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [payer.id]);
  expect(await give(server, payer, payee)).toEqual({ ok: false, error: 'invalid_card_details' });
});

it('every operation that is marked as money out declares each refusal of blocksMoneyOut', () => {
  const calls = routes.flatMap(({ operation, payment }) => (payment?.isMoneyOut ? [operation] : []));
  expect(calls.length).toBeGreaterThan(0);
  for (const { name, errors } of calls) {
    for (const { refusal } of blocksMoneyOut) expect([name, errors]).toEqual([name, expect.arrayContaining([refusal])]);
  }
});

it('every operation that moves money out of the programme declares each refusal of keepsMoneyIn', () => {
  const leaving = ['transferExternal', 'processBPayRequest', 'returnFund'];
  const calls = routes.flatMap(({ operation }) => (leaving.includes(operation.name) ? [operation] : []));
  expect(calls).toHaveLength(leaving.length);
  for (const { name, errors } of calls) {
    for (const { refusal } of keepsMoneyIn) expect([name, errors]).toEqual([name, expect.arrayContaining([refusal])]);
  }
});

it('every operation that moves money out declares that money may be kept aside', () => {
  // A changed schedule pays on a later day, and nothing when it is changed.
  const calls = routes.flatMap(({ operation, payment }) =>
    payment?.isMoneyOut && operation.name !== 'changeScheduledPayment' ? [operation] : [],
  );
  expect(calls.length).toBeGreaterThan(0);
  for (const { name, errors } of calls) expect([name, errors]).toEqual([name, expect.arrayContaining(['kept_aside'])]);
});
