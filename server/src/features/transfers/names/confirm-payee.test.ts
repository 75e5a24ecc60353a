import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { givenAccount, givenCard, givenHolder, type TestProduct } from '../../../../test-support/factories.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { givenPayer, givenTransferProduct } from '../../../../test-support/transfers.ts';
import { openSandboxNames } from '../../../outside/payee-names/sandbox.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  await test.ctx.asOwner('DELETE FROM payee_check', []);
  payer = await givenPayer(test.ctx, product);
});
afterAll(() => test.close());

const ask = async (AccountName: string, AccountNumber: string, Bsb: string | null = '000101', by = payer) =>
  (await postApi(test, 'transfer/confirmPayee', by.headers, { Bsb, AccountNumber, AccountName })).json();
const outcome = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).Outcome as string;

/** Account of a person with this name. */
async function givenNamed(firstName: string, surname: string) {
  const holder = await givenHolder(test.ctx, { brand: product.brand, firstName, surname });
  const account = await givenAccount(test.ctx, { holder, balance: 0n });
  await givenCard(test.ctx, { account, product });
  return account;
}

describe('an account at another bank', () => {
  it.each([
    ['Rent Agency', '12345678', 'match', null],
    // The name of a business is revealed, that of a person never.
    ['Rental Agency', '12345678', 'noMatch', 'Rent Agency Pty Ltd'],
    ['Jordan Blake', '44172208', 'close', null],
    ['Somebody Else', '44172208', 'noMatch', null],
    ['Jordan Blake', '900000003', 'closed', null],
    ['Jordan Blake', '55512345', 'cannotSay', null],
  ])('%s at %s: %s', async (name, number, Outcome, BusinessName) => {
    expect(await ask(name, number)).toEqual({ Outcome, BusinessName });
  });

  it('has an unknown name when the service does not answer', async () => {
    const names = openSandboxNames(givenPolicy({ limitMs: 20 }));
    const asked = { bsb: '000101', accountNumber: '88888888', name: 'Jordan Blake' };
    expect(await names.compare(asked)).toMatchObject({ kind: 'unknown' });
    expect(await outcome('Jordan Blake', '12345678', '000102')).toBe('cannotSay');
  });
});

describe('an account of the programme', () => {
  it('is matched by the name of its holder, by number or by BSB and number, and the name is not revealed', async () => {
    const { accountNumber } = await givenNamed('Ruby', 'Taylor');
    expect(await ask('Ruby Taylor', accountNumber, null)).toEqual({ Outcome: 'match', BusinessName: null });
    expect(await ask('R Taylor', accountNumber, null)).toEqual({ Outcome: 'close', BusinessName: null });
    expect(await ask('Noah Williams', accountNumber, null)).toEqual({ Outcome: 'noMatch', BusinessName: null });
    expect(await outcome('Ruby Taylor', accountNumber, '000001')).toBe('match');
    expect(await outcome('Ruby Taylor', accountNumber, '000101')).toBe('cannotSay');
    expect(await outcome('Ruby Taylor', '999999999', null)).toBe('cannotSay');
  });

  it('is reported as closed when it is', async () => {
    const account = await givenNamed('Ruby', 'Taylor');
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
    expect(await outcome('Ruby Taylor', account.accountNumber, null)).toBe('closed');
  });

  it('of another brand is unknown', async () => {
    const other = await givenTransferProduct(test.ctx);
    const { card } = await givenPayer(test.ctx, other);
    const { accountNumber } = card.account;
    expect(await outcome('Amelia Chen', accountNumber, null)).toBe('cannotSay');
  });
});

describe('a caller who guesses names', () => {
  it('gets no more answers after 30 questions within an hour', async () => {
    for (let n = 0; n < 30; n += 1) await ask('Jordan Blake', `4417${String(n).padStart(4, '0')}`);
    expect(await outcome('Rent Agency', '12345678')).toBe('cannotSay');
    const other = await givenPayer(test.ctx, product);
    expect(await outcome('Rent Agency', '12345678', '000101', other)).toBe('match');
    test.ctx.setBusinessTime('2026-11-20T03:00:01Z');
    expect(await outcome('Rent Agency', '12345678')).toBe('match');
  });

  it('gets no more answers about an account after 20 questions by anyone in a day', async () => {
    for (let n = 0; n < 20; n += 1) await ask(`Name ${n}`, '12345678');
    const other = await givenPayer(test.ctx, product);
    expect(await outcome('Rent Agency', '12345678', '000101', other)).toBe('cannotSay');
  });
});
