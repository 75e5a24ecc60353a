import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { outcomeOf } from '../../../../test-support/payees.ts';
import { givenProof } from '../../../../test-support/proofs.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { externalBody, type ExternalBody, postMoney } from '../../../../test-support/transfers.ts';

const bank = await givenBank({ scamHoldAmount: null, stepUpAmount: 500_00 });
const { test, givenPayer } = bank;
afterAll(() => bank.close());

/** One account, as people and thieves write it. */
const NUMBER = '8765432K';
const WRITTEN = ['8765-432K', '8765 432k', '08765432K', '8-765432K'];

type Payer = Awaited<ReturnType<typeof givenPayer>>;
let payer: Payer;
beforeEach(async () => {
  payer = await givenPayer(2_000_00n);
});

const bodyTo = (number: string, given: Partial<ExternalBody> = {}) =>
  externalBody(payer.card.account, { DestinationAccountNumber: number, ...given });
const pay = (number: string, given: Partial<ExternalBody> = {}) =>
  postMoney(test, 'transfer/external', payer.headers, bodyTo(number, given));
async function provedPay(number: string, given: Partial<ExternalBody> = {}) {
  await givenProof(
    test.ctx,
    payer.card,
    paymentProof(transferExternal.name, transferExternal.body.parse(bodyTo(number, given))),
  );
  return pay(number, given);
}
const report = (receiptNumber: string) =>
  postApi(test, 'transfer/reportScam', payer.headers, {
    accountNumber: payer.card.account.accountNumber,
    receiptNumber,
  });

describe('an account number that is written in another way', () => {
  it('is blocked with the account', async () => {
    const { ReceiptNumber } = (await provedPay(NUMBER)).json();
    expect((await report(ReceiptNumber)).statusCode).toBe(200);
    for (const written of [NUMBER, ...WRITTEN]) {
      expect([written, outcomeOf(await provedPay(written))]).toEqual([written, ['20340', 'DestinationAccountNumber']]);
    }
    expect(outcomeOf(await provedPay('8765432L'))).toBe('ok');
  });

  it('is known with the account, and counts with it', async () => {
    expect(outcomeOf(await provedPay(NUMBER, { Amount: 100 }))).toBe('ok');
    for (const written of WRITTEN) expect(outcomeOf(await pay(written, { Amount: 100 }))).toBe('ok');
    expect((await pay('8765-432K', { Amount: 0.01 })).statusCode).toBe(428);
  });

  it('leaves for the bank, and is shown, as it was typed', async () => {
    await provedPay('8765-432K', { IsNewPayee: true });
    const out = await test.ctx.asOwner('SELECT account_number FROM payment_out WHERE member_account_id = $1', [
      payer.card.account.id,
    ]);
    expect(out).toEqual([{ account_number: '8765-432K' }]);
    const listed = await postApi(test, 'transfer/getPayees', payer.headers, { PayeeType: 3 });
    expect(listed.json().Payees).toMatchObject([{ DestinationAccountNumber: '8765-432K', LastPaidAmount: 10 }]);
  });

  it('is saved as one payee with the account', async () => {
    expect(outcomeOf(await provedPay(NUMBER, { IsNewPayee: true }))).toBe('ok');
    expect(outcomeOf(await provedPay('8765-432K', { IsNewPayee: true }))).toBe('ok');
    const listed = await postApi(test, 'transfer/getPayees', payer.headers, { PayeeType: 3 });
    expect(listed.json().Payees).toMatchObject([{ DestinationAccountNumber: '8765-432K', PaidThisYear: 20 }]);
  });
});
