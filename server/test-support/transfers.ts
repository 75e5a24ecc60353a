import { randomUUID } from 'node:crypto';
import type { processBPayRequest } from '@wattle/contract/bpay/bpay.ts';
import type { transferExternal } from '@wattle/contract/transfers/external.ts';
import type { returnFund } from '@wattle/contract/returns/returns.ts';
import type { transferInternal } from '@wattle/contract/transfers/internal.ts';
import type { BodyInputOf } from '@wattle/contract/operation.ts';
import type { TestApp } from './app.ts';
import type { TestContext } from './processes/database.ts';
import { givenBrand, givenProduct, type TestAccount, type TestCard, type TestProduct } from './factories.ts';
import { givenUser, type Headers } from './signed-in.ts';

export type TransferBody = BodyInputOf<typeof transferInternal>;

/** Product with transfers, without a daily limit by default. */
export async function givenTransferProduct(ctx: TestContext, settings: object = {}): Promise<TestProduct> {
  const brand = await givenBrand(ctx);
  return givenProduct(ctx, { brand, settings: { internalTransfers: true, paymentLimit: null, ...settings } });
}

/** Signed-in person with a card of the product and a balance in cents. */
export function givenPayer(ctx: TestContext, product: TestProduct, balance = 10_000n) {
  return givenUser(ctx, { brand: product.brand, product, balance });
}

/** Immediate transfer of 1.00 between two accounts. */
export function transferBody(from: TestAccount, to: TestAccount, given: Partial<TransferBody> = {}): TransferBody {
  return {
    MemberNumber: from.accountNumber,
    DestinationAccountNumber: to.accountNumber,
    DestinationAccountName: 'Ruby Taylor',
    Amount: 1,
    PaymentFrequency: 20,
    Description: 'Dinner on Friday',
    RecipientDescription: 'From Amelia',
    ...given,
  };
}

export type BillBody = BodyInputOf<typeof processBPayRequest>;
export type ExternalBody = BodyInputOf<typeof transferExternal>;

/** Immediate payment of 10.00 to Harbour Electricity. */
export function billBody(from: TestAccount, given: Partial<BillBody> = {}): BillBody {
  const { accountNumber } = from;
  return { accountNumber, billerCode: '23796', customerReference: '87348538', amount: 10, ...given };
}

/** Immediate transfer of 10.00 to an account at Testbank. */
export function externalBody(from: TestAccount, given: Partial<ExternalBody> = {}): ExternalBody {
  return {
    MemberNumber: from.accountNumber,
    DestinationAccountBsb: '000-101',
    DestinationAccountNumber: '44172208',
    DestinationAccountName: 'Jordan Blake',
    Amount: 10,
    Purpose: 2,
    DescriptionRecipient: 'Bond, Wilson St',
    ...given,
  };
}

export type ReturnBody = BodyInputOf<typeof returnFund>;

/** Return of all funds of a card to an account at Testbank. */
export function returnBody({ reference }: TestCard, given: Partial<ReturnBody> = {}): ReturnBody {
  return {
    SourceAccountNumber: reference.AccountNumber,
    MaskedCardNumber: reference.MaskedCardNumber,
    ExpirationDate: reference.ExpirationDate,
    CheckPendingAutoTopUp: true,
    DestinationBsb: '000-101',
    DestinationAccountNumber: '61200447',
    DestinationAccountName: 'Amelia Chen',
    ...given,
  };
}

/** POSTs to a payment call with a new key by default; null sends none. */
export function postMoney(
  { app }: Pick<TestApp, 'app'>,
  url: string,
  headers: Headers,
  body: object,
  key: string | null = randomUUID(),
) {
  return app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: { ...headers, 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
    payload: body,
  });
}

/** Balance of an account in the ledger. */
export async function balanceOf(ctx: TestContext, account: TestAccount): Promise<bigint> {
  const [row] = await ctx.asOwner<{ balance: string }>('SELECT balance FROM ledger_account WHERE id = $1', [
    account.ledgerAccountId,
  ]);
  return BigInt(row?.balance ?? -1);
}
