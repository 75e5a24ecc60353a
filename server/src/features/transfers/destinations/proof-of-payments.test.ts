import { processBPayRequest } from '@wattle/contract/bpay/bpay.ts';
import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { transferInternal } from '@wattle/contract/transfers/internal.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import {
  givenBrand,
  givenCard,
  givenProduct,
  givenSession,
  type TestProduct,
} from '../../../../test-support/factories.ts';
import { outcomeOf } from '../../../../test-support/payees.ts';
import { givenProof } from '../../../../test-support/proofs.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import {
  balanceOf,
  billBody,
  externalBody,
  postMoney,
  type TransferBody,
  transferBody,
} from '../../../../test-support/transfers.ts';
import { checkDestination } from './check-destination.ts';

type User = Awaited<ReturnType<typeof givenUser>>;

let test: TestApp;
let product: TestProduct;
let payer: User;
let payee: User;
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  const settings = { internalTransfers: true, externalTransfers: true, bpay: true, paymentLimit: null };
  product = await givenProduct(test.ctx, { brand, settings: { ...settings, stepUpAmount: 500_00 } });
});
const givenPerson = (balance: bigint) => givenUser(test.ctx, { brand: product.brand, product, balance });
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  await test.ctx.asOwner('DELETE FROM step_up_proof', []);
  payer = await givenPerson(2_000_00n);
  payee = await givenPerson(0n);
});
afterAll(() => test.close());

const bodyOf = (given: Partial<TransferBody> = {}) => transferBody(payer.card.account, payee.card.account, given);
const pay = (given: Partial<TransferBody> = {}, key?: string) =>
  postMoney(test, 'transfer/internal', payer.headers, bodyOf(given), key);
const prove = (given: Partial<TransferBody> = {}) =>
  givenProof(test.ctx, payer.card, paymentProof('transferInternal', transferInternal.body.parse(bodyOf(given))));
const provedPay = async (given: Partial<TransferBody> = {}) => {
  await prove(given);
  return pay(given);
};
/** `outcomeOf` for 428. */
const ASKED = ['428', undefined];

