import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenBrand, givenHolder } from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { card, GIFT, givenPaidOrder, givenShop } from '../../../test-support/store.ts';
import { externalBody, postMoney } from '../../../test-support/transfers.ts';
import { compareNames } from './compare-names.due.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, course, make, exchange, newDay, hour } = bank;
const { ctx } = test;
afterAll(() => bank.close());

// The list of the Department of Foreign Affairs has a line for each name of an entry.
const LIST = Buffer.from(
  [
    'Reference,Name of Individual or Entity,Type,Name Type,Date of Birth',
    '101,Mohammed al-Rashid,Individual,Primary Name,12/3/1961',
    '101a,"RASHEED, Muhammad",Individual,aka,',
    '101b,محمد الراشد,Individual,Original Script,',
    '102,王小明,Individual,Primary Name,circa 1970',
    '103,Balkan Metals Export,Entity,Primary Name,',
    '',
  ].join('\r\n'),
);

type Input = Readonly<Record<string, string | boolean>>;

let kate: TestStaff;
let omar: TestStaff;
const load = (file: Buffer, input: Input = {}) =>
  give(test, kate, 'load-sanctions', {
    file,
    input: { source: 'DFAT, 30 November 2026', born: 'Date of Birth', ...input },
  });
const compare = () => sweep(ctx, compareNames);
const hits = async (input: Input = {}) => (await give(test, kate, 'sanctions-hits', { input })).body.rows ?? [];
async function decide(command: 'clear-hit' | 'confirm-hit', row: Readonly<Record<string, unknown>> | undefined) {
  const asked = await give(test, kate, command, {
    input: { hit: String(row?.['hit']) },
    reason: 'Another date of birth, by passport',
  });
  const request = asked.body.request?.id ?? '';
  const read = await give(test, omar, 'request-effect', { input: { request } });
  expect(read.body.rows).toHaveLength(1);
  return give(test, omar, 'approve', { input: { request } });
}
const rename = (id: bigint, first: string, last: string, born: string | null) =>
  ctx.asOwner('UPDATE holder SET first_name = $2, surname = $3, date_of_birth = $4 WHERE id = $1', [
    id,
    first,
    last,
    born,
  ]);

beforeAll(async () => {
  [kate, omar] = [await givenStaff(ctx, tenantId), await givenStaff(ctx, tenantId)];
  newDay();
});

it('compares nothing for a programme without a list, and every person once one is loaded', async () => {
  await givenPayer();
  expect(await ctx.asOwner('SELECT FROM sanction_due WHERE tenant_id = $1', [tenantId])).toEqual([]);
  const loaded = await load(LIST);
  expect(loaded.body.rows).toEqual([{ source: 'DFAT, 30 November 2026', entries: 3, due: 1 }]);
  await compare();
  expect(await hits()).toEqual([]);
});

describe('a person whose name is like one of the list', () => {
  it('keeps their money until two people say that it is another person', async () => {
    const payer = await givenPayer(500_00n);
    await rename(payer.holder.id, 'Muhamad', 'Rasheed', '1962-01-05');
    await compare();
    const [hit] = await hits();
    expect(hit).toMatchObject({
      kind: 'person',
      object: `holder:${payer.holder.id}`,
      born: '1962',
      reference: '101',
      listedBorn: '1961',
      state: 'Open',
    });
    const buy = async () => (await sendNetwork(test, 'authorisations', purchaseOf(payer.card, { amount: 500 }))).answer;
    const send = () =>
      postMoney(test, 'transfer/external', payer.headers, externalBody(payer.card.account, { Amount: 5 }));
    expect(await buy()).toBe('62');
    expect((await send()).json()).toMatchObject({ error: ['10000'] });
    expect((await decide('clear-hit', hit)).status).toBe(200);
    expect(await buy()).toBe('00');
    expect((await send()).statusCode).toBe(200);
    // The same two names are found once, also where another list is loaded.
    expect((await load(LIST)).status).toBe(200);
    await compare();
    expect(await hits()).toEqual([]);
    expect(await hits({ decided: true })).toMatchObject([{ state: 'Cleared', decidedBy: omar.name }]);
  });

  it('is a hit once the name is changed, in Chinese too, and stays confirmed', async () => {
    const holder = await givenHolder(ctx, { brand: (await givenPayer()).card.brand });
    await rename(holder.id, '小明', '王', '1971-06-01');
    await compare();
    const [hit] = await hits();
    expect(hit).toMatchObject({ name: '王小明', listedName: '王小明', likeness: 100 });
    await decide('confirm-hit', hit);
    expect(await hits()).toEqual([]);
    expect(
      (await give(test, kate, 'confirm-hit', { input: { hit: String(hit?.['hit']) }, reason: 'x' })).body.error,
    ).toBe('nothing_to_do');
  });

  it('is none with another year of birth and an ordinary likeness', async () => {
    const holder = await givenHolder(ctx, { brand: (await givenPayer()).card.brand });
    await rename(holder.id, 'Mohamed', 'Rashed', '1999-01-01');
    await compare();
    expect(await hits()).toEqual([]);
  });
});

