import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { readStatements } from './read-statements.ts';

const bank = await givenBank(
  {},
  { WATTLE_STATEMENT_ACCOUNT: 'named', WATTLE_STATEMENT_COLUMNS: 'account,date,text,debit,credit,balance,-,reference' },
);
const { test, tenantId, newDay, today } = bank;
afterAll(() => bank.close());

it('a statement of the bank must be of our account, and say so where it is asked to', async () => {
  newDay();
  const folder = path.join(bank.outFolder, '../../incoming/bank');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const leave = (name: string, ...rows: readonly string[]) =>
    writeFile(
      path.join(folder, `${tenantId}-${name}.statement.csv`),
      ['date,kind,amount,reference,text', ...rows].join('\n'),
    );
  await leave('1', `${today()},line,1.00,A,`);
  await leave('2', `${today()},account,,000-001 700100299,`, `${today()},line,2.00,B,`);
  // It ends like ours.
  await leave('4', `${today()},account,,000-001 1700100200,`, `${today()},line,4.00,D,`);
  // The sandbox account of the programme.
  await leave('3', `${today()},account,,000-001 700100200,`, `${today()},line,3.00,C,`);
  await readStatements(test.ctx, tenantId);
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const read = (await give(test, viewer, 'statements-read')).body.rows?.map(({ refused, lines }) => [lines, refused]);
  expect(read).toEqual([
    [0, 'it is of another account'],
    [1, ''],
    [0, 'it is of another account'],
    [0, 'it names no account: have its bank add a row of the kind account, or set WATTLE_STATEMENT_ACCOUNT to own'],
  ]);
});

it("the bank's own export is read by the columns of the setting, beside files of ours", async () => {
  newDay();
  const [year, month, day] = today().split('-');
  const row = (account: string, rest: string) => `${account},${day}/${month}/${year},${rest}`;
  const head = 'Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial';
  const folder = path.join(bank.outFolder, '../../incoming/bank');
  const leave = (name: string, ...rows: readonly string[]) =>
    writeFile(path.join(folder, `${tenantId}-${name}.statement.csv`), `${[head, ...rows].join('\r\n')}\r\n\x1a`);
  await leave('5', row('000001700100299', 'BILL,1.05,,8.95,,'));
  await leave('6', row('000001700100200', 'BILL,1.05,,8.95,,'), row('000001700100200', 'SALARY,,20.00,28.96,,77'));
  await readStatements(test.ctx, tenantId);
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const read = async () =>
    (await give(test, viewer, 'statements-read')).body.rows
      ?.filter(({ name }) => /-[56]\./.test(String(name)))
      .map(({ name, refused, lines, closing }) => [String(name).slice(-15), refused, lines, closing]);
  expect(await read()).toEqual([
    ['6.statement.csv', 'its balances differ from its entries', 0, ''],
    ['5.statement.csv', 'it is of another account', 0, ''],
  ]);
  // Corrected under the same name.
  await leave('6', row('000001700100200', 'BILL,1.05,,8.95,,'), row('000001700100200', 'SALARY,,20.00,28.95,,77'));
  await readStatements(test.ctx, tenantId);
  await readStatements(test.ctx, tenantId);
  expect(await read()).toEqual([
    ['6.statement.csv', '', 2, '28.95'],
    ['6.statement.csv', 'its balances differ from its entries', 0, ''],
    ['5.statement.csv', 'it is of another account', 0, ''],
  ]);
  const trouble = (await give(test, viewer, 'bank-trouble')).body.rows?.map(({ file }) => String(file).slice(-15));
  expect(trouble).not.toContain('6.statement.csv');
  expect(trouble).toContain('5.statement.csv');
});

it("a settlement details report of Adyen is read as it is in the gateway's folder, and nowhere else", async () => {
  newDay();
  const head =
    'Merchant Account,Psp Reference,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,' +
    'Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Batch Number';
  const row = `Merchant,QFQTPCQ8HXSKGK82,${today()} 01:00:00,AEDT,Settled,X,AUD,,50.00,AUD,,49.20,4`;
  for (const account of ['gateway', 'scheme']) {
    const folder = path.join(bank.outFolder, '../../incoming', account);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path.join(folder, `${tenantId}-batch-4.statement.csv`), `${head}\n${row}\n`);
  }
  await readStatements(test.ctx, tenantId);
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const read = (await give(test, viewer, 'statements-read')).body.rows
    ?.filter(({ name }) => String(name).includes('batch-4'))
    .map(({ account, lines, refused }) => [account, lines, refused]);
  // The payment and the fee of its batch.
  expect(read).toContainEqual(['gateway', 2, '']);
  expect(read).toContainEqual(['schemeSettlement', 0, 'line 1: must be date,kind,amount,reference,text']);
});