describe('a new destination', () => {
  it('asks for proof of identity, stores no response for the missing proof, and is known afterwards', async () => {
    const refused = await pay({}, 'first');
    expect([refused.statusCode, refused.json()]).toMatchObject([428, { error: ['428'] }]);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(2_000_00n);
    await prove();
    expect(outcomeOf(await pay({}, 'first'))).toBe('ok');
    expect(outcomeOf(await pay())).toBe('ok');
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(2_00n);
  });

  it('asks a nominee who pays from the shared account to an account of their own', async () => {
    const nominee = await givenPerson(100_00n);
    await givenCard(test.ctx, { account: payer.card.account, holder: nominee.holder, product });
    const own = await givenCard(test.ctx, { brand: product.brand, product, holder: nominee.holder });
    const send = (from: typeof own.account) =>
      postMoney(test, 'transfer/internal', nominee.headers, transferBody(from, own.account));
    expect(outcomeOf(await send(payer.card.account))).toEqual(ASKED);
    expect(outcomeOf(await send(nominee.card.account))).toBe('ok');
  });

  it('accepts the password with a proof that covers the request as both sides encode it', async () => {
    const Content = {
      kind: 'transferInternal',
      MemberNumber: payer.card.account.accountNumber,
      DestinationAccountNumber: payee.card.account.accountNumber,
      DestinationAccountName: 'Ruby Taylor',
      Amount: '1.00',
      PaymentFrequency: '20',
      Description: 'Dinner on Friday',
      RecipientDescription: 'From Amelia',
    };
    const proof = { Purpose: 'payment', Content, Method: 'password', currentpassword: payer.webAccount.password };
    expect(outcomeOf(await postApi(test, 'stepUp/Give', payer.headers, proof))).toBe('ok');
    expect(outcomeOf(await pay())).toBe('ok');
  });

  it.each<[string, Partial<TransferBody>]>([
    ['amount', { Amount: 1.01 }],
    ['name', { DestinationAccountName: 'Ruby Tailor' }],
    ['description', { Description: 'Dinner' }],
    ['words for the recipient', { RecipientDescription: 'From Amy' }],
    ['schedule', { PaymentFrequency: 21, FutureDate: '2026-12-01' }],
    ['saved payee', { IsNewPayee: true }],
  ])('is not paid by the proof of a payment with another %s', async (_, given) => {
    await prove(given);
    expect(outcomeOf(await pay())).toEqual(ASKED);
  });

  it('is paid once when one proof is sent twice at the same moment', async () => {
    await prove();
    const outcomes = (await Promise.all([pay(), pay()])).map(outcomeOf);
    expect(outcomes).toContainEqual('ok');
    expect(
      await test.ctx.asOwner('SELECT 1 AS one FROM step_up_proof WHERE owner = $1', [`web:${payer.webAccount.id}`]),
    ).toEqual([]);
  });

  it('is new for each payer and for each account number', async () => {
    await provedPay();
    const other = await givenPerson(0n);
    const elsewhere = transferBody(payer.card.account, other.card.account);
    expect(outcomeOf(await postMoney(test, 'transfer/internal', payer.headers, elsewhere))).toEqual(ASKED);
    const stranger = await givenPerson(10_00n);
    const same = transferBody(stranger.card.account, payee.card.account);
    expect(outcomeOf(await postMoney(test, 'transfer/internal', stranger.headers, same))).toEqual(ASKED);
  });

  it("is never an account of the payer's own", async () => {
    const own = await givenCard(test.ctx, { brand: product.brand, product, holder: payer.holder, balance: 0n });
    const body = transferBody(payer.card.account, own.account, { Amount: 600 });
    expect(outcomeOf(await postMoney(test, 'transfer/internal', payer.headers, body))).toBe('ok');
  });

  it('asks for proof at another bank and of a biller too', async () => {
    const { account } = payer.card;
    const external = externalBody(account);
    const bill = billBody(account);
    const postBank = () => postMoney(test, 'transfer/external', payer.headers, external);
    const postBill = () => postMoney(test, 'bPay/processBPayRequest', payer.headers, bill);
    expect([outcomeOf(await postBank()), outcomeOf(await postBill())]).toEqual([ASKED, ASKED]);
    await givenProof(test.ctx, payer.card, paymentProof('transferExternal', transferExternal.body.parse(external)));
    await givenProof(test.ctx, payer.card, paymentProof('processBPayRequest', processBPayRequest.body.parse(bill)));
    expect([outcomeOf(await postBank()), outcomeOf(await postBill())]).toEqual(['ok', 'ok']);
    expect([outcomeOf(await postBank()), outcomeOf(await postBill())]).toEqual(['ok', 'ok']);
  });

  it('is not paid for a day after a password reset, even with proof, while a known one is', async () => {
    await provedPay();
    const setReset = (agoMs: number) =>
      test.ctx.asOwner('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [
        payer.webAccount.id,
        new Date(test.ctx.clocks.security.now() - agoMs).toISOString(),
      ]);
    await setReset(86_399_999);
    expect(outcomeOf(await pay())).toBe('ok');
    const external = externalBody(payer.card.account);
    await givenProof(test.ctx, payer.card, paymentProof('transferExternal', transferExternal.body.parse(external)));
    const post = () => postMoney(test, 'transfer/external', payer.headers, external);
    expect(outcomeOf(await post())).toEqual(['10001', 'MemberNumber']);
    // Also refused by a card of the same person, because its access code goes to the mailbox that reset the password.
    const byCard = await givenSession(test.ctx, { card: payer.card });
    const asked = await postMoney(test, 'transfer/external', byCard.headers, external);
    expect(outcomeOf(asked)).toEqual(['10001', 'MemberNumber']);
    await setReset(86_400_000);
    expect(outcomeOf(await post())).toBe('ok');
  });
});

