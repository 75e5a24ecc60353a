import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { depositsOf } from '../../../test-support/outside/deposits-file.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { type Opened, payByCard, runGateway } from '../../../test-support/outside/gateway.ts';
import { givenProduct } from '../../../test-support/factories.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { returnsOf } from '../../../test-support/outside/returns-file.ts';
import { readStatements } from './read-statements.ts';

const bank = await givenBank({ paymentLimit: null, bankTransferTopUp: true });
const { test, tenantId, givenPayer, pay, make, exchange, newDay, hour, today } = bank;
afterAll(() => bank.close());

const incoming = (party: string) => path.join(bank.outFolder, '../../incoming', party);
async function leave(party: 'bank' | 'scheme' | 'gateway', name: string, text: string): Promise<void> {
  await mkdir(incoming(party), { recursive: true, mode: 0o700 });
  await writeFile(path.join(incoming(party), `${tenantId}-${name}`), text);
}
const read = () => readStatements(test.ctx, tenantId);
async function desk(command: string, input: Readonly<Record<string, string>> = {}) {
  const member = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  return (await give(test, member, command, { input })).body.rows ?? [];
}
const differenceOf = async (account: string) => (await desk('differences')).find((row) => row['account'] === account);
const unmatched = async (account: string) =>
  (await desk('unmatched', { account })).map(({ side, amount, reference }) => [side, amount, reference]);

