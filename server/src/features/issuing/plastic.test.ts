import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { luhnDigit } from '@wattle/contract/rules/luhn.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenBrand, givenProduct, type TestBrand, type TestProduct } from '../../../test-support/factories.ts';
import { openPeopleFiles, type PersonOfFile } from '../../../test-support/files/people-file.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { collectCardOrders, makeCards } from '../cards/orders/card-orders.due.ts';

const NUMBERS = { cardNumbers: { prefix: '903613', length: 16 } };
const NUMBER = `903613000000042${luhnDigit('903613000000042')}`;
const HOME = { addressLine1: '14 Banksia Street', suburb: 'Fremantle', state: 'WA', postCode: '6160' };

let test: TestApp;
let brand: TestBrand;
let product: TestProduct;
let gift: TestProduct;
let folder: string;
let files: ReturnType<typeof openPeopleFiles>;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, { brand, settings: NUMBERS });
  gift = await givenProduct(test.ctx, { brand, isReloadable: false, settings: NUMBERS });
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-plastic-'));
  files = openPeopleFiles(test, folder);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

let serial = 0;
const personRow = (more: PersonOfFile = {}) => {
  serial += 1;
  return {
    reference: `person-${serial}`,
    product: String(product.id),
    firstName: 'Mia',
    surname: "O'Brien",
    dateOfBirth: '1990-02-01',
    mobile: '0400 000 999',
    ...more,
  };
};

/** The references of the rows whose plastic the card maker is asked for. */
async function ordersMade(): Promise<string[]> {
  await sweep(test.ctx, collectCardOrders);
  const rows = await test.ctx.asOwner<{ reference: string }>(
    `SELECT r.reference FROM due_work w JOIN issued_row r ON r.tenant_id = w.tenant_id AND r.card_id = w.key::bigint
     WHERE w.tenant_id = $1 AND w.job = 'cards.make' ORDER BY r.reference`,
    [brand.tenantId],
  );
  return rows.map(({ reference }) => reference);
}

describe('the plastic of a file of people', () => {
  it('orders plastic for cards with a drawn number, and announces a card on its way for those only', async () => {
    const drawn = personRow(HOME);
    const rows = [drawn, personRow({ ...HOME, plastic: 'no' }), personRow({ ...HOME, cardNumber: NUMBER })];
    const coded = { ...personRow({ ...HOME, product: String(gift.id) }), accessCode: '246810' };
    expect(await files.imported(brand, [...rows, coded])).toMatchObject({ code: 0 });
    const made = await test.ctx.asOwner<{ reference: string }>(
      `SELECT r.reference, c.status, m.template FROM issued_row r JOIN card c ON c.id = r.card_id
       LEFT JOIN outbox_message m ON m.dedup_key = 'activation-code:' || c.id || ':issued'
       WHERE r.reference = ANY ($1::text[]) ORDER BY r.reference`,
      [[...rows, coded].map(({ reference }) => reference)],
    );
    const [ordered, kept, given] = rows.map(({ reference }) => reference);
    expect(made).toEqual([
      { reference: ordered, status: 'Ordered', template: 'firstActivationCode' },
      { reference: kept, status: 'NotIssued', template: 'cardActivationCode' },
      { reference: given, status: 'NotIssued', template: 'cardActivationCode' },
      { reference: coded.reference, status: 'Active', template: null },
    ]);
    const orders = await ordersMade();
    expect(orders.filter((each) => made.some(({ reference }) => reference === each))).toEqual([
      ordered,
      coded.reference,
    ]);
  });

  it('waits where the card maker has no address, and is written to no disk', async () => {
    const row = personRow(HOME);
    await files.imported(brand, [row]);
    expect(await ordersMade()).toContain(row.reference);
    const [item] = await test.ctx.asOwner<{ key: string }>(
      `SELECT w.key FROM due_work w JOIN issued_row r ON r.tenant_id = w.tenant_id AND r.card_id = w.key::bigint
        WHERE w.job = 'cards.make' AND r.reference = $1`,
      [row.reference],
    );
    if (!item || !('outside' in makeCards)) throw new Error('cards are ordered outside of a transaction');
    const { key } = item;
    const { tenantId } = brand;
    const signal = new AbortController().signal;
    const given = { tenantId, plannedAt: 0, atOnce: 5, key, payload: { card: key }, attempt: 1, signal };
    const ctx = { ...test.ctx, outside: { ...test.ctx.outside, cardMaker: undefined } };
    const settle = await makeCards.outside(ctx, given);
    const againAt = test.ctx.clocks.security.now() + 15 * 60_000;
    expect(await test.ctx.database.transact(tenantId, settle)).toEqual({ againAt });
  });

  it('reports how many ordered cards have no delivery address', async () => {
    const { code, lines } = await files.imported(brand, [personRow(), personRow(HOME)]);
    expect({ code, said: lines.at(-1) }).toEqual({
      code: 0,
      said: expect.stringMatching(/^1 cards are to be made and/),
    });
  });

  it('refuses people below the minimum age of the product, and accepts those who reach it today', async () => {
    const young = await givenBrand(test.ctx, { settings: { ReloadableCardMinimumAge: 14 } });
    const card = await givenProduct(test.ctx, { brand: young, settings: NUMBERS });
    const open = await givenProduct(test.ctx, { brand: young, isReloadable: false, settings: NUMBERS });
    const [year = '', rest = ''] = dayAt(test.ctx.clocks.business.now()).split(/-(.*)/);
    const born = (years: number, day = rest) => ({ dateOfBirth: `${Number(year) - years}-${day}` });
    const rows = [
      personRow({ ...born(14), product: String(card.id) }),
      personRow({ ...born(13), product: String(card.id) }),
      personRow({ ...born(13), product: String(open.id) }),
    ];
    expect((await files.imported(young, rows)).rows).toEqual([
      expect.stringContaining(`${rows[0]?.reference},accepted`),
      `3,${rows[1]?.reference},refused,dateOfBirth,is of somebody under 14: the product is for older people,,,`,
      expect.stringContaining(`${rows[2]?.reference},accepted`),
    ]);
  });

  it.each<[Record<string, string>, string]>([
    [{ plastic: 'yes', cardNumber: NUMBER }, 'a card whose number is given exists'],
    [{ plastic: 'perhaps' }, 'must be yes or no'],
  ])('refuses a word on plastic that cannot be true: %o', async (given, reason) => {
    const { rows } = await files.imported(brand, [personRow(given)]);
    expect(rows.some((line) => line.includes('plastic,') && line.includes(reason))).toBe(true);
  });

  it('refuses the plastic of a virtual card', async () => {
    const virtual = await givenProduct(test.ctx, { brand, isVirtual: true, settings: NUMBERS });
    const row = personRow({ product: String(virtual.id), plastic: 'yes' });
    expect((await files.imported(brand, [row])).rows).toEqual([
      `2,${row.reference},refused,plastic,is none of the product: its cards are virtual,,,`,
    ]);
  });
});

it('a workbook is read like a sheet of text, and its rows are named', async () => {
  const rows = [
    ['Reference', 'Product', 'Access code', 'Plastic'],
    ['book-1', gift.id, '246810', 'no'],
    ['book-2', gift.id, 46_810, 'no'],
  ];
  const file = path.join(folder, 'gifts.xlsx');
  await writeFile(file, await writeXlsx({ sheets: [{ name: 'Gifts', rows }] }));
  const done = await files.people(brand, 'check', file);
  expect([done.code, done.lines]).toEqual([1, [`${file}: line 3: accessCode: must be 6 digits`]]);
});