describe('a known destination', () => {
  it('asks for proof above 500.00 within 24 hours, summed over all payments', async () => {
    await provedPay();
    expect(outcomeOf(await pay({ Amount: 499 }))).toBe('ok');
    expect(outcomeOf(await pay({ Amount: 0.01 }))).toEqual(ASKED);
    expect(outcomeOf(await provedPay({ Amount: 0.01 }))).toBe('ok');
    // One day after the last of them.
    test.ctx.setBusinessTime('2026-11-21T02:00:00Z');
    expect(outcomeOf(await pay({ Amount: 500 }))).toBe('ok');
  });

  it('asks for proof when concurrent payments exceed the amount together', async () => {
    await provedPay();
    const outcomes = (await Promise.all([pay({ Amount: 300 }), pay({ Amount: 300 })])).map(outcomeOf);
    expect(outcomes).toEqual(expect.arrayContaining(['ok', ASKED]));
  });

  it('asks for proof when a payee is saved or changed, or a payment scheduled, with the transfer', async () => {
    await provedPay();
    expect(outcomeOf(await pay({ IsNewPayee: true }))).toEqual(ASKED);
    const later = { PaymentFrequency: 21, FutureDate: '2026-12-01' } as const;
    expect(outcomeOf(await pay(later))).toEqual(ASKED);
    expect(outcomeOf(await provedPay(later))).toBe('ok');
  });

  it('asks for no proof when a scheduled payment is made, because its schedule had one', () => {
    const history = {
      destination: 'internal:200100025',
      isPaid: false,
      recent: 0n,
      isHeld: true,
      isKnown: false,
      recentNew: { ordered: 0n, unheld: 0n },
      holdsUntil: 0,
      isBlocked: false,
    };
    const checks = checkDestination({
      person: { brandId: 1, webAccountId: 1n, cardId: null, holderId: 1n, isScheduled: true },
      history,
      cards: [{ stepUpAmount: 500_00n, scamHoldAmount: null }],
      amount: 600_00n,
      today: '2026-11-20',
      content: {},
      isChange: false,
      field: 'MemberNumber',
      payeeField: 'DestinationAccountNumber',
    });
    expect(checks).toMatchObject({ ok: true, value: { effects: [], counts: [] } });
  });
});

describe('a thief who looks for account numbers', () => {
  const nobody = (n: number) => ({ DestinationAccountNumber: String(399_000_000 + n) });
  const NONE = ['20010', 'DestinationAccountNumber'];
  const LOCKED = ['20341', 'DestinationAccountNumber'];

  it('is asked for the proof before the answer, which then is one answer for all that cannot be paid', async () => {
    expect(outcomeOf(await pay())).toEqual(ASKED);
    expect(outcomeOf(await pay(nobody(1)))).toEqual(ASKED);
    expect(outcomeOf(await pay({ ...nobody(1), Amount: 9_000 }))).toEqual(ASKED);
    expect(outcomeOf(await pay({ Amount: 9_000 }))).toEqual(ASKED);
    const without = await givenProduct(test.ctx, { brand: product.brand });
    const shut = await givenUser(test.ctx, { brand: product.brand, product: without });
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [shut.card.account.id]);
    const closed = { DestinationAccountNumber: shut.card.account.accountNumber };
    expect(outcomeOf(await pay(closed))).toEqual(ASKED);
    expect([outcomeOf(await provedPay(nobody(1))), outcomeOf(await provedPay(closed))]).toEqual([NONE, NONE]);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(2_000_00n);
  });

  it('pays nobody new for a day after ten numbers that nobody has, and whom they paid before', async () => {
    expect(outcomeOf(await provedPay())).toBe('ok');
    const other = { DestinationAccountNumber: (await givenPerson(0n)).card.account.accountNumber };
    for (let n = 0; n < 10; n += 1) expect(outcomeOf(await provedPay(nobody(n)))).toEqual(NONE);
    expect(outcomeOf(await provedPay(nobody(99)))).toEqual(LOCKED);
    expect(outcomeOf(await provedPay(other))).toEqual(LOCKED);
    // The same person in another session.
    const again = await givenSession(test.ctx, { webAccount: payer.webAccount });
    await prove(other);
    expect(outcomeOf(await postMoney(test, 'transfer/internal', again.headers, bodyOf(other)))).toEqual(LOCKED);
    expect(outcomeOf(await pay())).toBe('ok');
    test.ctx.advance(24 * 3_600_000 + 1);
    const nextDay = await givenSession(test.ctx, { webAccount: payer.webAccount });
    await prove(other);
    expect(outcomeOf(await postMoney(test, 'transfer/internal', nextDay.headers, bodyOf(other)))).toBe('ok');
  });

  it('cannot ask for many at the same moment instead', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => nobody(n));
    for (const number of numbers) await prove(number);
    const outcomes = (await Promise.all(numbers.map((number) => pay(number)))).map(outcomeOf);
    for (const outcome of outcomes) expect([NONE, LOCKED]).toContainEqual(outcome);
    expect(outcomeOf(await provedPay(nobody(50)))).toEqual(LOCKED);
  });
});
