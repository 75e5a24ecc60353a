import { randomUUID } from 'node:crypto';
import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import {
  givenBrand,
  givenCard,
  givenHolder,
  givenSession,
  givenWebAccount,
  type TestProduct,
} from '../../../../test-support/factories.ts';
import { outcomeOf, payeesOf } from '../../../../test-support/payees.ts';
import { givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import {
  balanceOf,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
let payee: Awaited<ReturnType<typeof givenPayer>>;
let other: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
  payer = await givenPayer(test.ctx, product);
  payee = await givenPayer(test.ctx, product);
  other = await givenPayer(test.ctx, product);
});
afterAll(() => test.close());

const numberOf = (user: typeof payer) => user.card.account.accountNumber;
const body = (given = {}) => transferBody(payer.card.account, payee.card.account, given);
const transfer = (given: object, headers: Headers = payer.headers, key?: string) =>
  postMoney(test, 'transfer/internal', headers, body(given), key);
const list = (headers: Headers = payer.headers, type?: number) => payeesOf(test, headers, type);
const words = (payees: readonly SavedPayee[]) =>
  payees.map((one) => `${one.DestinationAccountName} ${one.DestinationAccountNumber}`);

/** Pays and saves the payee. Returns its id, found by the account number. */
async function save(given: object = {}, headers: Headers = payer.headers): Promise<string> {
  const sent = body({ IsNewPayee: true, ...given });
  expect(outcomeOf(await postMoney(test, 'transfer/internal', headers, sent))).toBe('ok');
  const saved = (await list(headers)).find((one) => one.DestinationAccountNumber === sent.DestinationAccountNumber);
  return saved?.PayeeId ?? 'none';
}

/** A refused transfer moves no money and saves no payee. */
async function expectRefusal(given: object, code: string, field: string, headers = payer.headers) {
  const before = [await balanceOf(test.ctx, payer.card.account), await test.ctx.asOwner('SELECT * FROM payee')];
  expect(outcomeOf(await transfer(given, headers))).toEqual([code, field]);
  expect([await balanceOf(test.ctx, payer.card.account), await test.ctx.asOwner('SELECT * FROM payee')]).toEqual(
    before,
  );
}

describe('a new payee', () => {
  it('is saved with the transfer and listed with the specified fields', async () => {
    expect(outcomeOf(await transfer({ IsNewPayee: true }))).toBe('ok');
    const response = await postApi(test, 'transfer/getPayees', payer.headers, { PayeeType: 2 });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        Payees: [
          {
            PayeeId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
            DestinationAccountName: 'Ruby Taylor',
            DestinationBSB: null,
            DestinationAccountNumber: numberOf(payee),
            LastPaidAt: '2026-11-20T02:00:00Z',
            LastPaidAmount: 1,
            LastPurpose: null,
            PaidThisYear: 1,
          },
        ],
        MaximumPayees: 100,
      },
    ]);
  });

  it('is not saved unless the transfer asks for it', async () => {
    await transfer({});
    await transfer({ IsNewPayee: false });
    expect(await list()).toEqual([]);
  });

  it('exists once under its latest name, however often it is saved', async () => {
    const first = await save();
    expect(await save({ DestinationAccountName: 'Ruby' })).toBe(first);
    expect(words(await list())).toEqual([`Ruby ${numberOf(payee)}`]);
  });

  it('shows when and how much it was last paid, by any person of the account', async () => {
    await save();
    expect(await list()).toMatchObject([{ LastPaidAt: '2026-11-20T02:00:00Z', LastPaidAmount: 1 }]);
    test.ctx.setBusinessTime('2026-11-22T02:00:00Z');
    await transfer({ Amount: 2.5 });
    expect(await list()).toMatchObject([{ LastPaidAt: '2026-11-22T02:00:00Z', LastPaidAmount: 2.5 }]);
  });

  it('is not saved when its transfer is refused', async () => {
    await expectRefusal({ IsNewPayee: true, Amount: 500 }, '20240', 'Amount');
    await expectRefusal(
      { IsNewPayee: true, DestinationAccountNumber: '999999999' },
      '20010',
      'DestinationAccountNumber',
    );
    await expectRefusal({ IsNewPayee: true, PaymentFrequency: 21 }, '20247', 'FutureDate');
    expect(await list()).toEqual([]);
  });

  it('is refused with 20010 when a PayeeId is sent too', async () => {
    const PayeeId = await save();
    await expectRefusal({ IsNewPayee: true, IsUpdatePayee: true }, '20010', 'IsUpdatePayee');
    await expectRefusal({ IsNewPayee: true, PayeeId }, '20010', 'PayeeId');
  });

  it('is saved once per key, and not again after it was deleted', async () => {
    const key = randomUUID();
    const pay = async () => (await transfer({ IsNewPayee: true }, payer.headers, key)).json().ReceiptNumber;
    const receipt = await pay();
    const [saved] = await list();
    expect(await pay()).toBe(receipt);
    expect(await list()).toEqual([saved]);
    await postApi(test, 'transfer/deletePayees', payer.headers, { PayeeId: saved?.PayeeId });
    // Stored responses are deleted after 30 days; the ledger keeps the key.
    await test.ctx.asOwner('DELETE FROM kept_answer');
    expect(await pay()).toBe(receipt);
    expect(await list()).toEqual([]);
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(10_100n);
  });

  it('with "Blocked" in its name cannot be paid in the sandbox: 20241', () =>
    expectRefusal({ DestinationAccountName: 'Blocked Pty Ltd', IsNewPayee: true }, '20241', 'DestinationAccountName'));
});

