import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAba } from '../../../test-support/aba.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import { dyingDatabase, ProcessDied } from '../../../test-support/due-work.ts';
import { givenBrand, givenProduct, type TestBrand, type TestProduct } from '../../../test-support/factories.ts';
import { returnsOf } from '../../../test-support/returns-file.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf, billBody, externalBody, postMoney } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/verified.ts';
import type { AppContext } from '../../context.ts';
import { type BankingCalendar, nextBankingDay } from '../../platform/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/banking-days/holiday.store.ts';
import { openPayments } from '../payments/public.ts';
import { blocksMoneyOut } from '../../blocks-money-out.ts';
import { exchangeFiles } from './exchange-files.ts';
import { makeFiles, METHODS } from './files/make-files.ts';

let test: TestApp;
let folder: string;
let brand: TestBrand;
let product: TestProduct;
const settings = { externalTransfers: true, internalTransfers: true, bpay: true, paymentLimit: 9_000_00 };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-bank-'));
  test = await givenApp({ WATTLE_DATA: folder });
  brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, { brand, settings });
  calendar = await test.ctx.database.readShared(readBankingCalendar);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

type Person = Awaited<ReturnType<typeof givenPayer>>;
const givenPayer = (balance = 9_000_00n) => givenUser(test.ctx, { brand, product, balance });
const tenantId = () => brand.tenantId;

async function pay(payer: Person, given: object = {}): Promise<string> {
  const answer = await postMoney(test, 'transfer/external', payer.headers, externalBody(payer.card.account, given));
  return answer.json<{ ReceiptNumber: string }>().ReceiptNumber;
}

async function payBill(payer: Person, given: object = {}): Promise<string> {
  const answer = await postMoney(test, 'bPay/processBPayRequest', payer.headers, billBody(payer.card.account, given));
  return answer.json<{ BPayReceipt: string }>().BPayReceipt;
}

async function course(payer: Person, receiptNumber: string): Promise<{ State: string; Reason: string | null } | null> {
  const { accountNumber } = payer.card.account;
  const answer = await postApi(test, 'transfer/getPaymentCourse', payer.headers, { accountNumber, receiptNumber });
  return answer.json<{ Course: { State: string; Reason: string | null } | null }>().Course;
}

async function make(ctx: AppContext = test.ctx): Promise<void> {
  for (const method of METHODS) {
    await ctx.database.transact(tenantId(), (tx) => makeFiles(ctx, tx, tenantId(), method));
  }
}
const exchange = (ctx: AppContext = test.ctx) => exchangeFiles(ctx, tenantId(), { atOnce: 50 });

/** Each test has a day of its own, so that its files are apart. */
let day = Date.parse('2026-11-20T02:00:00Z');
let calendar: BankingCalendar;
function newDay(): void {
  day = Date.parse(`${nextBankingDay(calendar, new Date(day).toISOString().slice(0, 10))}T02:00:00Z`);
  test.ctx.setBusinessTime(new Date(day).toISOString());
}
const hour = (of: number) => test.ctx.setBusinessTime(new Date(day + (of - 13) * 3_600_000).toISOString());

const outFolder = () => path.join(folder, 'outgoing/bank');
const outFiles = async (ending: string) => {
  const stated = new Date(day).toISOString().slice(0, 10).replaceAll('-', '');
  const names = await readdir(outFolder()).catch(() => []);
  return names.filter((name) => name.includes(stated) && name.endsWith(ending));
};
const leave = (name: string, text: string) => writeFile(path.join(folder, 'incoming/bank', name), text);

