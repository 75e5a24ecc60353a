import { randomUUID } from 'node:crypto';
import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenCard, type TestProduct } from '../../../../test-support/factories.ts';
import { given99Payees, outcomeOf, payeesOf } from '../../../../test-support/payees.ts';
import { givenSecondServer, onPool, type SecondServer } from '../../../../test-support/processes/second-server.ts';
import { type Headers, postApi } from '../../../../test-support/signed-in.ts';
import {
  balanceOf,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';
import { buildApp } from '../../../http/app.ts';
import type { Tx } from '../../../platform/database/database.ts';

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
  payer = await givenPayer(test.ctx, product);
  payee = await givenPayer(test.ctx, product);
  other = await givenPayer(test.ctx, product);
});
afterAll(() => test.close());

const numberOf = (user: typeof payer) => user.card.account.accountNumber;
const body = (given = {}) => transferBody(payer.card.account, payee.card.account, given);
const transfer = (given: object, headers: Headers = payer.headers, server: Pick<TestApp, 'app'> = test) =>
  postMoney(server, 'transfer/internal', headers, body(given));
const list = (headers: Headers = payer.headers) => payeesOf(test, headers);
const words = (payees: readonly SavedPayee[]) =>
  payees.map((one) => `${one.DestinationAccountName} ${one.DestinationAccountNumber}`);

describe('payees that are saved concurrently', () => {
  it('exist once when the same one is saved many times', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => transfer({ IsNewPayee: true })));
    expect(all.map(outcomeOf)).toEqual(Array.from({ length: 6 }, () => 'ok'));
    expect(words(await list())).toEqual([`Ruby Taylor ${numberOf(payee)}`]);
  });

  it('are limited to 100, and the next is refused with 20010 even when two arrive together', async () => {
    await given99Payees(test.ctx, payer.webAccount);
    const both = [payee, other].map((one) => transfer({ IsNewPayee: true, DestinationAccountNumber: numberOf(one) }));
    expect((await Promise.all(both)).map(outcomeOf).toSorted()).toEqual([['20010', 'IsNewPayee'], 'ok']);
    expect(await list()).toHaveLength(100);
  });

  it('are saved when another transfer of the batch fails', async () => {
    await given99Payees(test.ctx, payer.webAccount);
    // A token is verified once and then cached, so these calls arrive in order.
    await transfer({});
    // The first opens a batch, and the others share the next one.
    const all = await Promise.all([
      transfer({}),
      transfer({ IsNewPayee: true, Amount: 5000 }),
      transfer({ IsNewPayee: true, DestinationAccountNumber: numberOf(other) }),
    ]);
    expect(all.map(outcomeOf)).toEqual(['ok', ['20240', 'Amount'], 'ok']);
    expect(words(await list())).toContain(`Ruby Taylor ${numberOf(other)}`);
  });

  it('do not affect other payments of the batch', async () => {
    const theirs = { MemberNumber: numberOf(other) };
    const all = await Promise.all([
      transfer({}),
      transfer({ IsNewPayee: true }),
      transfer(theirs, other.headers),
      transfer({ ...theirs, PayeeId: randomUUID() }, other.headers),
      transfer({ ...theirs, IsNewPayee: true, DestinationAccountName: 'R. Taylor' }, other.headers),
    ]);
    expect(all.map(outcomeOf)).toEqual(['ok', 'ok', 'ok', ['404', 'PayeeId'], 'ok']);
    expect(words(await list())).toEqual([`Ruby Taylor ${numberOf(payee)}`]);
    expect(words(await list(other.headers))).toEqual([`R. Taylor ${numberOf(payee)}`]);
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(10_400n);
  });
});

describe('two servers', () => {
  let second: SecondServer;
  beforeAll(async () => {
    second = await givenSecondServer(test.ctx);
  });
  afterAll(() => second.close());

  it.each([1, 2, 3, 4, 5])('save no more than 100 between them for two accounts of one caller (%d)', async () => {
    const { account } = await givenCard(test.ctx, { holder: payer.holder, product, balance: 10_000n });
    await given99Payees(test.ctx, payer.webAccount);
    const to = (user: typeof payer) => ({ IsNewPayee: true, DestinationAccountNumber: numberOf(user) });
    const both = await Promise.all([
      transfer(to(payee)),
      transfer({ ...to(other), MemberNumber: account.accountNumber }, payer.headers, second),
    ]);
    expect(both.map(outcomeOf).toSorted()).toEqual([['20010', 'IsNewPayee'], 'ok']);
    expect(await list()).toHaveLength(100);
  });

  it.each([1, 2, 3, 4, 5])('do not restore by an update a payee that is being deleted (%d)', async () => {
    await transfer({ IsNewPayee: true });
    const [{ PayeeId } = { PayeeId: 'none' }] = await list();
    const [updated, deleted] = await Promise.all([
      transfer({ PayeeId, IsUpdatePayee: true }, payer.headers, second),
      postApi(test, 'transfer/deletePayees', payer.headers, { PayeeId }),
    ]);
    expect(outcomeOf(deleted)).toBe('ok');
    expect(['ok', ['404', 'PayeeId']]).toContainEqual(outcomeOf(updated));
    expect(await list()).toEqual([]);
  });
});

describe('a transfer without a saved payee', () => {
  it('adds no statement, while one with a payee adds a lock, a look-up and a write', async () => {
    const statements: string[] = [];
    const note = (tx: Tx): Tx => ({
      ...tx,
      query: (sql, values) => (statements.push(sql), tx.query(sql, values)),
      first: (sql, values) => (statements.push(sql), tx.first(sql, values)),
      run: (sql, values) => (statements.push(sql), tx.run(sql, values)),
      later: (sql, values) => (statements.push(sql), tx.later(sql, values)),
    });
    const { database } = test.ctx;
    const noting = {
      ...database,
      transact: ((id, work) => database.transact(id, (tx) => work(note(tx)))) as typeof database.transact,
    };
    const app = await buildApp(onPool(test.ctx, noting));
    const countOf = async (given: object) => {
      statements.length = 0;
      expect(outcomeOf(await postMoney({ app }, 'transfer/internal', payer.headers, body(given)))).toBe('ok');
      return {
        all: statements.length,
        ofPayees: statements.filter((sql) => /advisory|payee\b/.test(sql) && !sql.includes('blocked_payee')).length,
      };
    };
    // The first payment to someone asks for more.
    await countOf({});
    const plain = await countOf({});
    expect(await countOf({ IsNewPayee: true })).toEqual({ all: plain.all + 3, ofPayees: 3 });
    expect(plain.ofPayees).toBe(0);
    await app.close();
  });
});