describe('a saved payee', () => {
  it('is paid by its PayeeId and not changed', async () => {
    const PayeeId = await save();
    expect(outcomeOf(await transfer({ PayeeId, DestinationAccountName: 'R. Taylor' }))).toBe('ok');
    expect(outcomeOf(await transfer({ PayeeId: PayeeId.toUpperCase() }))).toBe('ok');
    expect(words(await list())).toEqual([`Ruby Taylor ${numberOf(payee)}`]);
  });

  it('is refused with 404 when its account number is not the one to be paid', async () => {
    const PayeeId = await save();
    await expectRefusal({ PayeeId, DestinationAccountNumber: numberOf(other) }, '404', 'PayeeId');
  });

  it('is updated with name and account number once its transfer is posted', async () => {
    const PayeeId = await save();
    const update = { IsUpdatePayee: true, PayeeId, DestinationAccountNumber: numberOf(other) };
    await expectRefusal({ ...update, Amount: 500 }, '20240', 'Amount');
    expect(outcomeOf(await transfer({ ...update, DestinationAccountName: 'Tom Reed' }))).toBe('ok');
    expect(await list()).toMatchObject([{ PayeeId, DestinationAccountName: 'Tom Reed' }]);
    expect(words(await list())).toEqual([`Tom Reed ${numberOf(other)}`]);
  });

  it('cannot get the account number of another payee: 20010', async () => {
    const PayeeId = await save();
    await save({ DestinationAccountNumber: numberOf(other) });
    const update = { IsUpdatePayee: true, PayeeId, DestinationAccountNumber: numberOf(other) };
    await expectRefusal(update, '20010', 'IsUpdatePayee');
  });

  it('cannot be updated without its id: 20010', () => expectRefusal({ IsUpdatePayee: true }, '20010', 'PayeeId'));

  it('is listed by name, ignoring case', async () => {
    await save({ DestinationAccountName: 'ruby' });
    await save({ DestinationAccountName: 'Tom', DestinationAccountNumber: numberOf(other) });
    await save({ DestinationAccountName: 'Amy', DestinationAccountNumber: await newAccount() });
    expect((await list()).map((one) => one.DestinationAccountName)).toEqual(['Amy', 'ruby', 'Tom']);
  });

  it.each([1, 3])('of type %d is never listed, because none can be saved', async (type) => {
    await save();
    expect(await list(payer.headers, type)).toEqual([]);
  });

  it.each([undefined, 0, 5, '2', null])('of type %j is refused with 20010', async (PayeeType) => {
    expect(outcomeOf(await postApi(test, 'transfer/getPayees', payer.headers, { PayeeType }))).toEqual([
      '20010',
      'PayeeType',
    ]);
  });

  async function newAccount(): Promise<string> {
    return numberOf(await givenPayer(test.ctx, product));
  }
});