const wayBalances = async () => {
  const rows = await test.ctx.asOwner<{ kind: string; balance: string }>(
    "SELECT kind, balance FROM ledger_account WHERE tenant_id = $1 AND kind IN ('directEntry', 'bpay', 'suspense', 'formerHolders')",
    [tenantId()],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
};
const answers = () =>
  test.ctx.asOwner<{ name: string; state: string; reason: string | null; lines: number }>(
    'SELECT name, state, reason, lines FROM bank_answer WHERE tenant_id = $1 ORDER BY id',
    [tenantId()],
  );

describe('payments that have left', () => {
  it('are in no file before the cut-off, then in one, then sent and taken on', async () => {
    newDay();
    const payer = await givenPayer();
    const [first, second] = [await pay(payer, { Amount: 350 }), await pay(payer, { Amount: 12.34 })];
    const bill = await payBill(payer);
    await make();
    expect(await outFiles('')).toEqual([]);
    expect(await course(payer, first)).toMatchObject({ State: 'Made', Reason: null });
    hour(18);
    await make();
    await make();
    await exchange();
    const names = await outFiles('.aba');
    expect(names).toHaveLength(1);
    const file = readAba(await readFile(path.join(outFolder(), names[0] ?? ''), 'latin1'));
    expect(file.records.map(({ account, cents }) => [account, cents])).toEqual([
      ['44172208', 35_000n],
      ['44172208', 1_234n],
      ['700100200', 36_234n],
    ]);
    expect(await outFiles('.bpb')).toHaveLength(1);
    expect(await course(payer, first)).toMatchObject({ State: 'Settled', Method: 'external' });
    expect(await course(payer, second)).toMatchObject({ State: 'Settled' });
    expect(await course(payer, bill)).toMatchObject({ State: 'Settled', Method: 'bpay' });
    expect(await wayBalances()).toMatchObject({ directEntry: 0, bpay: 0 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it.each(['1', '2', '3', '4', '5', '6', '8', '9'])('come back with code %s, once, with a notice', async (code) => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const receipt = await pay(payer, { Amount: 25, DestinationAccountNumber: `90000000${code}` });
    hour(18);
    await make();
    await exchange();
    await exchange();
    expect(await course(payer, receipt)).toMatchObject({ State: 'Returned', Reason: code });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n);
    const told = await test.ctx.asOwner<{ template: string }>(
      "SELECT template FROM outbox_message WHERE holder_id = $1 AND template = 'paymentReturned'",
      [payer.holder.id],
    );
    expect(told).toHaveLength(1);
  });

  it('that come back on their day are given back to the limit of the day', async () => {
    newDay();
    const payer = await givenPayer();
    await pay(payer, { Amount: 300, DestinationAccountNumber: '900000005' });
    hour(18);
    await make();
    await exchange();
    const rows = await test.ctx.asOwner<{ counter: string; cents: string }>(
      'SELECT counter, cents FROM payment_count WHERE member_account_id = $1 ORDER BY counter',
      [payer.card.account.id],
    );
    expect(rows.map(({ counter, cents }) => [counter, Number(cents)])).toEqual([
      ['dailyPayments', 0],
      ['transferCategory 2', 0],
    ]);
  });

  it('come back after five banking days to 900000000', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const receipt = await pay(payer, { Amount: 25, DestinationAccountNumber: '900000000' });
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled' });
    for (let days = 0; days < 5; days += 1) newDay();
    await exchange();
    expect(await course(payer, receipt)).toMatchObject({ State: 'Returned', Reason: '3' });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n);
  });

  it('to a biller are declined by line, or reversed after three banking days', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const declined = await payBill(payer, { billerCode: '40404', customerReference: '0012' });
    const reversed = await payBill(payer, { billerCode: '50505', customerReference: '0034' });
    const paid = await payBill(payer, {});
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, declined)).toMatchObject({ State: 'Returned', Reason: 'declined' });
    expect(await course(payer, reversed)).toMatchObject({ State: 'Settled' });
    for (let days = 0; days < 3; days += 1) newDay();
    await exchange();
    expect(await course(payer, reversed)).toMatchObject({ State: 'Returned', Reason: 'reversed' });
    expect(await course(payer, paid)).toMatchObject({ State: 'Settled' });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(990_00n);
    expect(await wayBalances()).toMatchObject({ bpay: 0 });
  });

  it('to an account that was closed meanwhile are owed to its former holder', async () => {
    newDay();
    const payer = await givenPayer(25_00n);
    const receipt = await pay(payer, { Amount: 25, DestinationAccountNumber: '900000003' });
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [payer.card.account.id]);
    const before = (await wayBalances())['formerHolders'] ?? 0;
    hour(18);
    await make();
    await exchange();
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(0n);
    expect(await wayBalances()).toMatchObject({ formerHolders: before + 2_500 });
    expect(await course(payer, receipt)).toMatchObject({ State: 'Returned' });
  });

  it('are shown to nobody else, and a receipt that is none is not found', async () => {
    const [payer, other] = [await givenPayer(), await givenPayer()];
    const receipt = await pay(payer);
    const ask = (person: Person, accountNumber: string, receiptNumber = receipt) =>
      postApi(test, 'transfer/getPaymentCourse', person.headers, { accountNumber, receiptNumber });
    expect(codeOf(await ask(other, payer.card.account.accountNumber))).toBe('10000');
    expect(codeOf(await ask(other, other.card.account.accountNumber))).toBe('404');
    expect(codeOf(await ask(payer, payer.card.account.accountNumber, '123'))).toBe('404');
    expect(codeOf(await ask(payer, payer.card.account.accountNumber, ''))).toBe('20010');
  });
});

