import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAba } from '../../../test-support/outside/aba.ts';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import { dyingDatabase, ProcessDied } from '../../../test-support/due-work.ts';
import { returnsOf } from '../../../test-support/outside/returns-file.ts';
import { brokenStatements } from '../../../test-support/sampled.ts';
import { postApi } from '../../../test-support/signed-in.ts';
import { balanceOf, postMoney, transferBody } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../../compose/blocks-money-out.ts';
import type { AppContext } from '../../compose/context.ts';
import { openPayments } from '../payments/public.ts';
import { exchangeFiles } from './due.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, payBill, course, make, exchange, newDay, hour, dd, today } = bank;
const { outFolder, outFiles, leave, kept } = bank;
afterAll(() => bank.close());

const answers = () =>
  test.ctx.asOwner<{ name: string; state: string; reason: string | null; lines: number }>(
    'SELECT name, state, reason, lines FROM bank_answer WHERE tenant_id = $1 ORDER BY id',
    [tenantId],
  );

describe('payments that have left', () => {
  it('enter one file at the cut-off, which is then sent and acknowledged', async () => {
    newDay();
    const payer = await givenPayer();
    const [first, second] = [await pay(payer, { Amount: 350 }), await pay(payer, { Amount: 12.34 })];
    const bill = await payBill(payer);
    await make();
    expect(await outFiles('')).toEqual([]);
    // A payment of Monday reaches another bank on the next business day and a biller on the same day.
    const days = { ValueDate: '2026-11-23', ArrivalDate: '2026-11-24' };
    expect(await course(payer, first)).toMatchObject({ State: 'Made', Reason: null, ...days });
    expect(await course(payer, bill)).toMatchObject({ ValueDate: '2026-11-23', ArrivalDate: '2026-11-23' });
    hour(18);
    await make();
    await make();
    await exchange();
    const names = await outFiles('.aba');
    expect(names).toHaveLength(1);
    const file = readAba(await readFile(path.join(outFolder, names[0] ?? ''), 'latin1'));
    expect(file.records.map(({ account, cents }) => [account, cents])).toEqual([
      ['44172208', 35_000n],
      ['44172208', 1_234n],
      ['700100200', 36_234n],
    ]);
    expect(await outFiles('.bpb')).toHaveLength(1);
    expect(await course(payer, first)).toMatchObject({ State: 'Settled', Method: 'external' });
    expect(await course(payer, second)).toMatchObject({ State: 'Settled' });
    expect(await course(payer, bill)).toMatchObject({ State: 'Settled', Method: 'bpay' });
    expect(await kept()).toMatchObject({ directEntry: 0, bpay: 0 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it.each(['1', '2', '3', '4', '5', '6', '8', '9'])('are returned once with code %s and a notice', async (code) => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const receipt = await pay(payer, { Amount: 25, DestinationAccountNumber: `90000000${code}` });
    hour(18);
    await make();
    await exchange();
    await exchange();
    expect(await course(payer, receipt)).toMatchObject({ State: 'Returned', Reason: code });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n);
    const notices = await test.ctx.asOwner<{ template: string }>(
      "SELECT template FROM outbox_message WHERE holder_id = $1 AND template = 'paymentReturned'",
      [payer.holder.id],
    );
    expect(notices).toHaveLength(1);
  });

  it('restore the limit of the day when they are returned on that day', async () => {
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

  it('to 900000000 are returned after five business days', async () => {
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

  it('to a biller are declined by line, or reversed after three business days', async () => {
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
    expect(await kept()).toMatchObject({ bpay: 0 });
  });

  it('to a biller whose code begins with zeros are matched to their results', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const declined = await payBill(payer, { billerCode: '40404', customerReference: '0012' });
    await test.ctx.asOwner("UPDATE payment_out SET bsb = '0040404' WHERE member_account_id = $1", [
      payer.card.account.id,
    ]);
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, declined)).toMatchObject({ State: 'Returned', Reason: 'declined' });
  });

  it('become a debt to the former holder when they are returned to a closed account', async () => {
    newDay();
    const payer = await givenPayer(25_00n);
    const receipt = await pay(payer, { Amount: 25, DestinationAccountNumber: '900000003' });
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [payer.card.account.id]);
    const before = (await kept())['formerHolders'] ?? 0;
    hour(18);
    await make();
    await exchange();
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(0n);
    expect(await kept()).toMatchObject({ formerHolders: before + 2_500 });
    expect(await course(payer, receipt)).toMatchObject({ State: 'Returned' });
  });

  it('offer the fields to make the payment again', async () => {
    const [payer, other] = [await givenPayer(), await givenPayer(1_00n)];
    const { accountNumber } = payer.card.account;
    const ask = async (receiptNumber: string) =>
      (await postApi(test, 'transfer/getPaymentCourse', payer.headers, { accountNumber, receiptNumber })).json();
    expect((await ask(await pay(payer))).Again).toEqual({
      Method: 'external',
      Name: 'Jordan Blake',
      Bsb: '000101',
      AccountNumber: '44172208',
      Purpose: 2,
      Amount: 10,
      Description: 'Jordan Blake',
      RecipientDescription: 'Bond, Wilson St',
    });
    const within = transferBody(payer.card.account, other.card.account);
    const paid = await postMoney(test, 'transfer/internal', payer.headers, within);
    expect(await ask(paid.json().ReceiptNumber)).toEqual({
      Course: null,
      Again: {
        Method: 'internal',
        Name: 'Ruby Taylor',
        Bsb: '',
        AccountNumber: other.card.account.accountNumber,
        Purpose: null,
        Amount: 1,
        Description: 'Dinner on Friday',
        RecipientDescription: 'From Amelia',
      },
    });
  });

  it('are shown to their payer alone, and an unknown receipt number is not found', async () => {
    const [payer, other] = [await givenPayer(), await givenPayer()];
    const receipt = await pay(payer);
    const ask = (person: typeof payer, accountNumber: string, receiptNumber = receipt) =>
      postApi(test, 'transfer/getPaymentCourse', person.headers, { accountNumber, receiptNumber });
    expect(codeOf(await ask(other, payer.card.account.accountNumber))).toBe('10000');
    expect(codeOf(await ask(other, other.card.account.accountNumber))).toBe('404');
    expect(codeOf(await ask(payer, payer.card.account.accountNumber, '123'))).toBe('404');
    expect(codeOf(await ask(payer, payer.card.account.accountNumber, ''))).toBe('20010');
  });
});

describe('a file from the bank', () => {
  it('with two equal lines returns two equal payments, the newer first, and is read once under any name', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const [older, newer] = [await pay(payer, { Amount: 40 }), await pay(payer, { Amount: 40 })];
    hour(18);
    await make();
    await exchange();
    const line = { account: '44172208', cents: '4000', code: '5', reference: 'Bond, Wilson St', day: dd() };
    await leave('a.returns', returnsOf([line], { on: today() }));
    await exchange();
    expect(await course(payer, newer)).toMatchObject({ State: 'Returned' });
    expect(await course(payer, older)).toMatchObject({ State: 'Settled' });
    await leave('b.returns', returnsOf([line], { on: today() }));
    await exchange();
    expect(await course(payer, older)).toMatchObject({ State: 'Settled' });
    await leave('c.returns', returnsOf([line, { ...line, cents: '1' }], { on: today() }));
    await exchange();
    expect(await course(payer, older)).toMatchObject({ State: 'Returned' });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n);
  });

  it('returns the payment with its date and references, though another payer paid the same account as much', async () => {
    newDay();
    const [payer, other] = [await givenPayer(1_000_00n), await givenPayer(1_000_00n)];
    const dayBefore = dd();
    const first = await pay(payer, { Amount: 44 });
    hour(18);
    await make();
    await exchange();
    newDay();
    const second = await pay(payer, { Amount: 44 });
    const theirs = await pay(other, { Amount: 44, DescriptionRecipient: 'Rent, May St' });
    hour(18);
    await make();
    await exchange();
    const line = { account: '44172208', cents: '4400', code: '5', reference: 'Rent, May St', day: dd() };
    const states = async () =>
      Promise.all([course(payer, first), course(payer, second), course(other, theirs)]).then((all) =>
        all.map((each) => each?.State),
      );
    await leave('day-1.returns', returnsOf([line], { on: today() }));
    await exchange();
    expect(await states()).toEqual(['Settled', 'Settled', 'Returned']);
    await leave('day-2.returns', returnsOf([{ ...line, reference: 'Bond, Wilson St' }], { on: today() }));
    await exchange();
    expect(await states()).toEqual(['Settled', 'Returned', 'Returned']);
    await leave(
      'day-3.returns',
      returnsOf([{ ...line, reference: 'Bond, Wilson St', day: dayBefore }], { on: today() }),
    );
    await exchange();
    expect(await states()).toEqual(['Returned', 'Returned', 'Returned']);
    const balances = [await balanceOf(test.ctx, payer.card.account), await balanceOf(test.ctx, other.card.account)];
    expect(balances).toEqual([1_000_00n, 1_000_00n]);
  });

  it('with an unknown or repeated return puts it in suspense', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    await pay(payer, { Amount: 41 });
    hour(18);
    await make();
    await exchange();
    const line = { account: '44172208', cents: '4100', code: '5', reference: 'Bond, Wilson St', day: dd() };
    const before = (await kept())['suspense'] ?? 0;
    await leave('d.returns', returnsOf([line, line, { ...line, account: '11111111', cents: '7' }], { on: today() }));
    await exchange();
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n);
    expect(await kept()).toMatchObject({ suspense: before + 4_107 });
  });

  it('with a wrong total is refused without any effect', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const receipt = await pay(payer, { Amount: 42 });
    hour(18);
    await make();
    await exchange();
    const line = { account: '44172208', cents: '4200', code: '5', reference: 'Bond, Wilson St', day: dd() };
    await leave('e.returns', returnsOf([line], { on: today(), totals: { credits: 4_201n } }));
    await exchange();
    expect((await answers()).at(-1)).toMatchObject({
      state: 'Refused',
      reason: 'the totals differ from the lines',
      lines: 0,
    });
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled' });
  });

  it('above the amount for release waits for two people', async () => {
    newDay();
    const line = { account: '44172208', cents: '1000001', code: '5', reference: 'Big', day: dd() };
    await leave('f.returns', returnsOf([line], { on: today() }));
    const before = await kept();
    await exchange();
    expect((await answers()).at(-1)).toMatchObject({ state: 'Waiting', lines: 1 });
    expect(await kept()).toEqual(before);
  });

  it('that rejects a file of ours moves its payments to another file', async () => {
    newDay();
    const payer = await givenPayer();
    const receipt = await pay(payer, { Amount: 43 });
    hour(18);
    await make();
    const [file] = await test.ctx.asOwner<{ name: string; digest: Buffer }>(
      "SELECT name, digest FROM bank_file WHERE tenant_id = $1 AND method = 'external' ORDER BY id DESC LIMIT 1",
      [tenantId],
    );
    await leave('x.outcome', `${file?.name},rejected,${file?.digest.toString('hex')}\r\n`);
    await exchangeFiles({ ...test.ctx, outside: { ...test.ctx.outside, bank: silent() } }, tenantId, { atOnce: 5 });
    expect(await course(payer, receipt)).toMatchObject({ State: 'Made' });
    await make();
    await exchange();
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled' });
    expect(await outFiles('.aba')).toHaveLength(2);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  /** A bank without the answers that the sandbox makes from our files. */
  function silent(): AppContext['outside']['bank'] {
    const { incoming, ...bank } = test.ctx.outside.bank;
    return {
      ...bank,
      incoming: {
        list: async () => ({ kind: 'done', value: [{ name: `${tenantId}-x.outcome`, size: 1 }] }),
        read: (name) => incoming.read(name),
      },
    };
  }
});

describe('a server that dies', () => {
  it('at any statement of making, sending and answering puts each payment into one file and credits it once', {
    timeout: 120_000,
  }, async () => {
    for (const at of brokenStatements(400)) {
      newDay();
      const payer = await givenPayer(1_000_00n);
      const back = await pay(payer, { Amount: 10, DestinationAccountNumber: '900000005' });
      const kept = await pay(payer, { Amount: 20 });
      hour(18);
      const database = dyingDatabase(test.ctx.database, at);
      const payments = openPayments({ ...test.ctx, database, blocksMoneyOut, keepsMoneyIn });
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
