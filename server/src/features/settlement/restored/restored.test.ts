import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAba } from '../../../../test-support/outside/aba.ts';
import { activate, debitsOf, setUp } from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { bpayFile, directEntryFile } from '../../../../test-support/outside/sent-file.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { sentAs } from '../files/file-methods.ts';
import { readSentFile } from './sent-file.domain.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, payBill, course, make, exchange, newDay, hour, outFolder, outFiles } = bank;
afterAll(() => bank.close());

/** `20261120`. */
const day = () => new Date(test.ctx.clocks.business.now()).toISOString().slice(0, 10).replaceAll('-', '');
/** Line of a `pay` call in the bank's file. */
const lineOf = (cents: number) => ({
  account: '44172208',
  title: 'Jordan Blake',
  reference: 'Bond, Wilson St',
  remitter: 'Alex Morgan',
  cents,
});

/** A file made and sent after the restored moment: the bank has it, the ledger does not. */
async function leftAtBank(cents: readonly number[]): Promise<string> {
  const name = `${tenantId}-de-${day()}-1.aba`;
  const text = directEntryFile(day().slice(2), cents.map(lineOf));
  await test.ctx.outside.bank.outgoing.put(name, Buffer.from(text, 'latin1'));
  return name;
}

async function take(file: string) {
  const [asking, approving] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const listed = await give(test, asking, 'sent-files');
  expect(listed.body.rows?.map(({ name }) => name)).toEqual([file]);
  const { body } = await give(test, asking, 'take-sent-file', { input: { file }, reason: 'The bank has it' });
  const approved = await give(test, approving, 'approve', { input: { request: body.request?.id ?? '' } });
  expect(approved.status).toBe(200);
  expect((await give(test, asking, 'sent-files')).body.rows).toEqual([]);
}

/** Every payment of the day's files where the bank collects them. */
async function cents(): Promise<bigint[]> {
  const texts = (await outFiles('.aba')).map((name) => readFile(path.join(outFolder, name), 'latin1'));
  const files = (await Promise.all(texts)).map(readAba);
  return files.flatMap(({ records }) => records.filter(({ code }) => code === '50').map((record) => record.cents));
}

describe('payments at the bank that a restore lost', () => {
  it('are not paid twice, neither when they are returned nor when they are made again', async () => {
    newDay();
    const payer = await givenPayer();
    const kept = await pay(payer, { Amount: 350 });
    // In the lost hours 12.34 was paid as well, and both left in one file.
    const file = await leftAtBank([350_00, 12_34]);
    await take(file);
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, kept)).toMatchObject({ State: 'Settled' });
    expect(await outFiles('.aba')).toEqual([file]);

    // The payer makes the lost payment again, before the next cut-off.
    hour(15);
    const again = await pay(payer, { Amount: 12.34 });
    const twice = await pay(payer, { Amount: 12.34 });
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, again)).toMatchObject({ State: 'Settled' });
    expect(await course(payer, twice)).toMatchObject({ State: 'Settled' });
    // The bank has one of the two, so the other leaves in a separate file with a new name.
    expect((await cents()).toSorted()).toEqual([1_234n, 1_234n, 35_000n]);
    expect(await outFiles('.aba')).toHaveLength(2);
    expect(await bank.kept()).toMatchObject({ directEntry: 0 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('are recognised when they are bills', async () => {
    newDay();
    const payer = await givenPayer();
    const bill = await payBill(payer);
    const [row] = await test.ctx.asOwner<{ bsb: string; account_number: string; amount: string; id: string }>(
      `SELECT bsb, account_number, amount, transfer_id AS id FROM payment_out
        WHERE tenant_id = $1 AND method = 'bpay' AND state = 'Made'`,
      [tenantId],
    );
    if (!row) throw new Error('a bill');
    const name = `${tenantId}-bpay-${day()}-1.bpb`;
    const { bsb: billerCode, account_number: reference, amount } = row;
    const text = bpayFile(day(), [{ billerCode, reference, cents: Number(amount), own: row.id }]);
    await test.ctx.outside.bank.outgoing.put(name, Buffer.from(text, 'latin1'));
    await take(name);
    hour(18);
    await make();
    await exchange();
    expect(await outFiles('.bpb')).toEqual([name]);
    expect(await course(payer, bill)).toMatchObject({ State: 'Settled' });
  });
});

