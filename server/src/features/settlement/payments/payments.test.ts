import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { auditOfStaff, give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { postMoney, transferBody } from '../../../../test-support/transfers.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, payBill, make, exchange, newDay, hour, dd, today, leave, outFiles } = bank;
afterAll(() => bank.close());

async function givenDesk() {
  const staff = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  return {
    staff,
    find: async (input: Readonly<Record<string, string>>) => (await give(test, staff, 'payments', { input })).body.rows,
    way: async (receipt: string) => (await give(test, staff, 'payment', { input: { receipt } })).body.rows,
  };
}

describe('payments at the desk', () => {
  it('are found by receipt, account, amount and state, and without the number of the payee', async () => {
    newDay();
    const [payer, other] = [await givenPayer(), await givenPayer()];
    const receipt = await pay(payer, { Amount: 31.07, DestinationAccountName: '=cmd(1) Blake' });
    const bill = await payBill(payer, { amount: 44 });
    await pay(other, { Amount: 31.07 });
    const { find } = await givenDesk();
    const { accountNumber } = payer.card.account;
    const made = {
      receipt,
      state: 'Made',
      why: '',
      amount: '31.07',
      account: accountNumber,
      by: 'external',
      person: `holder:${payer.card.holder?.id}`,
      bank: '000101',
      number: '•••208',
      counts: today(),
      file: '',
      line: null,
    };
    expect(await find({ receipt })).toEqual([expect.objectContaining(made)]);
    const receipts = async (input: Readonly<Record<string, string>>) =>
      (await find(input))?.map((row) => row['receipt']);
    expect(await receipts({ account: accountNumber })).toEqual([bill, receipt]);
    expect(await receipts({ account: accountNumber, amount: '44.00' })).toEqual([bill]);
    expect((await receipts({ amount: '31.07' }))?.length).toBe(2);
    expect(await receipts({ account: accountNumber, state: 'settled' })).toEqual([]);
    // The digits of another day name the same payment, but are not its receipt.
    expect(await find({ receipt: '263240000000' })).toEqual([]);
    expect(JSON.stringify(await find({}))).not.toContain('44172208');
  });

  it('show their way to the line of the file, and to the line that returned them', async () => {
    newDay();
    hour(18);
    await make();
    newDay();
    const payer = await givenPayer();
    const receipt = await pay(payer, { Amount: 17.71 });
    const { find, way } = await givenDesk();
    const steps = async () => (await way(receipt))?.map(({ step, file, line }) => [step, file, line]);
    expect(await steps()).toEqual([
      ['made', '', null],
      ['counts', '', null],
    ]);
    hour(18);
    await make();
    await exchange();
    const [name = ''] = await outFiles('.aba');
    const sent = [
      ['made', '', null],
      ['counts', '', null],
      ['inFile', name, 1],
      ['sent', name, 1],
      ['accepted', name, 1],
    ];
    expect(await steps()).toEqual(sent);
    const day = dd();
    newDay();
    const returned = { account: '44172208', cents: '1771', code: '3', reference: 'Bond, Wilson St', day };
    await leave('back.returns', returnsOf([returned], { on: today() }));
    await exchange();
    expect(await steps()).toEqual([
      ...sent,
      ['returned', '', null],
      ['return', expect.stringContaining('back.returns'), 2],
    ]);
    expect(await find({ receipt })).toEqual([
      expect.objectContaining({ state: 'Returned', why: '3', file: name, line: 1 }),
    ]);
    expect((await find({ state: 'returned' }))?.map((row) => row['receipt'])).toEqual([receipt]);
  });

  it('are in doubt while their file may have been sent, or is not answered', async () => {
    newDay();
    const receipt = await pay(await givenPayer(), { Amount: 19.19 });
    hour(18);
    await make();
    const { find } = await givenDesk();
    const doubted = async () => (await find({ state: 'inDoubt' }))?.map((row) => [row['receipt'], row['state']]);
    expect(await doubted()).toEqual([]);
    await test.ctx.asOwner("UPDATE bank_file SET tried_at = made_at WHERE tenant_id = $1 AND state = 'Made'", [
      tenantId,
    ]);
    expect(await doubted()).toEqual([[receipt, 'InDoubt']]);
    await test.ctx.asOwner(
      "UPDATE bank_file SET state = 'Sent', sent_at = made_at WHERE state = 'Made' AND tenant_id = $1",
      [tenantId],
    );
    expect(await doubted()).toEqual([]);
    test.ctx.advance(25 * 3_600_000);
    const { find: later } = await givenDesk();
    expect((await later({ state: 'inDoubt' }))?.map((row) => row['receipt'])).toEqual([receipt]);
  });

  it('show those within the programme by receipt, account and amount', async () => {
    newDay();
    const [payer, payee] = [await givenPayer(), await givenPayer(0n)];
    const out = await pay(payer, { Amount: 27.03 });
    const body = transferBody(payer.card.account, payee.card.account, { Amount: 27.03 });
    const answer = await postMoney(test, 'transfer/internal', payer.headers, body);
    const receipt = answer.json<{ ReceiptNumber: string }>().ReceiptNumber;
    const { find, way } = await givenDesk();
    const { accountNumber: account } = payer.card.account;
    const receipts = async (input: Readonly<Record<string, string>>) =>
      (await find(input))?.map((row) => row['receipt']);
    expect(await find({ receipt })).toEqual([
      expect.objectContaining({
        receipt,
        state: 'Settled',
        amount: '27.03',
        account,
        by: 'internal',
        to: 'Ruby Taylor',
        bank: '',
        number: payee.card.account.accountNumber,
        counts: today(),
        file: '',
        line: null,
      }),
    ]);
    expect(await receipts({ account })).toEqual([receipt, out]);
    expect(await receipts({ amount: '27.03' })).toEqual([receipt, out]);
    expect(await receipts({ account, state: 'settled' })).toEqual([receipt]);
    expect(await receipts({ account, state: 'made' })).toEqual([out]);
    expect((await way(receipt))?.map(({ step, file }) => [step, file])).toEqual([
      ['made', ''],
      ['arrived', ''],
    ]);
  });

  it('of another programme are not found, and the look is audited', async () => {
    newDay();
    const receipt = await pay(await givenPayer(), { Amount: 5 });
    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
    expect((await give(test, stranger, 'payments', { input: { receipt } })).body.rows).toEqual([]);
    expect(await give(test, stranger, 'payment', { input: { receipt } })).toMatchObject({
      status: 404,
      body: { error: 'not_found', field: 'receipt' },
    });
    expect((await auditOfStaff(test.ctx, stranger)).at(-1)).toBe('desk.payment not_found');
  });
});
