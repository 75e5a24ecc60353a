import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAba } from '../../../../test-support/aba.ts';
import { activate, debitsOf, setUp } from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/bank.ts';
import { give, givenStaff } from '../../../../test-support/desk.ts';
import { purchaseOf, tell } from '../../../../test-support/network.ts';
import { returnsOf } from '../../../../test-support/returns-file.ts';
import { brokenIn } from '../../../../test-support/verified.ts';
import { writeBpayBatch } from '../formats/bpay-batch.domain.ts';
import { writeDirectEntry } from '../formats/direct-entry.domain.ts';
import { readSentFile } from './sent-file.domain.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, payBill, course, make, exchange, newDay, hour, outFolder, outFiles } = bank;
afterAll(() => bank.close());

function senderOf({ sender }: typeof test.ctx.config.bank) {
  if (!sender) throw new Error('the sandbox has a bank');
  return sender;
}
const SENDER = senderOf(test.ctx.config.bank);
const day = () => new Date(test.ctx.clocks.business.now()).toISOString().slice(0, 10);
/** What `pay` sends, as the file of the bank has it. */
const lineOf = (cents: bigint) => ({
  bsb: '000101',
  accountNumber: '44172208',
  name: 'Jordan Blake',
  reference: 'Bond, Wilson St',
  remitter: 'Alex Morgan',
  cents,
});

/** A file that was made and sent after the restored moment: the bank has it, the books do not know it. */
async function leftAtBank(cents: readonly bigint[]): Promise<string> {
  const name = `${tenantId}-de-${day().replaceAll('-', '')}-1.aba`;
  const text = writeDirectEntry(SENDER, day(), cents.map(lineOf));
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

describe('what the bank has of payments that a restore lost', () => {
  it('is not paid a second time: neither what came back nor what is made again', async () => {
    newDay();
    const payer = await givenPayer();
    const kept = await pay(payer, { Amount: 350 });
    // In the lost hours 12.34 was paid too, and both left in one file.
    const file = await leftAtBank([35_000n, 1_234n]);
    await take(file);
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, kept)).toMatchObject({ State: 'Settled' });
    expect(await outFiles('.aba')).toEqual([file]);

    // The payer asks for the lost payment once more, before the next cut-off.
    hour(15);
    const again = await pay(payer, { Amount: 12.34 });
    const twice = await pay(payer, { Amount: 12.34 });
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, again)).toMatchObject({ State: 'Settled' });
    expect(await course(payer, twice)).toMatchObject({ State: 'Settled' });
    // The bank has the first of the two, so one left in a file of its own, under a name that is new.
    expect((await cents()).toSorted()).toEqual([1_234n, 1_234n, 35_000n]);
    expect(await outFiles('.aba')).toHaveLength(2);
    expect(await bank.kept()).toMatchObject({ directEntry: 0 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is known for bills too', async () => {
    newDay();
    const payer = await givenPayer();
    const bill = await payBill(payer);
    const [row] = await test.ctx.asOwner<{ bsb: string; account_number: string; amount: string; id: string }>(
      `SELECT bsb, account_number, amount, transfer_id AS id FROM payment_out
        WHERE tenant_id = $1 AND method = 'bpay' AND state = 'Made'`,
      [tenantId],
    );
    if (!row) throw new Error('a bill');
    const name = `${tenantId}-bpay-${day().replaceAll('-', '')}-1.bpb`;
    const { bsb: billerCode, account_number: reference, amount } = row;
    const text = writeBpayBatch(SENDER, day(), [
      { billerCode, reference, cents: BigInt(amount), transferId: BigInt(row.id) },
    ]);
    await test.ctx.outside.bank.outgoing.put(name, Buffer.from(text, 'latin1'));
    await take(name);
    hour(18);
    await make();
    await exchange();
    expect(await outFiles('.bpb')).toEqual([name]);
    expect(await course(payer, bill)).toMatchObject({ State: 'Settled' });
  });
});

describe('what the bank collects by a file that a restore lost', () => {
  /** A debit of 200.00 that has fired. */
  async function givenFired() {
    const payer = await givenPayer(100_00n);
    const { AutoTopUpId } = await setUp(test, payer, {});
    await activate(test, payer, AutoTopUpId);
    await tell(test, 'authorisations', purchaseOf(payer.card, { amount: 10_00 }));
    return payer;
  }

  it('is not collected a second time, is credited once, and its return is known', async () => {
    newDay();
    const [kept, other] = [await givenFired(), await givenFired()];
    const line = { bsb: '000101', accountNumber: '61200447', name: 'Amelia Chen', remitter: 'Wattle', cents: 20_000n };
    const name = `${tenantId}-dd-${day().replaceAll('-', '')}-1.aba`;
    const lost = [{ ...line, reference: 'AUTO TOP-UP 77001' }];
    const text = writeDirectEntry(SENDER, day(), lost, { isDebits: true });
    await test.ctx.outside.bank.outgoing.put(name, Buffer.from(text, 'latin1'));
    await take(name);
    hour(18);
    await make();
    await exchange();
    // One of the two is the line that the bank has; the other one leaves in a file of its own.
    const files = (await outFiles('.aba')).filter((each) => each.includes('-dd-'));
    expect(files).toHaveLength(2);
    expect([await debitsOf(test.ctx, kept.card.account), await debitsOf(test.ctx, other.card.account)]).toEqual([
      ['Collected'],
      ['Collected'],
    ]);
    expect(await bank.kept()).toMatchObject({ directDebits: 40_000 });
    const back = { account: '61200447', cents: '20000', code: '5', reference: 'AUTO TOP-UP 77001', day: bank.dd() };
    const returns = returnsOf([back]).replace(/^(2.{17})50/m, (_, before: string) => `${before}13`);
    await bank.leave('lost.returns', returns);
    await exchange();
    expect(await debitsOf(test.ctx, kept.card.account)).toEqual(['Returned']);
    expect(await bank.kept()).toMatchObject({ directDebits: 20_000 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});

describe('a file that is read', () => {
  it('is one of ours, whole', () => {
    const text = writeDirectEntry(SENDER, '2026-11-20', [lineOf(1n)]);
    expect(readSentFile(text)).toEqual({
      method: 'external',
      day: '2026-11-20',
      lines: [{ line: 2, bsb: '000101', accountNumber: '44172208', reference: 'Bond, Wilson St', cents: 1n }],
    });
    const debits = writeDirectEntry(SENDER, '2026-11-20', [lineOf(1n)], { isDebits: true });
    expect(readSentFile(debits)).toMatchObject({
      method: 'debit',
      lines: [{ line: 2, accountNumber: '44172208', cents: 1n }],
    });
    expect(readSentFile('')).toBeUndefined();
    expect(readSentFile('hello\r\n')).toBeUndefined();
    expect(readSentFile(text.split('\r\n')[0] ?? '')).toBeUndefined();
  });
});