describe('direct debits at the bank that a restore lost', () => {
  /** A debit of 200.00 that has fired. */
  async function givenFired() {
    const payer = await givenPayer(100_00n);
    const { AutoTopUpId } = await setUp(test, payer, {});
    await activate(test, payer, AutoTopUpId);
    await sendNetwork(test, 'authorisations', purchaseOf(payer.card, { amount: 10_00 }));
    return payer;
  }

  it('are not collected twice, are credited once, and can be dishonoured', async () => {
    newDay();
    const [kept, other] = [await givenFired(), await givenFired()];
    const line = { account: '61200447', title: 'Amelia Chen', remitter: 'Wattle', cents: 200_00 };
    const name = `${tenantId}-dd-${day()}-1.aba`;
    const text = directEntryFile(day().slice(2), [{ ...line, reference: 'AUTO TOP-UP 77001' }], '13');
    await test.ctx.outside.bank.outgoing.put(name, Buffer.from(text, 'latin1'));
    await take(name);
    hour(18);
    await make();
    await exchange();
    // One of the two matches the bank's line; the other leaves in a separate file.
    const files = (await outFiles('.aba')).filter((each) => each.includes('-dd-'));
    expect(files).toHaveLength(2);
    expect([await debitsOf(test.ctx, kept.card.account), await debitsOf(test.ctx, other.card.account)]).toEqual([
      ['Collected'],
      ['Collected'],
    ]);
    expect(await bank.kept()).toMatchObject({ directDebits: 40_000 });
    const back = { account: '61200447', cents: '20000', code: '5', reference: 'AUTO TOP-UP 77001', day: bank.dd() };
    const returns = returnsOf([{ ...back, isDebit: true }], { on: bank.today() });
    await bank.leave('lost.returns', returns);
    await exchange();
    expect(await debitsOf(test.ctx, kept.card.account)).toEqual(['Returned']);
    expect(await bank.kept()).toMatchObject({ directDebits: 20_000 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});

describe('a file that is read back', () => {
  // Lines as a bank's program shows them, character by character.
  const HEADER = '0                 01SBX       WATTLE SANDBOX            301500PAYMENTS    201126'.padEnd(120);
  const CREDIT =
    '1000-101 44172208 500000000001Jordan Blake                    Bond, Wilson St   000-001700100200Alex Morgan     00000000';
  const DEBIT =
    '1000-101 61200447 130000020000Amelia Chen                     AUTO TOP-UP 77001 000-001700100200Wattle          00000000';
  const TRAILER = '7999-999            000000000000000000010000000001                        000002'.padEnd(120);
  const contra = (code: string) =>
    `1000-001700100200 ${code}0000000001WATTLE SANDBOX                  PAYMENTS          000-001700100200WATTLE SANDBOX  00000000`;
  const BATCH = '1301500          WATTLE SANDBOX      20261120'.padEnd(144);
  const BILL = '2000002379600000170010020087348538            0000000001000          00000000000000000055'.padEnd(144);
  const EXTERNAL = { method: 'external', format: 'directEntry' } as const;
  const COLLECTED = { method: 'debit', format: 'directEntry' } as const;
  const BILLS = { method: 'bpay', format: 'bpay' } as const;
  const file = (...lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join('');

  it('is parsed only if it is complete and one of ours', () => {
    expect(readSentFile(file(HEADER, CREDIT, contra('13'), TRAILER), EXTERNAL)).toEqual({
      method: 'external',
      day: '2026-11-20',
      lines: [{ line: 2, bsb: '000101', accountNumber: '44172208', reference: 'Bond, Wilson St', cents: 1n }],
    });
    expect(readSentFile(file(HEADER, DEBIT, contra('50'), TRAILER), COLLECTED)).toEqual({
      method: 'debit',
      day: '2026-11-20',
      lines: [{ line: 2, bsb: '000101', accountNumber: '61200447', reference: 'AUTO TOP-UP 77001', cents: 20_000n }],
    });
    expect(readSentFile(file(BATCH, BILL, '900000000010000000001000'.padEnd(144)), BILLS)).toEqual({
      method: 'bpay',
      day: '2026-11-20',
      lines: [{ line: 2, bsb: '23796', accountNumber: '87348538', reference: '', cents: 1_000n }],
    });
    expect(readSentFile('', EXTERNAL)).toBeUndefined();
    expect(readSentFile('hello\r\n', EXTERNAL)).toBeUndefined();
    expect(readSentFile(HEADER, EXTERNAL)).toBeUndefined();
  });

  it('gets its method and format from its name and must have that format', () => {
    const named = (name: string) => sentAs(test.ctx.paymentMethods, name);
    expect(named('7-de-20261120-1.aba')).toEqual(EXTERNAL);
    expect(named('7-dd-20261120-12.aba')).toEqual(COLLECTED);
    expect(named('7-bpay-20261120-1.bpb')).toEqual(BILLS);
    expect(named('7-payroll-20261120-1.aba')).toBeUndefined();
    expect(named('wages.aba')).toBeUndefined();
    expect(readSentFile(file(HEADER, DEBIT, contra('50'), TRAILER), EXTERNAL)).toBeUndefined();
    expect(readSentFile(file(HEADER, CREDIT, contra('13'), TRAILER), COLLECTED)).toBeUndefined();
    expect(readSentFile(file(HEADER, CREDIT, contra('13'), TRAILER), BILLS)).toBeUndefined();
  });

  it('equals the file that the other tests leave at the bank', () => {
    expect(directEntryFile('261120', [lineOf(1)])).toBe(file(HEADER, CREDIT, contra('13'), TRAILER));
    expect(bpayFile('20261120', [{ billerCode: '23796', reference: '87348538', cents: 1_000, own: '55' }])).toBe(
      file(BATCH, BILL, '900000000010000000001000'.padEnd(144)),
    );
  });
});
