import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenProduct } from '../../../test-support/factories.ts';
import { type Opened, payByCard, runGateway } from '../../../test-support/outside/gateway.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { readStatements } from './read-statements.ts';

const bank = await givenBank({ paymentLimit: null });
const { test, tenantId, givenPayer, newDay, today } = bank;
afterAll(() => bank.close());

type Party = 'bank' | 'scheme' | 'gateway';
let files = 0;
/** Leaves a statement and reads it. */
async function leave(party: Party, ...rows: readonly string[]): Promise<void> {
  files += 1;
  const folder = path.join(bank.outFolder, '../../incoming', party);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = ['date,kind,amount,reference,text', ...rows.map((row) => `${today()},${row}`)].join('\n');
  await writeFile(path.join(folder, `${tenantId}-${files}.statement.csv`), text);
  await readStatements(test.ctx, tenantId);
}
const member = (role: 'viewer' | 'agent' | 'manager') => givenStaff(test.ctx, tenantId, { role });
const rowsOf = async (command: string, input: Readonly<Record<string, string>> = {}) =>
  (await give(test, await member('viewer'), command, { input })).body.rows ?? [];
const booksOf = async () =>
  Object.fromEntries((await rowsOf('differences')).map(({ account, books }) => [account, books]));
const openOf = async (account: string) =>
  (await rowsOf('unmatched', { account })).map(({ side, amount }) => [side, amount]);
const openRow = async (account: string, reference: string) =>
  (await rowsOf('unmatched', { account })).find((row) => row['reference'] === reference);
/** Asks and approves by two people. */
async function post(input: Readonly<Record<string, string>>, command = 'post-statement-line') {
  const asked = await give(test, await member('agent'), command, { input, reason: 'seen in both' });
  if (!asked.body.request) return asked.body;
  const given = { input: { request: String(asked.body.request.id) } };
  return (await give(test, await member('manager'), 'approve', given)).body;
}

/** Books what only the bank says, line by line. */
async function bookByHand(...amounts: readonly string[]): Promise<void> {
  const open = async () => (await rowsOf('unmatched', { account: 'bank' })).filter(({ side }) => side === 'statement');
  const rows = await open();
  expect(rows.map(({ amount }) => amount)).toEqual(amounts);
  for (const { line } of rows) {
    expect(await post({ line: String(line), type: 'fee' })).toMatchObject({ rows: [{ type: 'fee' }] });
  }
  expect(await open()).toEqual([]);
}

async function buy(cents: number): Promise<string> {
  const purchase = purchaseOf((await givenPayer(1_000_00n)).card, { amount: cents });
  await sendNetwork(test, 'authorisations', purchase);
  const clearing = { ...purchase, reference: freshReference(), original: purchase.reference };
  await sendNetwork(test, 'clearings', clearing);
  return clearing.reference;
}

const { brand } = (await givenPayer(0n)).card;
const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 999_00 };
const product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });
/** A charge of 50.00. */
async function charge(): Promise<string> {
  // The page of the gateway ends by both clocks.
  test.ctx.setSecurityTime(new Date(test.ctx.clocks.business.now()).toISOString());
  const payer = await givenUser(test.ctx, { brand, product, balance: 100_00n });
  const { accountNumber } = payer.card.account;
  const opened = await postApi(test, 'payment/initiate', payer.headers, { accountNumber, amount: 50 });
  await payByCard(test, opened.json<Opened>(), 'approves');
  test.ctx.advance(1_000);
  await runGateway(test);
  const [last] = await test.ctx.asOwner<{ id: string }>(
    "SELECT id FROM gateway_charge WHERE tenant_id = $1 AND state = 'Booked' ORDER BY received_at DESC, id DESC LIMIT 1",
    [tenantId],
  );
  return last?.id ?? '';
}

const ORDERS: readonly (readonly Party[])[] = [
  ['bank', 'scheme', 'gateway'],
  ['bank', 'gateway', 'scheme'],
  ['scheme', 'bank', 'gateway'],
  ['scheme', 'gateway', 'bank'],
  ['gateway', 'bank', 'scheme'],
  ['gateway', 'scheme', 'bank'],
];

