import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../test-support/factories.ts';
import { holdCents } from '../../../test-support/ledger/ledger-money.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { PLAIN_SETTINGS } from '../../../test-support/processes/plain-settings.ts';
import { givenReturnProof } from '../../../test-support/proofs.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf, postMoney, type ReturnBody, returnBody } from '../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenUser>>;
const givenPayer = (balance: bigint, of = product) => givenUser(test.ctx, { brand: of.brand, product: of, balance });
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  // The daily limit does not apply to a return of funds.
  product = await givenProduct(test.ctx, { brand, settings: { paymentLimit: 1_00 } });
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(120_00n);
  await test.ctx.asOwner('DELETE FROM step_up_proof', []);
});
afterAll(() => test.close());

const ask = (given: Partial<ReturnBody> = {}, key?: string) =>
  postMoney(test, 'card/returnfund', payer.headers, returnBody(payer.card, given), key);
/** With proof of identity. */
const giveBack = async (given: Partial<ReturnBody> = {}, key?: string) => {
  // A malformed body has no content to prove.
  if (!isMisformed(given)) await givenReturnProof(test.ctx, payer.card, 120, given);
  return ask(given, key);
};
const isMisformed = ({ DestinationAccountName, DestinationAccountNumber }: Partial<ReturnBody>) =>
  DestinationAccountName === '' || DestinationAccountNumber === '000';
const status = async () => {
  const { SourceAccountNumber, MaskedCardNumber, ExpirationDate } = returnBody(payer.card);
  const body = { SourceAccountNumber, MaskedCardNumber, ExpirationDate, CheckPendingAutoTopUp: true };
  return (await postApi(test, 'card/returnfundstatus', payer.headers, body)).json();
};

