import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenFileBrand, sheetOf } from '../../../test-support/desk/people-file-samples.ts';
import { dyingDatabase, givenRunner } from '../../../test-support/due-work.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { addPeople } from './add-people.due.ts';

const COLUMNS = ['reference', 'product', 'firstName', 'surname', 'dateOfBirth', 'activationCode', 'plastic', 'opening'];

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function givenOffice() {
  const { brand, product, tenantId } = await givenFileBrand(test);
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  return { asker, manager, brand: brand.identifier, product, tenantId };
}
type Office = Awaited<ReturnType<typeof givenOffice>>;

let people = 0;
function personRow({ product }: Office, opening: string): string[] {
  people += 1;
  return [randomUUID(), product, 'Mia', `Opening ${people}`, '1990-02-01', '918273', 'no', opening];
}
async function send({ asker, brand }: Office, ...rows: readonly string[][]) {
  const file = sheetOf(COLUMNS, ...rows.map((row) => row.map((value) => (value.includes(',') ? `"${value}"` : value))));
  const { body } = await give(test, asker, 'send-people-file', { input: { brand, name: 'people.csv' }, file });
  const [row] = body.rows ?? [];
  return { row, file: String(row?.['file']) };
}
async function approved({ asker, manager }: Office, file: string, money = 'received') {
  const given = { input: { file, version: '1', money }, reason: 'members of November' };
  const request = (await give(test, asker, 'add-people', given)).body.request?.id ?? '';
  const effect = await give(test, manager, 'request-effect', { input: { request } });
  expect((await give(test, manager, 'approve', { input: { request } })).status).toBe(200);
  return (effect.body.rows ?? []).map(({ what, change }) => [what, change]);
}
async function runAdding() {
  const runner = givenRunner(test.ctx, [addPeople]);
  for (let turn = 0; turn < 5; turn += 1) await runner.runDue();
  await runner.stop();
}
const balances = async ({ tenantId }: Office, kind: string) =>
  (
    await test.ctx.asOwner<{ balance: string }>(
      'SELECT balance FROM ledger_account WHERE tenant_id = $1 AND kind = $2 ORDER BY balance',
      [tenantId, kind],
    )
  ).map(({ balance }) => Number(balance));

it('is an amount up to the limit of someone new, or an error at its cell', async () => {
  const office = await givenOffice();
  const sent = await send(
    office,
    personRow(office, '$1,000'),
    personRow(office, 'twenty'),
    personRow(office, '-5'),
    personRow(office, '20.5'),
    personRow(office, '0'),
    personRow(office, '999'),
  );
  expect(sent.row).toMatchObject({ good: 3, wrong: 3, opening: '1019.50' });
  const { body } = await give(test, office.asker, 'people-file-rows', { input: { file: sent.file } });
  const found = (body.rows ?? []).filter(({ reason }) => reason !== '');
  expect(found.map(({ row, field, reason }) => [row, field, reason])).toEqual([
    [2, 'opening', 'is over the limit of $999.00'],
    [3, 'opening', 'must be an amount in dollars: 20.00'],
    [4, 'opening', 'must be an amount in dollars: 20.00'],
  ]);
});

it('is loaded from the account that two people agreed to, and shown before they do', async () => {
  const office = await givenOffice();
  const { file } = await send(office, personRow(office, '20.00'), personRow(office, '30.00'), personRow(office, ''));
  const unsaid = await give(test, office.asker, 'add-people', { input: { file, version: '1' }, reason: 'November' });
  expect(unsaid.body).toMatchObject({ error: 'input_invalid', field: 'money' });
  const effect = await approved(office, file, 'goodwill');
  expect(effect).toEqual([
    [expect.stringMatching(/: people with an account and a card$/), 'added'],
    ['Opening balances', 'loaded'],
    [expect.stringMatching(/income/i), '-50.00'],
  ]);
  await runAdding();
  expect(await balances(office, 'cardholder')).toEqual([0, 2_000, 3_000]);
  expect(await balances(office, 'fees')).toEqual([-5_000]);
  const loads = (await give(test, office.manager, 'loads')).body.rows ?? [];
  expect(loads).toHaveLength(2);
  for (const amount of ['20.00', '30.00'])
    expect(loads).toContainEqual(expect.objectContaining({ type: 'goodwill', amount }));
  expect(await brokenIn(test.ctx)).toEqual([]);
});

it('is loaded once where a server dies in the middle, and where two files have the row', async () => {
  const office = await givenOffice();
  const rows = Array.from({ length: 24 }, () => personRow(office, '10.00'));
  const [first, second] = [await send(office, ...rows), await send(office, ...rows, personRow(office, ''))];
  await approved(office, first.file);
  await approved(office, second.file);
  const outside = 'outside' in addPeople ? addPeople.outside : expect.unreachable();
  const item = { tenantId: office.tenantId, plannedAt: 0, atOnce: 1, key: first.file, attempt: 1 };
  const given = { ...item, payload: { file: first.file, actor: 'staff:1' }, signal: new AbortController().signal };
  const cardsMade = async () => (await balances(office, 'cardholder')).length;
  for (const statements of [100, 60, 60]) {
    const dying = { ...test.ctx, database: dyingDatabase(test.ctx.database, statements) };
    await expect(outside.call(addPeople, dying, given)).rejects.toThrow();
  }
  const made = await cardsMade();
  expect([made > 0, made < rows.length]).toEqual([true, true]);
  await runAdding();
  expect(await balances(office, 'cardholder')).toEqual([0, ...rows.map(() => 1_000)]);
  for (const { file } of [first, second])
    expect((await give(test, office.asker, 'people-file', { input: { file } })).body.rows).toMatchObject([
      { state: 'Done', good: 0, refused: 0 },
    ]);
  expect(await brokenIn(test.ctx)).toEqual([]);
});
