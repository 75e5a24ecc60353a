import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { givenAccount, givenCard, givenProduct, type TestProduct } from '../../../../test-support/factories.ts';
import type { Headers } from '../../../../test-support/signed-in.ts';
import {
  balanceOf,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';

const NO_PAYEE = '00000000-0000-4000-8000-000000000000';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
let payee: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  payer = await givenPayer(test.ctx, product);
  payee = await givenPayer(test.ctx, product);
});
afterAll(() => test.close());

async function transfer(given: object, headers: Headers = payer.headers) {
  const sent = transferBody(payer.card.account, payee.card.account, given);
  const response = await postMoney(test, 'transfer/internal', headers, sent);
  return response.statusCode === 200 ? 'ok' : [response.json().error[0], response.json().field];
}

describe('an account that is closed only in the ledger', () => {
  async function givenClosed(holder = payee.holder) {
    const account = await givenAccount(test.ctx, { holder });
    await givenCard(test.ctx, { account, holder, product });
    const closing = { tenantId: account.brand.tenantId, account: account.ledgerAccountId, at: Date.parse(TEST_START) };
    const closed = await test.ctx.database.transact(closing.tenantId, (tx) => openLedger().closeAccount(tx, closing));
    expect(closed.ok).toBe(true);
    return account;
  }

  it('pays nothing and is refused with 10000, like a closed member account', async () => {
    const { accountNumber } = await givenClosed(payer.holder);
    expect(await transfer({ MemberNumber: accountNumber })).toEqual(['10000', 'MemberNumber']);
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(10_000n);
  });

  it('is refused as payee like an unknown account, whatever else is wrong with the payment', async () => {
    const { accountNumber } = await givenClosed();
    const limited = await givenProduct(test.ctx, {
      brand: product.brand,
      settings: { internalTransfers: true, paymentLimit: 100 },
    });
    const user = await givenPayer(test.ctx, limited);
    const MemberNumber = user.card.account.accountNumber;
    const unknown = ['20010', 'DestinationAccountNumber'];
    for (const [given, refusal] of [
      [{}, unknown],
      [{ Amount: 2 }, unknown],
      [{ Amount: 5000 }, unknown],
      // A name that no one may pay and an unknown own payee reveal nothing about a number.
      [{ DestinationAccountName: 'Blocked' }, ['20241', 'DestinationAccountName']],
      [{ PayeeId: NO_PAYEE }, ['404', 'PayeeId']],
    ] as const) {
      for (const DestinationAccountNumber of ['999999999', accountNumber]) {
        const answer = await transfer({ MemberNumber, DestinationAccountNumber, ...given }, user.headers);
        expect(answer).toEqual(refusal);
      }
    }
  });

  it('does not affect other payments of the batch', async () => {
    const { accountNumber } = await givenClosed();
    const all = [{}, { DestinationAccountNumber: accountNumber }, { Amount: 2 }];
    const answers = await Promise.all(all.map((given) => transfer(given)));
    expect(answers).toEqual(['ok', ['20010', 'DestinationAccountNumber'], 'ok']);
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(10_300n);
  });
});