describe('a return of funds', () => {
  it('sends the whole available balance', async () => {
    expect(await status()).toEqual({
      CanRequestFund: true,
      Refusal: null,
      HasPendingTransation: false,
      HeldUntil: null,
    });
    const response = await giveBack();
    expect(response.json()).toEqual({
      ReceiptNumber: expect.stringMatching(/^26324\d{7}$/) as string,
      TransactionDate: '2026-11-20T02:00:00.000Z',
      Amount: 120,
      HeldUntil: null,
    });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(0n);
    const rows = await test.ctx.asOwner(
      `SELECT bsb, account_number, name, amount::int, is_return, value_date::text FROM payment_out
        WHERE member_account_id = $1`,
      [payer.card.account.id],
    );
    expect(rows).toEqual([
      {
        bsb: '000101',
        account_number: '61200447',
        name: 'Amelia Chen',
        amount: 12_000,
        is_return: true,
        value_date: '2026-11-20',
      },
    ]);
    expect(await status()).toEqual({
      CanRequestFund: false,
      Refusal: '10001',
      HasPendingTransation: true,
      HeldUntil: null,
    });
  });

  it('is refused when the brand has switched it off', async () => {
    const brand = await givenBrand(test.ctx, {
      settings: { Features: { ...PLAIN_SETTINGS.Features, returnFunds: false } },
    });
    payer = await givenPayer(120_00n, await givenProduct(test.ctx, { brand }));
    expect(await status()).toMatchObject({ CanRequestFund: false });
    expect((await giveBack()).json()).toMatchObject({ error: ['10001'], field: 'SourceAccountNumber' });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(120_00n);
  });

  it('is made once per key', async () => {
    const [first, second] = [await giveBack({}, 'one'), await giveBack({}, 'one')];
    expect(second.json()).toEqual(first.json());
    expect((await giveBack({ DestinationAccountName: 'Mia' }, 'one')).json().error).toEqual(['409']);
  });

  it.each<[string, Partial<ReturnBody>, number]>([
    ['another BSB', { DestinationBsb: '000-001' }, 120],
    ['another account number', { DestinationAccountNumber: '61200448' }, 120],
    ['another name', { DestinationAccountName: 'Amelia Chan' }, 120],
    ['another amount', {}, 119.99],
  ])('asks for a proof of its content: one for %s is none', async (_, given, dollars) => {
    await givenReturnProof(test.ctx, payer.card, dollars, given);
    const refused = await ask({}, 'same');
    expect([refused.statusCode, refused.json()]).toMatchObject([428, { error: ['428'] }]);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(120_00n);
    // A required proof is not a stored response: with the proof the same key succeeds.
    expect(outcomeOf(await giveBack({}, 'same'))).toBe('ok');
  });

  it('accepts the password as proof, and uses the proof up', async () => {
    const Content = {
      kind: 'returnFund',
      from: payer.card.account.accountNumber,
      bsb: '000101',
      accountNumber: '61200447',
      name: 'Amelia Chen',
      amount: '120.00',
    };
    const proof = { Purpose: 'payment', Content, Method: 'password', currentpassword: payer.webAccount.password };
    expect(outcomeOf(await postApi(test, 'stepUp/Give', payer.headers, proof))).toBe('ok');
    expect(outcomeOf(await ask())).toBe('ok');
    expect(await test.ctx.asOwner('SELECT 1 AS one FROM step_up_proof', [])).toEqual([]);
  });

  it('is refused for a day after a password reset, with or without proof', async () => {
    const resetAt = test.ctx.clocks.security.now() - 86_400_000;
    const setReset = (ms: number) =>
      test.ctx.asOwner('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [
        payer.webAccount.id,
        new Date(ms).toISOString(),
      ]);
    await setReset(resetAt + 1);
    expect(await status()).toEqual({
      CanRequestFund: false,
      Refusal: '10001',
      HasPendingTransation: false,
      HeldUntil: new Date(resetAt + 86_400_001).toISOString(),
    });
    expect(outcomeOf(await giveBack())).toEqual(['10001', 'SourceAccountNumber']);
    await setReset(resetAt);
    expect(await status()).toMatchObject({ CanRequestFund: true, HeldUntil: null });
    expect(outcomeOf(await giveBack())).toBe('ok');
  });

  it('is refused while a purchase is held', async () => {
    const held = await holdCents(test.ctx, payer.card.account, 1n);
    expect(await status()).toEqual({
      CanRequestFund: false,
      Refusal: '10001',
      HasPendingTransation: true,
      HeldUntil: null,
    });
    expect(outcomeOf(await giveBack())).toEqual(['10001', 'SourceAccountNumber']);
    await held.release();
    expect(outcomeOf(await giveBack())).toBe('ok');
  });

  it('is refused while another one is in flight', async () => {
    await giveBack();
    expect(outcomeOf(await giveBack())).toEqual(['10001', 'SourceAccountNumber']);
    // The value date has passed and nothing is left.
    test.ctx.setBusinessTime('2026-11-21T02:00:00Z');
    expect(outcomeOf(await giveBack())).toEqual(['20240', 'SourceAccountNumber']);
  });

  it('is made once when two are sent concurrently', async () => {
    const outcomes = (await Promise.all([giveBack(), giveBack()])).map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes).toContainEqual(['10001', 'SourceAccountNumber']);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(0n);
  });

  it.each<[Partial<ReturnBody>, [string, string]]>([
    [{ DestinationBsb: '000-555' }, ['20010', 'DestinationBsb']],
    [{ DestinationBsb: '000-198' }, ['20235', 'DestinationBsb']],
    [{ DestinationBsb: '000-199' }, ['32209', 'DestinationBsb']],
    [{ DestinationAccountName: 'Blocked Person' }, ['20241', 'DestinationAccountName']],
    [{ DestinationAccountName: '' }, ['20010', 'DestinationAccountName']],
    [{ DestinationAccountNumber: '000' }, ['20010', 'DestinationAccountNumber']],
    [{ SourceAccountNumber: '399999999' }, ['10000', 'SourceAccountNumber']],
    [{ ExpirationDate: '2031-01' }, ['10000', 'SourceAccountNumber']],
  ])('is refused with %j: %j', async (given, outcome) => {
    expect(outcomeOf(await giveBack(given))).toEqual(outcome);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(120_00n);
  });

  it('has a status for own cards only', async () => {
    const other = await givenPayer(1n);
    const {
      DestinationBsb: _b,
      DestinationAccountNumber: _n,
      DestinationAccountName: _a,
      ...source
    } = returnBody(other.card);
    expect(outcomeOf(await postApi(test, 'card/returnfundstatus', payer.headers, source))).toEqual([
      '10000',
      'SourceAccountNumber',
    ]);
  });
});
