import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { readStatements } from './read-statements.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, make, exchange, newDay, hour, today } = bank;
afterAll(() => bank.close());

async function report(input: Readonly<Record<string, string>>) {
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const { status, body } = await give(test, viewer, 'reconciliation-report', { input });
  const [row] = body.rows ?? [];
  const content = row?.['content'];
  return {
    status,
    body,
    name: row?.['name'],
    bytes: Buffer.from(typeof content === 'string' ? content : '', 'base64'),
  };
}
async function leave(name: string, ...rows: readonly string[]) {
  const folder = path.join(bank.outFolder, '../../incoming/bank');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = ['date,kind,amount,reference,text', ...rows].join('\n');
  await writeFile(path.join(folder, `${tenantId}-${name}.statement.csv`), text);
}
const linesOf = async (day: string) => (await report({ day })).bytes.toString('utf8').split('\r\n').slice(1, -1);

it('the report of a day has balances, differences and what one side lacks, and no formula', async () => {
  newDay();
  const payer = await givenPayer(1_000_00n);
  await pay(payer, { Amount: 310.1 });
  hour(18);
  await make();
  await exchange();
  const day = today();
  await leave(
    day,
    `${day},opening,0.00,,`,
    `${day},line,1000.00,,Opening`,
    `${day},line,-310.10,,Direct entry`,
    `${day},line,65.00,=1+1,"=HYPERLINK(""https://x.test"")"`,
    `${day},closing,754.90,,`,
  );
  await readStatements(test.ctx, tenantId);
  // By hand: 1000.00 − 310.10 are in both, and 65.00 only in the statement.
  const expected = [
    `Bank account,Statement,${day},754.90,,`,
    `Bank account,Books,${day},689.90,,`,
    `Bank account,Difference,${day},65.00,,`,
    `Bank account,Unexplained,${day},0.00,,`,
    `Bank account,Matched on the day,${day},689.90,,2 lines`,
    `Bank account,Only in the statement,${day},65.00,'=1+1,"'=HYPERLINK(""https://x.test"")"`,
    `Card scheme,No statement with a balance yet,${day},,,`,
    `Card scheme,Books,${day},0.00,,`,
    `Card scheme,Matched on the day,${day},0.00,,0 lines`,
    `Payment gateway,No statement with a balance yet,${day},,,`,
    `Payment gateway,Books,${day},0.00,,`,
    `Payment gateway,Matched on the day,${day},0.00,,0 lines`,
  ];
  expect(await linesOf(day)).toEqual(expected);
  // A day later money has moved, and the report of that day stays as it was.
  newDay();
  await pay(await givenPayer(1_000_00n), { Amount: 47 });
  hour(18);
  await make();
  await exchange();
  await readStatements(test.ctx, tenantId);
  expect(await linesOf(day)).toEqual(expected);
  const since = (await linesOf(today())).filter((line) => line.startsWith('Bank account,Only in the books'));
  expect(since).toContainEqual(
    expect.stringMatching(`^Bank account,Only in the books,${today()},-47\\.00,transfer \\d+,$`),
  );
  const book = await report({ day, format: 'xlsx' });
  expect([book.name, book.bytes.subarray(0, 2).toString()]).toEqual([`reconciliation-${day}.xlsx`, 'PK']);
  expect((await report({ day: '2027-01-01' })).body).toMatchObject({ error: 'input_invalid', field: 'day' });
});

it('a line that is posted on a later day is in both, and stays explained', async () => {
  newDay();
  hour(18);
  const day = today();
  // By hand: 689.90 + 1000.00 − 47.00 = 1642.90 are in the books.
  await leave(
    `${day}-fee`,
    `${day},opening,1642.90,,`,
    `${day},line,-5.00,FEE,Account fee`,
    `${day},closing,1637.90,,`,
  );
  await readStatements(test.ctx, tenantId);
  const bankOf = async () => (await linesOf(day)).filter((line) => line.startsWith('Bank account,'));
  const before = await bankOf();
  expect(before).toContain(`Bank account,Difference,${day},-5.00,,`);
  // By hand: −5.00 − (65.00 − 5.00) + (1000.00 − 47.00), for the first statement began with those 65.00.
  const unexplained = `Bank account,Unexplained,${day},888.00,,`;
  expect(before).toContain(unexplained);
  newDay();
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const rows = (await give(test, viewer, 'unmatched', { input: { account: 'bank' } })).body.rows ?? [];
  const line = String(rows.find(({ reference }) => reference === 'FEE')?.['line']);
  const [agent, manager] = [
    await givenStaff(test.ctx, tenantId, { role: 'agent' }),
    await givenStaff(test.ctx, tenantId),
  ];
  const asked = await give(test, agent, 'post-statement-line', {
    input: { line, type: 'fee' },
    reason: 'the bank took it',
  });
  const done = await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
  expect(done.status).toBe(200);
  const after = await bankOf();
  expect(after).toContain(`Bank account,"In both, on other days",${day},-5.00,,`);
  expect(after).toContain(unexplained);
  expect(after).toContain(`Bank account,Difference,${day},-5.00,,`);
});

it('what is posted before its line is in both, and what is posted later is not listed, whatever day it counts for', async () => {
  newDay();
  const day = today();
  const payer = await givenPayer(1_000_00n);
  await pay(payer, { Amount: 21.5 });
  hour(18);
  await make();
  await exchange();
  // By hand: 1637.90 + 1000.00 − 21.50 = 2616.40 are in the books, and the bank has not taken the 21.50 yet.
  await leave(`${day}-before`, `${day},opening,1637.90,,`, `${day},line,1000.00,,Opening`, `${day},closing,2637.90,,`);
  await readStatements(test.ctx, tenantId);
  const bankOf = async () => (await linesOf(day)).filter((line) => line.startsWith('Bank account,'));
  const before = await bankOf();
  expect(before).toContain(`Bank account,Books,${day},2616.40,,`);
  expect(before).toContain(`Bank account,Difference,${day},21.50,,`);
  const ofPayment = new RegExp(`^Bank account,Only in the books,${day},-21\\.50,`);
  expect(before).toContainEqual(expect.stringMatching(ofPayment));
  const unexplained = before.find((line) => line.includes(',Unexplained,'));
  newDay();
  await givenPayer(77_00n);
  await test.ctx.asOwner(
    `UPDATE transfer SET effective_at = effective_at - interval '1 day' * ($2::date - $1::date) WHERE amount = 7700`,
    [day, today()],
  );
  hour(18);
  await leave(
    `${today()}-after`,
    `${today()},opening,2637.90,,`,
    `${today()},line,-21.50,,Direct entry`,
    `${today()},closing,2616.40,,`,
  );
  await readStatements(test.ctx, tenantId);
  const after = await bankOf();
  expect(after).toContain(`Bank account,"In both, on other days",${day},21.50,,`);
  expect(after).toContain(`Bank account,Difference,${day},21.50,,`);
  expect(after.find((line) => line.includes(',Unexplained,'))).toBe(unexplained);
  expect(after).not.toContainEqual(expect.stringMatching(ofPayment));
  expect(after).not.toContainEqual(expect.stringContaining(',77.00,'));
});