it('books and statements agree once the net of scheme and gateway are on both, in any order and read again', async () => {
  let [bankCents, round] = [0, 0];
  for (const order of ORDERS) {
    newDay();
    round += 1;
    const [cleared, charged] = [await buy(1000 + round), await charge()];
    const dollars = `10.0${round}`;
    // Beside what the payers began with.
    bankCents += 1_100_00 + 50_00 - (10_00 + round);
    const rows: Readonly<Record<Party, readonly string[]>> = {
      scheme: [`line,-${dollars},${cleared},`, `line,${dollars},NET-SCHEME-${round},settlement`],
      gateway: [`line,50.00,${charged},`, `line,-50.00,PO-2026-${round},payout`],
      bank: [`line,-${dollars},NET-SCHEME-${round},`, `line,50.00,9,Direct credit PO-2026-${round} GATEWAY`],
    };
    for (const party of order) await leave(party, ...rows[party]);
    await readStatements(test.ctx, tenantId);
    for (const account of ['schemeSettlement', 'gateway']) expect([order, await openOf(account)]).toEqual([order, []]);
    // The payers' own money has come without a statement.
    expect((await openOf('bank')).filter(([side]) => side === 'statement')).toEqual([]);
    // By hand: all that the scheme and the gateway owe or are owed has been settled with the bank.
    const books = await booksOf();
    expect(books).toEqual({
      bank: (bankCents / 100).toFixed(2),
      schemeSettlement: '0.00',
      gateway: '0.00',
    });
  }
  expect((await rowsOf('differences')).map(({ unexplained }) => unexplained)).toEqual(['', '', '']);
});

it('a payout that the bank says first, and is an equal deposit until the gateway says it, is posted', async () => {
  newDay();
  const charged = await charge();
  // A deposit of 50.00 that no statement says.
  await givenPayer(50_00n);
  const before = await booksOf();
  await leave('bank', 'line,50.00,7,Direct credit PO-EARLY GATEWAY');
  expect((await openOf('bank')).filter(([side]) => side === 'statement')).toEqual([]);
  await leave('gateway', `line,50.00,${charged},`, 'line,-50.00,PO-EARLY,payout');
  await readStatements(test.ctx, tenantId);
  expect(await openOf('gateway')).toEqual([]);
  const open = await openOf('bank');
  expect(open.filter(([side]) => side === 'statement')).toEqual([]);
  expect(open).toContainEqual(['books', '50.00']);
  const after = await booksOf();
  expect(Number(after['bank']) - Number(before['bank'])).toBe(50);
  expect(Number(after['gateway']) - Number(before['gateway'])).toBe(-50);
});

it('a payout that the gateway says first, and is an equal refund until the bank says it, is posted', async () => {
  newDay();
  const ledger = openLedger();
  const now = test.ctx.clocks.business.now();
  const refunded = await test.ctx.database.transact(tenantId, async (tx) =>
    ledger.post(tx, {
      tenantId,
      key: 'refund:early',
      amount: 61_00n,
      code: TRANSFER_CODE.adjustment,
      effectiveAt: now,
      postedAt: now,
      forced: true,
      debit: await ledger.settlementAccount(tx, tenantId, 'fees'),
      credit: await ledger.settlementAccount(tx, tenantId, 'gateway'),
    }),
  );
  expect(refunded.ok).toBe(true);
  const before = await booksOf();
  await leave('gateway', 'line,-61.00,PO-FIRST,payout');
  expect(await openOf('gateway')).toEqual([]);
  await leave('bank', 'line,61.00,PO-FIRST,');
  expect((await openOf('bank')).filter(([side]) => side === 'statement')).toEqual([]);
  expect(await openOf('gateway')).toEqual([['books', '-61.00']]);
  const after = await booksOf();
  expect(Number(after['bank']) - Number(before['bank'])).toBe(61);
  // What was posted as a net stays posted, whatever comes.
  await leave('bank', 'line,61.00,PO-FIRST,again');
  expect(await booksOf()).toEqual(after);
  await leave('bank', 'line,-61.00,PO-FIRST,taken back');
  await leave('gateway', 'line,-61.00,REFUND,');
  expect(await openOf('gateway')).toEqual([]);
  await bookByHand('61.00', '-61.00');
});

it('a net that both statements say again, in overlapping ones, is posted once', async () => {
  newDay();
  await leave('scheme', 'line,71.00,NET-AGAIN,');
  await leave('bank', 'line,-71.00,NET-AGAIN,');
  const before = await booksOf();
  await leave('bank', 'line,-71.00,NET-AGAIN,', 'line,-0.01,TINY,');
  await leave('scheme', 'line,71.00,NET-AGAIN,', 'line,0.01,OTHER,');
  expect(await booksOf()).toEqual(before);
  // They stay for a person.
  expect((await openOf('bank')).filter(([side]) => side === 'statement')).toContainEqual(['statement', '-71.00']);
  // Reversed, they need no entry at the scheme. Money that the bank moved twice stays until each movement has an entry.
  await leave('bank', 'line,71.00,NET-AGAIN,back', 'line,0.01,TINY,back');
  await leave('scheme', 'line,-71.00,NET-AGAIN,back', 'line,-0.01,OTHER,back');
  expect(await openOf('schemeSettlement')).toEqual([]);
  await bookByHand('-71.00', '-0.01', '71.00', '0.01');
  expect(await booksOf()).toEqual(before);
});

it('a net above what one transfer takes is posted whole', async () => {
  newDay();
  const before = await booksOf();
  await leave('scheme', 'line,150000000.00,NET-LARGE,');
  await leave('bank', 'line,-150000000.00,NET-LARGE,');
  expect((await openOf('bank')).filter(([side]) => side === 'statement')).toEqual([]);
  const after = await booksOf();
  expect(Number(before['bank']) - Number(after['bank'])).toBe(150_000_000);
});