describe('a payee of another person', () => {
  /** Payees of others: of the same brand, another brand, another programme; of a nominee; and an unknown one. */
  async function foreign(): Promise<string[]> {
    const tenant = { id: product.brand.tenantId, name: '' };
    const ids = [randomUUID(), await save({ MemberNumber: numberOf(other) }, other.headers)];
    for (const brand of [await givenBrand(test.ctx, { tenant }), await givenBrand(test.ctx)]) {
      const { webAccount } = await givenUser(test.ctx, { brand });
      const id = randomUUID();
      await test.ctx.asOwner(
        `INSERT INTO payee (id, tenant_id, web_account_id, type, name, bsb, account_number)
         VALUES ($1, $2, $3, 2, 'Ruby Taylor', '', $4)`,
        [id, brand.tenantId, webAccount.id, numberOf(payee)],
      );
      ids.push(id);
    }
    return ids;
  }

  it('cannot be listed, paid, updated or deleted, and counts as unknown', async () => {
    for (const PayeeId of await foreign()) {
      await expectRefusal({ PayeeId }, '404', 'PayeeId');
      await expectRefusal({ PayeeId, IsUpdatePayee: true }, '404', 'PayeeId');
      const before = await test.ctx.asOwner('SELECT * FROM payee ORDER BY id');
      const deleted = await postApi(test, 'transfer/deletePayees', payer.headers, { PayeeId });
      expect([deleted.statusCode, outcomeOf(deleted)]).toEqual([404, ['404', 'PayeeId']]);
      expect(await test.ctx.asOwner('SELECT * FROM payee ORDER BY id')).toEqual(before);
    }
    expect(await list()).toEqual([]);
  });

  it('cannot be reached by a nominee or a card-only person of the account, nor theirs by the owner', async () => {
    const PayeeId = await save();
    const holder = await givenHolder(test.ctx, { brand: product.brand });
    await givenCard(test.ctx, { account: payer.card.account, holder, product });
    const nominee = await givenWebAccount(test.ctx, { holder, account: payer.card.account, extension: '01' });
    const byNominee = await givenSession(test.ctx, { webAccount: nominee });
    const byCard = await givenSession(test.ctx, { card: payer.card });
    for (const { headers } of [byNominee, byCard]) {
      expect(await list(headers)).toEqual([]);
      await expectRefusal({ PayeeId }, '404', 'PayeeId', headers);
      expect(await save({ DestinationAccountName: 'Mine' }, headers)).not.toBe(PayeeId);
    }
    expect(words(await list())).toEqual([`Ruby Taylor ${numberOf(payee)}`]);
    expect(words(await list(byCard.headers))).toEqual([`Mine ${numberOf(payee)}`]);
  });
});

describe('a deleted payee', () => {
  it('is not listed, and unknown when it is deleted again', async () => {
    const PayeeId = await save();
    const again = () => postApi(test, 'transfer/deletePayees', payer.headers, { PayeeId });
    const first = await again();
    expect([first.statusCode, first.json()]).toEqual([200, { IsSuccessful: true }]);
    expect(await list()).toEqual([]);
    expect(outcomeOf(await again())).toEqual(['404', 'PayeeId']);
    await expectRefusal({ PayeeId }, '404', 'PayeeId');
  });

  it('disappears for other sessions of the same web account, by password or passcode', async () => {
    const PayeeId = await save();
    const { headers } = await givenSession(test.ctx, { webAccount: payer.webAccount }, 'passcode');
    expect(await list(headers)).toMatchObject([{ PayeeId }]);
    expect(outcomeOf(await postApi(test, 'transfer/deletePayees', headers, { PayeeId }))).toBe('ok');
    expect(await list()).toEqual([]);
  });

  it.each([undefined, null, 7, 'ruby'])('must be named by an id, and %j is refused with 20010', async (PayeeId) => {
    expect(outcomeOf(await postApi(test, 'transfer/deletePayees', payer.headers, { PayeeId }))).toEqual([
      '20010',
      'PayeeId',
    ]);
  });

  it('is listed and deleted only with a full session', async () => {
    const restricted = await givenSession(test.ctx, { card: payer.card }, 'cardaccess');
    for (const [url, sent] of [
      ['transfer/getPayees', { PayeeType: 2 }],
      ['transfer/deletePayees', { PayeeId: randomUUID() }],
    ] as const) {
      expect((await postApi(test, url, { authorization: 'Bearer none' }, sent)).statusCode).toBe(401);
      expect((await postApi(test, url, restricted.headers, sent)).statusCode).toBe(403);
    }
  });
});

describe('the audit log', () => {
  it('has the ids of saved, updated and deleted payees and no other details', async () => {
    const PayeeId = await save();
    await transfer({ PayeeId });
    await transfer({ PayeeId, IsUpdatePayee: true, DestinationAccountName: 'Rubina' });
    await postApi(test, 'transfer/deletePayees', payer.headers, { PayeeId });
    const lines = await test.ctx.asOwner<{ action: string; object: string; details: { payee?: string } }>(
      'SELECT action, object, details FROM audit_log WHERE actor = $1 ORDER BY id',
      [`web:${payer.webAccount.id}`],
    );
    const account = `account:${payer.card.account.id}`;
    expect(lines.map(({ action, object, details }) => [action, object, details.payee])).toEqual([
      ['transfer.internal', account, PayeeId],
      ['transfer.internal', account, undefined],
      ['transfer.internal', account, PayeeId],
      ['payee.deleted', `payee:${PayeeId}`, undefined],
    ]);
    for (const word of ['Ruby', 'Rubina', numberOf(payee)]) expect(JSON.stringify(lines)).not.toContain(word);
  });
});
