import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readAba } from '../../../test-support/outside/aba.ts';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { onPool } from '../../../test-support/processes/second-server.ts';
import { postApi } from '../../../test-support/signed-in.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import type { AppContext } from '../../compose/context.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, payBill, course, make, exchange, newDay, hour, outFiles, outFolder, kept } =
  bank;
afterAll(() => bank.close());

type Person = Awaited<ReturnType<typeof givenPayer>>;
const call = (which: string) => async (person: Person, receiptNumber: string) => {
  const { accountNumber } = person.card.account;
  const answer = await postApi(test, `transfer/${which}`, person.headers, { accountNumber, receiptNumber });
  return answer.json<{ Outcome?: string; State?: string; WouldBe?: string }>();
};
const WAYS = [
  ['as a scam', call('reportScam'), 'Stopped', 'AskedBack'],
  ['as sent to the wrong account', call('reportMistakenPayment'), 'Recovered', 'Asked'],
] as const;
const said = (answer: { Outcome?: string; State?: string }) => answer.Outcome ?? answer.State;

/** Numbers and cents of the lines in the files that the bank got today, without the contra lines. */
async function atBank() {
  const lines = [];
  for (const name of await outFiles('.aba')) {
    const { records } = readAba(await readFile(path.join(outFolder, name), 'latin1'));
    lines.push(...records.slice(0, -1).map(({ account, cents }) => [account, Number(cents)]));
  }
  return lines;
}
const filesOf = () =>
  test.ctx.asOwner<{ state: string; lines: number }>(
    'SELECT state, lines FROM bank_file WHERE tenant_id = $1 AND value_date = $2 ORDER BY id',
    [tenantId, bank.today()],
  );
const dailySumOf = async ({ card }: Person) => {
  const rows = await test.ctx.asOwner<{ cents: string }>(
    "SELECT cents FROM payment_count WHERE member_account_id = $1 AND counter = 'dailyPayments'",
    [card.account.id],
  );
  return rows.map(({ cents }) => Number(cents));
};
const reconciled = async () => {
  const { body } = await give(test, await givenStaff(test.ctx, tenantId), 'reconcile', { input: {} });
  return body.rows?.filter(({ difference }) => difference !== '0.00');
};

/** A server that calls `put` for each file that it sends to the bank. */
function withPut(put: (name: string, bytes: Buffer) => Promise<unknown>): AppContext {
  const { bank: open } = test.ctx.outside;
  const outgoing = { ...open.outgoing, put } as typeof open.outgoing;
  return { ...test.ctx, outside: { ...test.ctx.outside, bank: { ...open, outgoing } } };
}

let payer: Person;
beforeEach(async () => {
  newDay();
  payer = await givenPayer(1_000_00n);
});

