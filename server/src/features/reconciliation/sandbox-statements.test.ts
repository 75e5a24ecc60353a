import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { activate, setUp } from '../../../test-support/auto-topups.ts';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { depositsOf } from '../../../test-support/outside/deposits-file.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenProduct } from '../../../test-support/factories.ts';
import { type Opened, type PAYER_CARD, payByCard, runGateway } from '../../../test-support/outside/gateway.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { openSettledMessages } from '../../outside/statements/settled-messages.ts';
import { runAutoTopups } from '../topup/auto/run-auto-topups.due.ts';
import { beginStatements } from './public.ts';
import { readStatements } from './read-statements.ts';

const bank = await givenBank({ paymentLimit: null, bankTransferTopUp: true });
const { test, tenantId, givenPayer, newDay, hour, make, exchange, today } = bank;
afterAll(() => bank.close());

const data = path.join(bank.outFolder, '../..');
const incoming = (party: string) => path.join(data, 'incoming', party);
const settled = openSettledMessages(data);
const { brand } = (await givenPayer(0n)).card;
const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 999_00 };
const product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });

async function desk(command: string, input: Readonly<Record<string, string>> = {}) {
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  return (await give(test, viewer, command, { input })).body.rows ?? [];
}
const unmatched = async () =>
  Object.fromEntries(
    await Promise.all(
      ['bank', 'schemeSettlement', 'gateway'].map(async (account) => [account, await desk('unmatched', { account })]),
    ),
  );

/** A clearing or refund of the network, which notes it for its statement as the simulator does. */
async function network(kind: 'clearings' | 'refunds', card: Parameters<typeof purchaseOf>[0], cents: number) {
  const message = purchaseOf(card, { amount: cents, reference: freshReference() });
  expect((await sendNetwork(test, kind, message)).answer).toBe('00');
  const booked = { programme: tenantId, day: today(), reference: message.reference, words: kind };
  const line = { ...booked, cents: BigInt(kind === 'refunds' ? cents : -cents) };
  settled.add(line);
  // It is noted twice where the message is sent again.
  settled.add(line);
}

type Loader = Awaited<ReturnType<typeof givenUser>>;
async function topUp({ card, headers }: Loader, amount: number, by: keyof typeof PAYER_CARD) {
  const { accountNumber } = card.account;
  const opened = await postApi(test, 'payment/initiate', headers, { accountNumber, amount });
  await payByCard(test, opened.json<Opened>(), by);
  test.ctx.advance(1_000);
  await runGateway(test);
}

/** The next business day, with all that is due on it. */
async function nextDay(): Promise<void> {
  newDay();
  // The gateway is asked by real time what it has told no one.
  test.ctx.setSecurityTime(new Date(test.ctx.clocks.business.now()).toISOString());
  await exchange();
  await runAutoTopups(test.ctx, tenantId, { atOnce: 50 });
  await runGateway(test);
  await readStatements(test.ctx, tenantId);
}

it('the sandbox writes statements in which the books find no difference, day by day', async () => {
  newDay();
  // The page of the gateway ends by both clocks.
  test.ctx.setSecurityTime(new Date(test.ctx.clocks.business.now()).toISOString());
  const [payer, shopper, auto] = [await givenPayer(1_000_00n), await givenPayer(500_00n), await givenPayer(110_00n)];
  const loaders = [];
  for (let index = 0; index < 3; index += 1)
    loaders.push(await givenUser(test.ctx, { brand, product, balance: 100_00n }));
  const { AutoTopUpId: id } = await setUp(test, auto);
  await activate(test, auto, id);
  await beginStatements(test.ctx, tenantId);

  // To the bank: payments, of which one comes back straight away and one after 5 business days; bills, of which one is
  // declined.
  await bank.pay(payer, { Amount: 40.1 });
  await bank.pay(payer, { Amount: 50.2, DestinationAccountNumber: '900000003' });
  await bank.pay(payer, { Amount: 60.3, DestinationAccountNumber: '900000000' });
  await bank.payBill(payer, { amount: 31 });
  await bank.payBill(payer, { amount: 32, billerCode: '40404', customerReference: '40404' });
  // A purchase fires an automatic top-up.
  await network('clearings', auto.card, 20_00);
  await network('clearings', shopper.card, 12_34);
  await network('refunds', shopper.card, 2_34);
  await topUp(loaders[0] as Loader, 50, 'approves');
  await topUp(loaders[1] as Loader, 60, 'isChargedBack');
  await topUp(loaders[2] as Loader, 70, 'noNotice');
  const account = payer.card.account.accountNumber;
  const deposits = depositsOf([
    { account, cents: 7_00 },
    { account: '299999999', cents: 8_00 },
    { account: '299999998', cents: 9_00, trace: '' },
  ]);
  const date = `${today().slice(8)}${today().slice(5, 7)}${today().slice(2, 4)}`;
  await bank.leave('day.deposits', deposits.replace('201126', date));
  await exchange();
  hour(18);
  await make();
  await exchange();
  await exchange();
  await readStatements(test.ctx, tenantId);
  // The day has not ended.
  expect((await desk('statements-read')).filter(({ lines }) => Number(lines) > 0)).toEqual([]);

  for (let day = 0; day < 9; day += 1) {
    await nextDay();
    hour(18);
    await make();
    await exchange();
  }
  await nextDay();
  expect(await unmatched()).toEqual({ bank: [], schemeSettlement: [], gateway: [] });
  const rows = await desk('differences');
  expect(rows.map(({ account: of, difference, unexplained }) => [of, difference, unexplained])).toEqual([
    ['bank', '0.00', '0.00'],
    ['schemeSettlement', '0.00', '0.00'],
    ['gateway', '0.00', '0.00'],
  ]);
  // By hand. Settled with the bank: −20.00 −12.34 +2.34 and 50.00 + 60.00 + 70.00 − 60.00.
  const opened = Number(
    (await readFile(path.join(incoming('bank'), (await names('bank'))[0] ?? ''), 'latin1')).split(',')[6],
  );
  // One cent verified the account of the automatic top-up.
  const out = -0.01 - 40.1 - 50.2 - 60.3 + 50.2 + 60.3 - 31 - 32 + 32 + 200;
  const deposited = 7 + 8 + 9 - 8;
  expect(Number(rows[0]?.['statement']) - opened).toBeCloseTo(out + deposited - 30 + 120);
  expect(await desk('bank-trouble')).toEqual([]);
});

const names = async (party: string) =>
  (await readdir(incoming(party))).filter((name) => name.endsWith('.csv')).toSorted();

it('a restart writes the same, and an account with statements by hand is left to them', async () => {
  const before = await names('bank');
  await exchange();
  await readStatements(test.ctx, tenantId);
  expect(await names('bank')).toEqual(before);
  await writeFile(path.join(incoming('gateway'), `${tenantId}-own.statement.csv`), 'date,kind,amount,reference,text');
  const kept = await names('gateway');
  await nextDay();
  expect(await names('gateway')).toEqual(kept);
  expect((await names('bank')).length).toBe(before.length + 1);
});
