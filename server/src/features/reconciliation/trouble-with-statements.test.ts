import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import type { AppContext } from '../../compose/context.ts';
import type { FileExchange } from '../../outside/files/port.ts';
import { readStatements } from './read-statements.ts';

const bank = await givenBank({}, { WATTLE_STATEMENTS_BY: '11:00' });
const { test, tenantId, newDay, hour, today } = bank;
afterAll(() => bank.close());

let logged: string[] = [];
let refusal: { readonly kind: 'unsent'; readonly code: string } | undefined;
/** One round of a server whose folder of the gateway can refuse. */
async function round(): Promise<readonly string[]> {
  logged = [];
  const note = (_fields: object, text: string) => void logged.push(text);
  const log = { debug: () => {}, info: note, warn: note, error: note };
  const { statements } = test.ctx.outside;
  const gateway: Pick<FileExchange, 'list' | 'read'> = {
    list: async () => refusal ?? (await statements.gateway.list()),
    read: (name) => statements.gateway.read(name),
  };
  const ctx: AppContext = {
    ...test.ctx,
    log,
    outside: { ...test.ctx.outside, statements: { ...statements, gateway } },
  };
  await readStatements(ctx, tenantId);
  return logged;
}
let files = 0;
async function leave(...rows: readonly string[]): Promise<void> {
  files += 1;
  const folder = path.join(bank.outFolder, '../../incoming/gateway');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = ['date,kind,amount,reference,text', ...rows].join('\n');
  await writeFile(path.join(folder, `${tenantId}-${files}.statement.csv`), text);
}
const kinds = async () => {
  const { bank: listed = [] } = (await test.app.inject('/readyz')).json<{
    bank?: { trouble: string; count: number }[];
  }>();
  return listed.map(({ trouble, count }) => `${trouble} ${count}`);
};

it('an account that never had a statement misses none; later one is missed by its time, until it comes', async () => {
  newDay();
  expect(await round()).toEqual([]);
  await leave(`${today()},line,1.00,A,`);
  expect(await round()).toEqual([]);
  newDay();
  hour(10);
  expect(await round()).toEqual([]);
  // The statement of the day before has reached us; that of this day is due tomorrow at 11:00.
  hour(12);
  expect(await round()).toEqual([]);
  const missed = today();
  newDay();
  hour(10);
  expect(await round()).toEqual([]);
  hour(11);
  expect(await round()).toEqual(['a statement has not come in its time']);
  expect(await round()).toEqual([]);
  expect(await kinds()).toEqual(['statementMissing 1']);
  expect((await test.app.inject('/metrics')).body).toContain('wattle_bank_trouble{trouble="statementMissing"} 1');
  // The exchange of files with the bank does not end it.
  await bank.exchange();
  expect(await kinds()).toEqual(['statementMissing 1']);
  await leave(`${missed},line,2.00,B,`);
  expect(await round()).toEqual(['no longer: a statement has not come in its time']);
  expect(await kinds()).toEqual([]);
});

it('one that is refused is logged once, and closed by hand; a folder that cannot be read until it can', async () => {
  await leave('nonsense');
  expect(await round()).toEqual(['a statement was refused']);
  expect(await round()).toEqual([]);
  expect(await kinds()).toEqual(['statementRefused 1']);
  const agent = await givenStaff(test.ctx, tenantId);
  const [row] = (await give(test, agent, 'bank-trouble', {})).body.rows ?? [];
  expect(row).toMatchObject({ kind: 'statementRefused', file: `${tenantId}-${files}.statement.csv` });
  const input = { trouble: String(row?.['trouble']) };
  await give(test, agent, 'close-bank-trouble', { input, reason: 'asked for another' });
  expect(await kinds()).toEqual([]);
  refusal = { kind: 'unsent', code: 'ECONNREFUSED' };
  expect(await round()).toEqual(['a statement cannot be fetched']);
  expect(await kinds()).toEqual(['statementUnread 1']);
  refusal = undefined;
  expect(await round()).toEqual(['no longer: a statement cannot be fetched']);
});
