import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAba } from '../../../../test-support/aba.ts';
import { givenBank } from '../../../../test-support/bank.ts';
import { give, givenStaff } from '../../../../test-support/desk.ts';
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

describe('a file that is read', () => {
  it('is one of ours, whole', () => {
    const text = writeDirectEntry(SENDER, '2026-11-20', [lineOf(1n)]);
    expect(readSentFile(text)).toEqual({
      method: 'external',
      day: '2026-11-20',
      lines: [{ line: 2, bsb: '000101', accountNumber: '44172208', reference: 'Bond, Wilson St', cents: 1n }],
    });
    expect(readSentFile('')).toBeUndefined();
    expect(readSentFile('hello\r\n')).toBeUndefined();
    expect(readSentFile(text.split('\r\n')[0] ?? '')).toBeUndefined();
  });
});