describe.each(WAYS)('a payment that is reported %s', (_, report, stopped, asked) => {
  it('before its cut-off is credited again and leaves with no file', async () => {
    const receipt = await pay(payer, { Amount: 50, DestinationAccountNumber: '44170021' });
    const other = await pay(payer, { Amount: 20, DestinationAccountNumber: '44170022' });
    expect(said(await report(payer, receipt))).toBe(stopped);
    expect(said(await report(payer, receipt))).toBe(stopped);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(980_00n);
    expect(await dailySumOf(payer)).toEqual([20_00]);
    expect(await course(payer, receipt)).toMatchObject({ State: 'Returned', Reason: 'stopped' });
    expect(await kept()).toMatchObject({ directEntry: 20_00 });
    expect(await reconciled()).toEqual([]);
    // No one at the desk has to look at it.
    const toCheck = (await give(test, await givenStaff(test.ctx, tenantId), 'payments-to-check')).body.rows;
    expect(toCheck?.filter(({ item }) => item === receipt)).toEqual([]);
    hour(18);
    await make();
    await exchange();
    expect(await atBank()).toEqual([['44170022', 20_00]]);
    expect(await course(payer, other)).toMatchObject({ State: 'Settled' });
    expect(await kept()).toMatchObject({ directEntry: 0 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('in a file that no server has begun to send is left out of the file that replaces it', async () => {
    const receipt = await pay(payer, { Amount: 50, DestinationAccountNumber: '44170021' });
    await pay(payer, { Amount: 20, DestinationAccountNumber: '44170022' });
    hour(18);
    await make();
    expect(said(await report(payer, receipt))).toBe(stopped);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(980_00n);
    await exchange();
    expect(await atBank()).toEqual([]);
    await make();
    await exchange();
    expect(await filesOf()).toEqual([
      { state: 'Withdrawn', lines: 2 },
      { state: 'Accepted', lines: 1 },
    ]);
    expect(await atBank()).toEqual([['44170022', 20_00]]);
    expect(await kept()).toMatchObject({ directEntry: 0 });
    expect(await reconciled()).toEqual([]);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('while its file is being sent is asked back', async () => {
    const receipt = await pay(payer, { Amount: 50, DestinationAccountNumber: '44170021' });
    hour(18);
    await make();
    const { bank: open } = test.ctx.outside;
    let answer;
    await exchange(
      withPut(async (name, bytes) => {
        answer = said(await report(payer, receipt));
        return open.outgoing.put(name, bytes);
      }),
    );
    expect(answer).toBe(asked);
    expect(await atBank()).toEqual([['44170021', 50_00]]);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(950_00n);
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled', Mistaken: { State: 'Asked' } });
  });

  it('in a file of which it is not known whether it has arrived is asked back', async () => {
    const receipt = await pay(payer, { Amount: 50, DestinationAccountNumber: '44170021' });
    hour(18);
    await make();
    await exchange(withPut(async () => ({ kind: 'unknown', code: 'timeout' })));
    expect(said(await report(payer, receipt))).toBe(asked);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(950_00n);
    expect(await filesOf()).toEqual([{ state: 'Made', lines: 1 }]);
    await test.ctx.asOwner("UPDATE bank_file SET tried_at = NULL WHERE state = 'Made' AND tenant_id = $1", [tenantId]);
    await exchange();
  });

  it('to a biller is stopped alike', async () => {
    const receipt = await payBill(payer);
    expect(said(await report(payer, receipt))).toBe(stopped);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n);
    expect(await dailySumOf(payer)).toEqual([0]);
    expect(await kept()).toMatchObject({ bpay: 0 });
  });

  it('is not stopped while a restored instance is held', async () => {
    const receipt = await pay(payer, { Amount: 50, DestinationAccountNumber: '44170021' });
    const { instanceHold } = test.ctx;
    Object.assign(test.ctx, { instanceHold: { ...instanceHold, isHeld: () => true } });
    try {
      expect(said(await report(payer, receipt))).toBe(asked);
    } finally {
      Object.assign(test.ctx, { instanceHold });
    }
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(950_00n);
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled' });
  });
});

it('is stopped or leaves, and never both, while another server makes and sends the files', async () => {
  const other = onPool(test.ctx, test.ctx.database);
  const receipts = [];
  for (let at = 0; at < 6; at += 1) receipts.push(await pay(payer, { Amount: 10 + at }));
  hour(18);
  const exchanging = async () => {
    await make(other);
    await exchange(other);
  };
  const outcomes = await Promise.all([
    ...receipts.map(async (receipt) => said(await call('reportMistakenPayment')(payer, receipt))),
    exchanging().then(() => 'sent'),
  ]);
  await make();
  await exchange();
  const left = (await atBank()).map(([, cents]) => cents);
  const inTime = [10, 11, 12, 13, 14, 15].filter((_amount, at) => outcomes[at] === 'Recovered').map((one) => one * 100);
  expect([...left, ...inTime].toSorted()).toEqual([1_000, 1_100, 1_200, 1_300, 1_400, 1_500]);
  const back = BigInt(inTime.reduce((sum, cents) => sum + cents, 0));
  expect(await balanceOf(test.ctx, payer.card.account)).toBe(1_000_00n - 75_00n + back);
  expect(await kept()).toMatchObject({ directEntry: 0 });
  expect(await brokenIn(test.ctx)).toEqual([]);
});

it('says before a report what it would do: stop a payment that is with us, ask for one that has left', async () => {
  const receipt = await pay(payer, { Amount: 50 });
  expect(await call('getScamReport')(payer, receipt)).toMatchObject({ WouldBe: 'Stopped' });
  hour(18);
  await make();
  expect(await call('getScamReport')(payer, receipt)).toMatchObject({ WouldBe: 'Stopped' });
  await exchange();
  expect(await call('getScamReport')(payer, receipt)).toMatchObject({ WouldBe: 'AskedBack' });
});

it('is a break for verify and for the comparison with the books where it came back and had never left', async () => {
  const receipt = await pay(payer, { Amount: 50 });
  await test.ctx.asOwner(
    "UPDATE payment_out SET state = 'Returned', reason = '7' WHERE tenant_id = $1 AND transfer_id = (SELECT max(transfer_id) FROM payment_out)",
    [tenantId],
  );
  expect(await reconciled()).toEqual([expect.objectContaining({ account: 'directEntry', difference: '50.00' })]);
  expect((await brokenIn(test.ctx)).join('\n')).toMatch(
    /returned-after-file: .*payment of 5000 returned as 7; its file: none/,
  );
  await test.ctx.asOwner("UPDATE payment_out SET state = 'Made', reason = NULL WHERE tenant_id = $1 AND reason = '7'", [
    tenantId,
  ]);
  expect(said(await call('reportMistakenPayment')(payer, receipt))).toBe('Recovered');
  expect(await reconciled()).toEqual([]);
});
