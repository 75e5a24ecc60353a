import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { postCents } from '../../../../test-support/ledger/ledger-money.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, payBill, course, make, exchange, newDay, hour, dd, leave, kept } = bank;
const { outFiles, outFolder } = bank;
afterAll(() => bank.close());

describe('the desk', () => {
  it('finds no difference between bank and ledger, and shows a break', async () => {
    newDay();
    const payer = await givenPayer();
    await pay(payer, { Amount: 12 });
    await payBill(payer);
    const staff = await givenStaff(test.ctx, tenantId);
    const rows = async () => {
      const { body } = await give(test, staff, 'reconcile', { input: {} });
      return body.rows?.map(({ account, difference }) => [account, difference]);
    };
    const whole = [
      ['directEntry', '0.00'],
      ['instant', '0.00'],
      ['bpay', '0.00'],
    ];
    expect(await rows()).toEqual(whole);
    // Five cents leave the BPAY settlement account without a payment, and are put back.
    const { account } = payer.card;
    const [bpay] = await test.ctx.asOwner<{ id: string }>(
      "SELECT id FROM ledger_account WHERE tenant_id = $1 AND kind = 'bpay'",
      [tenantId],
    );
    const bills = { brand: account.brand, ledgerAccountId: BigInt(bpay?.id ?? '') };
    await postCents(test.ctx, bills, -5n);
    expect((await rows())?.[2]).toEqual(['bpay', '-0.05']);
    await postCents(test.ctx, bills, 5n);
    hour(18);
    await make();
    await exchange();
    expect(await rows()).toEqual(whole);
  });

  it('can send a file again that did not arrive, which the server never does by itself', async () => {
    newDay();
    const payer = await givenPayer();
    const receipt = await pay(payer, { Amount: 14 });
    hour(18);
    await make();
    const { bank: open } = test.ctx.outside;
    let puts = 0;
    const lost = {
      ...open,
      outgoing: {
        ...open.outgoing,
        put: async () => {
          puts += 1;
          return { kind: 'unknown', code: 'reset' } as const;
        },
      },
    };
    const config = { ...test.ctx.config, bank: { ...test.ctx.config.bank, keepsFiles: false } };
    const away = { ...test.ctx, config, outside: { ...test.ctx.outside, bank: lost } };
    await exchange(away);
    await exchange(away);
    expect(puts).toBe(1);
    await exchange({ ...test.ctx, config });
    expect(await course(payer, receipt)).toMatchObject({ State: 'Made' });
    const [row] = await test.ctx.asOwner<{ id: string }>(
      "SELECT id FROM bank_file WHERE tenant_id = $1 AND state = 'Made'",
      [tenantId],
    );
    const [first, second] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const { body } = await give(test, first, 'send-bank-file', {
      input: { file: row?.id ?? '' },
      reason: 'bank asked',
    });
    await give(test, second, 'approve', { input: { request: body.request?.id ?? '' } });
    await exchange({ ...test.ctx, config });
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled' });
  });

  it('prints a file byte for byte, before and after it was sent, without sending it', async () => {
    newDay();
    const payer = await givenPayer();
    await pay(payer, { Amount: 15.01, DestinationAccountName: 'Rent Agency' });
    hour(18);
    await make();
    const staff = await givenStaff(test.ctx, tenantId);
    const { body: files } = await give(test, staff, 'bank-files', { input: {} });
    const file = String(files.rows?.[0]?.['file']);
    const print = async () => (await give(test, staff, 'print-bank-file', { input: { file } })).body.rows?.[0];
    const before = await print();
    expect(before).toMatchObject({ state: 'Made' });
    expect(await outFiles('.aba')).toEqual([]);
    await exchange();
    const [name = ''] = await outFiles('.aba');
    const sent = await readFile(path.join(outFolder, name));
    const after = await print();
    expect(after).toMatchObject({ name, digest: hash('sha256', sent), content: sent.toString('base64') });
    expect(after?.['content']).toBe(before?.['content']);
    expect(sent.toString()).toContain('0000001501Rent Agency');
  });

  it('releases a waiting file of the bank with a second person', async () => {
    newDay();
    const line = { account: '44172208', cents: '1500000', code: '5', reference: 'Bigger', day: dd() };
    await leave('g.returns', returnsOf([line], { on: bank.today() }));
    await exchange();
    const [row] = await test.ctx.asOwner<{ id: string }>(
      "SELECT id FROM bank_answer WHERE tenant_id = $1 AND name LIKE '%-g.returns'",
      [tenantId],
    );
    const before = (await kept())['suspense'] ?? 0;
    const [first, second] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const { body } = await give(test, first, 'take-bank-answer', {
      input: { answer: row?.id ?? '' },
      reason: 'compared',
    });
    await give(test, second, 'approve', { input: { request: body.request?.id ?? '' } });
    await exchange();
    expect(await kept()).toMatchObject({ suspense: before + 1_500_000 });
  });
});