describe('a file of the bank', () => {
  const dd = () => new Date(day).toISOString().slice(8, 10);

  it('with two equal lines returns two equal payments, the older first, and is read once under any name', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const [older, newer] = [await pay(payer, { Amount: 40 }), await pay(payer, { Amount: 40 })];
    hour(18);
    await make();
    await exchange();
    const line = { account: '44172208', cents: '4000', code: '5', reference: 'Bond, Wilson St', day: dd() };
    await leave(`${tenantId()}-a.returns`, returnsOf([line]));
    await exchange();
    expect(await course(payer, older)).toMatchObject({ State: 'Returned' });
    expect(await course(payer, newer)).toMatchObject({ State: 'Settled' });
    await leave(`${tenantId()}-b.returns`, returnsOf([line]));
    await exchange();
    expect(await course(payer, newer)).toMatchObject({ State: 'Settled' });
    await leave(`${tenantId()}-c.returns`, returnsOf([line, { ...line, cents: '1' }]));
    await exchange();
    expect(await course(payer, newer)).toMatchObject({ State: 'Returned' });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n);
  });

  it('with a return of nothing that we know goes to suspense, and so does one that has come back before', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    await pay(payer, { Amount: 41 });
    hour(18);
    await make();
    await exchange();
    const line = { account: '44172208', cents: '4100', code: '5', reference: 'Bond, Wilson St', day: dd() };
    const before = (await wayBalances())['suspense'] ?? 0;
    await leave(`${tenantId()}-d.returns`, returnsOf([line, line, { ...line, account: '11111111', cents: '7' }]));
    await exchange();
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n);
    expect(await wayBalances()).toMatchObject({ suspense: before + 4_107 });
  });

  it('with a wrong total is refused, and nothing of it is believed', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const receipt = await pay(payer, { Amount: 42 });
    hour(18);
    await make();
    await exchange();
    const line = { account: '44172208', cents: '4200', code: '5', reference: 'Bond, Wilson St', day: dd() };
    await leave(`${tenantId()}-e.returns`, returnsOf([line], 4_201n));
    await exchange();
    expect((await answers()).at(-1)).toMatchObject({
      state: 'Refused',
      reason: 'the totals differ from the lines',
      lines: 0,
    });
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled' });
  });

  it('that credits more than two people decide about waits', async () => {
    newDay();
    const line = { account: '44172208', cents: '1000001', code: '5', reference: 'Big', day: dd() };
    await leave(`${tenantId()}-f.returns`, returnsOf([line]));
    const before = await wayBalances();
    await exchange();
    expect((await answers()).at(-1)).toMatchObject({ state: 'Waiting', lines: 1 });
    expect(await wayBalances()).toEqual(before);
  });

  it('that rejects ours gives its payments to another one', async () => {
    newDay();
    const payer = await givenPayer();
    const receipt = await pay(payer, { Amount: 43 });
    hour(18);
    await make();
    const [file] = await test.ctx.asOwner<{ name: string; digest: Buffer }>(
      "SELECT name, digest FROM bank_file WHERE tenant_id = $1 AND method = 'external' ORDER BY id DESC LIMIT 1",
      [tenantId()],
    );
    await leave(`${tenantId()}-x.outcome`, `${file?.name},rejected,${file?.digest.toString('hex')}\r\n`);
    await exchangeFiles({ ...test.ctx, outside: { ...test.ctx.outside, bank: silent() } }, tenantId(), { atOnce: 5 });
    expect(await course(payer, receipt)).toMatchObject({ State: 'Made' });
    await make();
    await exchange();
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled' });
    expect(await outFiles('.aba')).toHaveLength(2);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  /** The bank, without the answers that the sandbox makes of our files. */
  function silent(): AppContext['outside']['bank'] {
    const { incoming, outgoing } = test.ctx.outside.bank;
    return {
      outgoing,
      incoming: {
        list: async () => ({ kind: 'done', value: [{ name: `${tenantId()}-x.outcome`, size: 1 }] }),
        read: (name) => incoming.read(name),
      },
    };
  }
});

describe('a server that dies', () => {
  it('at any statement of making, sending and answering puts each payment into one file and credits it once', {
    timeout: 120_000,
  }, async () => {
    const limit = 400;
    for (let at = 1; at < limit; at += 1) {
      newDay();
      const payer = await givenPayer(1_000_00n);
      const back = await pay(payer, { Amount: 10, DestinationAccountNumber: '900000005' });
      const kept = await pay(payer, { Amount: 20 });
      hour(18);
      const database = dyingDatabase(test.ctx.database, at);
      const { config, live, clocks, secrets } = test.ctx;
      const payments = openPayments({ config, database, live, clocks, secrets, blocksMoneyOut });
      const dying = { ...test.ctx, database, payments };
      const hasDied = await make(dying)
        .then(() => exchange(dying))
        .then(() => false)
        .catch((error: unknown) => {
          if (error instanceof ProcessDied) return true;
          throw error;
        });
      await make();
      await exchange();
      const lines = await test.ctx.asOwner<{ count: string }>(
        `SELECT count(*) FROM bank_file_line l JOIN payment_out p ON p.transfer_id = l.transfer_id
            WHERE p.member_account_id = $1`,
        [payer.card.account.id],
      );
      expect({ at, lines: Number(lines[0]?.count), files: (await outFiles('.aba')).length }).toEqual({
        at,
        lines: 2,
        files: 1,
      });
      expect(await course(payer, back)).toMatchObject({ State: 'Returned' });
      expect(await course(payer, kept)).toMatchObject({ State: 'Settled' });
      expect({ at, balance: await balanceOf(test.ctx, payer.card.account) }).toEqual({ at, balance: 980_00n });
      if (!hasDied) return;
    }
    throw new Error('it never came through');
  });
});