it('a net with several counterparts, another amount or no reference is left for a person, with candidates', async () => {
  newDay();
  const before = await booksOf();
  await leave('scheme', 'line,31.00,NET-TWICE,', 'line,31.00,NET-TWICE,b', 'line,7.00,NET-OTHER,', 'line,5.00,,');
  await leave('bank', 'line,-31.00,NET-TWICE,', 'line,-7.01,NET-OTHER,', 'line,-5.00,,');
  expect(await booksOf()).toEqual(before);
  const line = await openRow('bank', 'NET-TWICE');
  const [first = ''] = String(line?.['candidates']).split(' ');
  expect(String(line?.['candidates']).split(' ')).toHaveLength(2);
  expect((await openRow('bank', 'NET-OTHER'))?.['candidates']).toBe('');
  const name = String(line?.['line']);
  const other = String((await openRow('schemeSettlement', 'NET-OTHER'))?.['line']);
  expect(await post({ line: name, type: 'net', with: other })).toMatchObject({ error: 'input_invalid' });
  expect(await post({ line: name, type: 'net' })).toMatchObject({ error: 'not_found' });
  expect(await post({ line: name, type: 'net', with: first })).toMatchObject({
    rows: [{ line: name, type: 'net', amount: '-31.00' }],
  });
  expect(await post({ line: name, type: 'net', with: first })).toMatchObject({ error: 'not_found' });
  const after = await booksOf();
  expect(Number(after['bank']) - Number(before['bank'])).toBeCloseTo(-31);
  expect(Number(after['schemeSettlement']) - Number(before['schemeSettlement'])).toBeCloseTo(31);
});

it('a fee that the other side took is posted by two people, once', async () => {
  newDay();
  await leave('gateway', 'line,-0.55,FEE-1,Fee');
  const before = await booksOf();
  const line = String((await openRow('gateway', 'FEE-1'))?.['line']);
  expect(await post({ line, type: 'fee' })).toMatchObject({ rows: [{ line, type: 'fee', amount: '-0.55' }] });
  expect(await openOf('gateway')).toEqual([]);
  const after = await booksOf();
  expect(Number(after['gateway']) - Number(before['gateway'])).toBeCloseTo(-0.55);
  expect(await post({ line, type: 'fee' })).toMatchObject({ error: 'not_found' });
});

it('lines and entries are paired by hand, by two people and to the cent, and stay so whatever comes', async () => {
  newDay();
  const named = async (reference: string) => String((await openRow('gateway', reference))?.['line']);
  const entries = async () =>
    (await rowsOf('unmatched', { account: 'gateway' }))
      .filter(({ side, amount }) => side === 'books' && amount === '50.00')
      .map(({ reference }) => String(reference).replace('transfer ', ''));
  const before = await entries();
  const [one, two] = [await charge(), await charge()];
  // The gateway pays both in one separate line.
  await leave('gateway', 'line,100.00,BATCH-77,both', 'line,-3.00,KEPT,', 'line,3.00,GIVEN,', 'line,-9.00,CASE-LOST,');
  expect([one, two].includes('')).toBe(false);
  const [first = '', second = ''] = (await entries()).filter((transfer) => !before.includes(transfer));
  const pair = async (input: Readonly<Record<string, string>>) => post(input, 'pair-statement-line');
  const line = await named('BATCH-77');
  expect(await pair({ line, entries: first })).toMatchObject({ error: 'input_invalid', field: 'entries' });
  expect(await pair({ line, entries: `${first} 999999999` })).toMatchObject({ error: 'not_found', field: 'entries' });
  expect(await pair({ line, entries: `${first},transfer ${second}` })).toMatchObject({
    rows: [{ line, amount: '100.00', entries: 2 }],
  });
  expect(await pair({ line, entries: `${first} ${second}` })).toMatchObject({ error: 'not_found', field: 'line' });
  expect((await entries()).filter((transfer) => !before.includes(transfer))).toEqual([]);
  // A line that another one reverses under another name.
  const kept = await named('KEPT');
  expect(await pair({ line: kept, with: await named('CASE-LOST') })).toMatchObject({ error: 'input_invalid' });
  expect(await pair({ line: kept, with: await named('GIVEN') })).toMatchObject({ rows: [{ entries: 0 }] });
  // What the gateway took permanently is a loss; what two people have paired is not opened for a net.
  const lost = await named('CASE-LOST');
  expect(await post({ line: lost, type: 'loss' })).toMatchObject({ rows: [{ type: 'loss', amount: '-9.00' }] });
  await leave('bank', 'line,-100.00,BATCH-77,late');
  expect(await openRow('gateway', 'BATCH-77')).toBeUndefined();
});