describe('a payment to a name like one of the list', () => {
  it('stays out of the file of the bank until it is cleared, and others go', async () => {
    newDay();
    const payer = await givenPayer();
    const held = await pay(payer, { Amount: 20, DestinationAccountName: 'Balkan Metals Export Ltd' });
    const other = await pay(payer, { Amount: 30, DestinationAccountName: 'Grace Hall' });
    hour(18);
    // Not compared yet: neither goes.
    await make();
    await exchange();
    expect(await course(payer, other)).toMatchObject({ State: 'Made' });
    await compare();
    await make();
    await exchange();
    expect(await course(payer, other)).toMatchObject({ State: 'Settled' });
    expect(await course(payer, held)).toMatchObject({ State: 'Made' });
    const [hit] = await hits();
    expect(hit).toMatchObject({ kind: 'payment', name: 'Balkan Metals Export Ltd', reference: '103' });
    await decide('clear-hit', hit);
    newDay();
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, held)).toMatchObject({ State: 'Settled' });
  });
});

it('a payment that was cleared after days goes with the next file, once, and its payer is charged once', async () => {
  newDay();
  const payer = await givenPayer();
  const held = await pay(payer, { Amount: 20, DestinationAccountName: 'Balkan Metals Export' });
  await compare();
  for (const _ of ['the day of the payment', 'the day after']) {
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, held)).toMatchObject({ State: 'Made' });
    newDay();
  }
  const hit = (await hits()).find(({ name }) => name === 'Balkan Metals Export');
  await decide('confirm-hit', hit);
  hour(18);
  await make();
  await exchange();
  expect(await course(payer, held)).toMatchObject({ State: 'Made' });
  // A confirmed name can turn out to be another person's.
  await decide('clear-hit', hit);
  for (const _ of ['the next file', 'the file after it']) {
    newDay();
    hour(18);
    await make();
    await exchange();
    expect(await course(payer, held)).toMatchObject({ State: 'Settled' });
  }
  const lines = await ctx.asOwner(
    `SELECT FROM bank_file_line l JOIN payment_out p ON p.transfer_id = l.transfer_id AND p.tenant_id = l.tenant_id
      WHERE p.tenant_id = $1 AND p.name = 'Balkan Metals Export'`,
    [tenantId],
  );
  expect(lines).toHaveLength(1);
});

describe('a card of an order', () => {
  it('buys nothing while the name of its recipient is like one of the list', async () => {
    const shop = await givenShop(test, { tenant: { id: tenantId, name: '' } });
    await givenPaidOrder(test, shop, [card(shop, 'virtual', { Gift: { ...GIFT, RecipientName: '王小明' } })]);
    await compare();
    const [hit] = await hits();
    expect(hit).toMatchObject({ kind: 'order', reference: '102' });
    const frozen = () =>
      ctx.asOwner<{ frozen: boolean }>(
        `SELECT is_frozen_account(i.tenant_id, i.member_account_id) AS frozen FROM store_item i WHERE 'item:' || i.id = $1`,
        [hit?.['object']],
      );
    expect(await frozen()).toEqual([{ frozen: true }]);
    await decide('clear-hit', hit);
    expect(await frozen()).toEqual([{ frozen: false }]);
  });
});

describe('a list', () => {
  it('that lost many of its names is refused until that is asked for', async () => {
    const short = Buffer.from('Reference,Name of Individual or Entity,Date of Birth\n101,Mohammed al-Rashid,1961\n');
    expect((await load(short)).body).toMatchObject({ error: 'list_shrunk', field: 'fewer' });
    expect((await load(short, { fewer: true })).status).toBe(200);
    expect((await load(LIST)).status).toBe(200);
  });

  it('is read from a workbook too', async () => {
    const columns = ['Reference', 'Name of Individual or Entity', 'Date of Birth'];
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'List',
          rows: [columns, [101, 'Mohammed al-Rashid', new Date('1961-03-12T00:00:00Z')], ['101a', 'محمد الراشد', null]],
        },
      ],
    });
    expect((await load(Buffer.from(bytes), { fewer: true })).body.rows).toMatchObject([{ entries: 1 }]);
    const entries = await ctx.asOwner('SELECT names, birth_years FROM sanction_entry WHERE tenant_id = $1', [tenantId]);
    expect(entries).toEqual([{ names: ['Mohammed al-Rashid', 'محمد الراشد'], birth_years: [1961] }]);
    expect((await load(LIST)).status).toBe(200);
  });

  it.each([
    ['Reference,Name\n1,Ana Ruiz\n', 'has no column Name of Individual or Entity'],
    ['Reference,Name of Individual or Entity,Date of Birth\n1,"Ana\n', 'has quotes that do not close'],
    ['Reference,Name of Individual or Entity,Date of Birth\n', 'has no names that can be compared'],
  ])('%j is refused: %s', async (text, words) => {
    expect((await load(Buffer.from(text))).body).toMatchObject({ error: 'file_unreadable', words });
  });

  it('of another programme and its hits are not seen', async () => {
    const brand = await givenBrand(ctx);
    const stranger = await givenStaff(ctx, brand.tenantId);
    const [hit] = await hits({ decided: true });
    expect((await give(test, stranger, 'sanctions-list')).body.rows).toEqual([]);
    expect((await give(test, stranger, 'sanctions-hits', { input: { decided: true } })).body.rows).toEqual([]);
    const asked = await give(test, stranger, 'confirm-hit', { input: { hit: String(hit?.['hit']) }, reason: 'x' });
    expect(asked.body.error).toBe('not_found');
  });
});