const HEAD = 'date,kind,amount,reference,text';
const csv = (...rows: readonly string[]) => [HEAD, ...rows].join('\n');
/** Sandbox account of the programme: 700100200. */
const camt = (account: string, opening: string, closing: string, ...entries: readonly string[]) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>${[
    ['OPBD', opening],
    ['CLBD', closing],
  ]
    .map(
      ([code, amount = '']) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="AUD">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`,
    )
    .join('')}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
const entry = (amount: string, side: 'CRDT' | 'DBIT', reference = '') =>
  `<Ntry><NtryRef>${reference}</NtryRef><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${today()}</Dt></BookgDt></Ntry>`;

describe('the statement of the bank', () => {
  it('is read once, matched with the files that it paid, and shows what the books lack', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    await pay(payer, { Amount: 310.1 });
    await pay(payer, { Amount: 20 });
    hour(18);
    await make();
    await exchange();
    const text = camt(
      '000-001 700100200',
      '-10.00',
      '724.90',
      entry('1000.00', 'CRDT'),
      entry('330.10', 'DBIT'),
      entry('65.00', 'CRDT', 'X1'),
    );
    await leave('bank', '1.statement.xml', text);
    await leave('bank', '2.statement.xml', text.replaceAll('><', '>\r\n<').replaceAll('\r\n', ''));
    await leave('bank', '3.statement.xml', camt('062-000 99', '0.00', '0.00'));
    await read();
    await read();
    expect(await unmatched('bank')).toEqual([['statement', '65.00', 'X1']]);
    // By hand: the books have 1000.00 − 330.10; the bank began at −10.00 and has 65.00 that the books lack.
    expect(await differenceOf('bank')).toMatchObject({
      statement: '724.90',
      books: '669.90',
      difference: '55.00',
      onlyInStatement: '65.00',
      onlyInBooks: '0.00',
      unexplained: '-10.00',
    });
    const files = (await desk('statements-read')).map(({ name, refused }) => [name, refused]);
    expect(files).toEqual([
      [`${tenantId}-3.statement.xml`, 'it is of another account'],
      [`${tenantId}-1.statement.xml`, ''],
    ]);
    // The exchange of files ignores statements, and reports the refused one.
    await exchange();
    expect(await desk('bank-trouble')).toMatchObject([
      { kind: 'statementRefused', file: `${tenantId}-3.statement.xml`, reason: 'it is of another account' },
    ]);
  });

  it('that comes before the books know of a payment is matched when they do', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    await pay(payer, { Amount: 47 });
    await leave('bank', `${today()}.statement.csv`, csv(`${today()},line,-47.00,,Direct entry`));
    await read();
    expect(await unmatched('bank')).toContainEqual(['statement', '-47.00', '']);
    hour(18);
    await make();
    await exchange();
    expect(await unmatched('bank')).toContainEqual(['books', '-47.00', expect.stringContaining('transfer')]);
    await read();
    expect((await unmatched('bank')).map(([, amount]) => amount)).not.toContain('-47.00');
  });
});

it('the total of a file of deposits is all of its entries', async () => {
  newDay();
  const [one, other] = [await givenPayer(0n), await givenPayer(0n)];
  const deposit = ({ card }: typeof one, cents: number) => ({ account: card.account.accountNumber, cents });
  const text = depositsOf([deposit(one, 12_34), deposit(other, 1_11)]);
  await bank.leave(`1-${today()}.deposits`, text);
  await exchange();
  await leave('bank', `total-${today()}.statement.csv`, csv(`${today()},line,13.45,,Deposits`));
  await read();
  const amounts = (await unmatched('bank')).map(([, amount]) => amount);
  expect(amounts.filter((amount) => ['13.45', '12.34', '1.11'].includes(amount as string))).toEqual([]);
});

it('the total of a file is all of its entries, with a deposit in suspense and one that goes back', async () => {
  newDay();
  const payer = await givenPayer(0n);
  const { accountNumber } = payer.card.account;
  const text = depositsOf([
    { account: accountNumber, cents: 31_07 },
    { account: '299999999', cents: 5_01 },
    { account: '299999998', cents: 6_02, trace: '' },
  ]);
  await bank.leave(`2-${today()}.deposits`, text);
  await exchange();
  const opened = (await desk('suspense')).map(({ amount }) => amount);
  expect(opened).toEqual(expect.arrayContaining(['5.01', '6.02']));
  await leave('bank', `kept-${today()}.statement.csv`, csv(`${today()},line,42.10,,Deposits`));
  await read();
  const amounts = (await unmatched('bank')).map(([, amount]) => String(amount));
  expect(amounts.filter((amount) => ['42.10', '31.07', '5.01', '6.02'].includes(amount))).toEqual([]);
});

it('the total of a file of returns is all of its entries, and so is what was taken back apart', async () => {
  newDay();
  const payer = await givenPayer(1_000_00n);
  for (const Amount of [81.01, 82.02]) await pay(payer, { Amount, DestinationAccountNumber: '900000003' });
  hour(18);
  await make();
  await exchange();
  await exchange();
  const unknown = { account: '61200447', cents: '377', code: '6', reference: 'AUTO TOP-UP 1', day: bank.dd() };
  await bank.leave(
    `${today()}.returns`,
    returnsOf(
      [
        { ...unknown, isDebit: true },
        { ...unknown, cents: '400', isDebit: true },
      ],
      { on: today() },
    ),
  );
  await exchange();
  const rows = [
    `${today()},line,-163.03,,File`,
    `${today()},line,163.03,,Returns`,
    `${today()},line,-7.77,,Dishonours`,
  ];
  await leave('bank', `returns-${today()}.statement.csv`, csv(...rows));
  await read();
  const amounts = (await unmatched('bank')).map(([, amount]) => String(amount));
  expect(amounts.filter((amount) => /^-?(163\.03|81\.01|82\.02|7\.77|3\.77|4\.00)$/.test(amount))).toEqual([]);
});

it('a line of the bank and one that takes it back stay open while neither has an entry', async () => {
  newDay();
  const rows = [`${today()},line,777.01,WIRE 7,In error`, `${today()},line,-777.01,WIRE 7,Back`];
  await leave('bank', `back-${today()}.statement.csv`, csv(...rows));
  await read();
  const left = (await unmatched('bank')).filter(([, amount]) => /^-?777\.01$/.test(String(amount)));
  expect(left.map(([side, amount]) => [side, amount])).toEqual([
    ['statement', '777.01'],
    ['statement', '-777.01'],
  ]);
});

describe('the settlement of the card scheme', () => {
  it('is matched by the references of its messages alone, whatever equal amounts there are', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const references: string[] = [];
    for (let bought = 0; bought < 3; bought += 1) {
      const purchase = purchaseOf(payer.card, { amount: 1234 });
      await sendNetwork(test, 'authorisations', purchase);
      const clearing = { ...purchase, reference: freshReference(), original: purchase.reference };
      await sendNetwork(test, 'clearings', clearing);
      references.push(clearing.reference);
    }
    const [first, second, third = ''] = references;
    const rows = [
      `${today()},line,-12.34,${first},`,
      `${today()},line,-12.00,${second},`,
      `${today()},line,-12.34,N-LOST,`,
    ];
    await leave('scheme', '1.statement.csv', csv(...rows));
    await read();
    expect((await unmatched('schemeSettlement')).map(([side, amount]) => [side, amount])).toEqual([
      ['statement', '-12.00'],
      ['statement', '-12.34'],
      ['books', '-12.34'],
      ['books', '-12.34'],
    ]);
    expect(await differenceOf('schemeSettlement')).toMatchObject({ books: '-37.02', statement: '' });
    await leave('scheme', '2.statement.csv', csv(`${today()},line,-12.34,${third},`, `${today()},line,12.34,N-LOST,`));
    await read();
    expect((await unmatched('schemeSettlement')).map(([side, amount]) => [side, amount])).toEqual([
      ['statement', '-12.00'],
      ['books', '-12.34'],
    ]);
  });

  it('is matched by a reference of ours that looks like a card number, and masks any other', async () => {
    newDay();
    const payer = await givenPayer(1_000_00n);
    const [ours, others] = [`3${'4'.padStart(15, '0')}`, '4111111111111111'];
    await sendNetwork(test, 'clearings', purchaseOf(payer.card, { amount: 777, reference: ours }));
    const rows = [`${today()},line,-7.77,${ours},`, `${today()},line,-7.78,${others},`];
    await leave('scheme', `${today()}.statement.csv`, csv(...rows));
    await read();
    const left = (await unmatched('schemeSettlement')).filter(([, amount]) => String(amount).startsWith('-7.'));
    expect(left).toEqual([['statement', '-7.78', '411111******1111']]);
  });
});

describe('the settlement of the payment gateway', () => {
  it('is matched by its charges; one that it gave back itself needs no entry of ours', async () => {
    newDay();
    // The page of the gateway ends by both clocks.
    test.ctx.setSecurityTime(new Date(test.ctx.clocks.business.now()).toISOString());
    const { brand } = (await givenPayer(0n)).card;
    const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 999_00 };
    const product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });
    const topUp = async (amount: number) => {
      const payer = await givenUser(test.ctx, { brand, product, balance: 100_00n });
      const { accountNumber } = payer.card.account;
      const opened = await postApi(test, 'payment/initiate', payer.headers, { accountNumber, amount });
      await payByCard(test, opened.json<Opened>(), 'approves');
      test.ctx.advance(1_000);
      await runGateway(test);
    };
    await topUp(50);
    await topUp(50);
    const charges = await test.ctx.asOwner<{ id: string }>(
      "SELECT id FROM gateway_charge WHERE tenant_id = $1 AND state = 'Booked' ORDER BY received_at, id",
      [tenantId],
    );
    expect(charges).toHaveLength(2);
    const rows = [
      `${today()},line,50.00,${charges[1]?.id},`,
      `${today()},line,50.00,ch_other,`,
      `${today()},line,20.00,ch_back,`,
      `${today()},line,-20.00,ch_back,`,
      `${today()},line,-0.55,,Fee`,
    ];
    await leave('gateway', '1.statement.csv', csv(...rows, `${today()},closing,49.45,,`));
    await read();
    expect((await unmatched('gateway')).map(([side, amount]) => [side, amount])).toEqual([
      ['statement', '50.00'],
      ['statement', '-0.55'],
      ['books', '50.00'],
    ]);
    expect(await differenceOf('gateway')).toMatchObject({
      books: '100.00',
      statement: '49.45',
      difference: '-50.55',
      onlyInStatement: '49.45',
      onlyInBooks: '50.00',
    });
  });
});
