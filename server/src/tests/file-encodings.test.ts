import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenBrand, givenProduct, type TestBrand } from '../../test-support/factories.ts';
import { openPeopleFiles } from '../../test-support/files/people-file.ts';
import { checkBrand } from '../features/brands/public.ts';
import { checkProduct } from '../features/products/public.ts';
import { readVoucherFile, voucherLines } from '../features/topup/voucher/import/voucher-file.ts';
import { OWN_HOLIDAYS, readHolidays } from '../platform/time/banking-days/holidays.ts';
import { textLines } from '../platform/text/text-lines.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const NUMBERS = { cardNumbers: { prefix: '903613', length: 16 } };
const LATIN = /line (\d+) is not UTF-8 but Windows-1252 or Latin-1, save the file as UTF-8/;

let test: TestApp;
let brand: TestBrand;
let product: number;
let folder: string;
let people: (...argv: string[]) => Promise<{ code: number; lines: string[] }>;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  product = (await givenProduct(test.ctx, { brand, settings: NUMBERS })).id;
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-encodings-'));
  const files = openPeopleFiles(test, folder);
  people = (...argv) => files.people(brand, ...argv);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

let files = 0;
async function fileOf(text: string, encoding: BufferEncoding, ending = 'csv'): Promise<string> {
  files += 1;
  const file = path.join(folder, `file-${files}.${ending}`);
  await writeFile(file, text, encoding);
  return file;
}

const peopleFile = (encoding: BufferEncoding, separator = ',') => {
  const columns = ['reference', 'product', 'firstName', 'surname', 'dateOfBirth', 'mobile', 'addressLine1', 'suburb'];
  const row = [
    `enc-${files}`,
    String(product),
    'Mia',
    'Harper',
    '1990-02-01',
    '0400 000 999',
    '12 Café Street',
    'Perth',
  ];
  const lines = [
    [...columns, 'postCode'],
    [...row, '6000'],
  ].map((values) => values.join(separator));
  const mark = encoding === 'latin1' ? '' : '\uFEFF';
  return fileOf(`${mark}${lines.join('\r\n')}\r\n`, encoding);
};
const importOf = (file: string) =>
  people('import', file, '--brand', brand.identifier, '--results', path.join(folder, 'results.csv'));
const streets = () =>
  test.ctx.asOwner<{ street: string }>(
    `SELECT address ->> 'AddressLine1' AS street FROM holder WHERE tenant_id = $1 AND address IS NOT NULL`,
    [brand.tenantId],
  );

it('[14-a] a people file of Windows-1252 is named with its first line, and nothing is imported', async () => {
  const file = await peopleFile('latin1');
  const said = `${file}: line 2 is not UTF-8 but Windows-1252 or Latin-1, save the file as UTF-8`;
  expect(await people('check', file)).toEqual({ code: 1, lines: [said] });
  expect(await importOf(file)).toEqual({ code: 1, lines: [said] });
  expect(await streets()).toEqual([]);
});

it('[14-c] a people file of UTF-16 is named, and nothing is imported', async () => {
  const file = await peopleFile('utf16le');
  const said = `${file}: is UTF-16, save the file as UTF-8`;
  expect(await people('check', file)).toEqual({ code: 1, lines: [said] });
  expect(await importOf(file)).toEqual({ code: 1, lines: [said] });
});

it.each([';', '\t'])(
  'a people file with %j between its values, as Excel writes in German, is imported',
  async (separator) => {
    const before = (await streets()).length;
    expect((await importOf(await peopleFile('utf8', separator))).code).toBe(0);
    expect(await streets()).toHaveLength(before + 1);
  },
);

it('a people file of UTF-8 with a byte order mark is imported as it is written', async () => {
  expect((await importOf(await peopleFile('utf8'))).code).toBe(0);
  expect(await streets()).toContainEqual({ street: '12 Café Street' });
});

it('a people file as Excel leaves it is imported: separator line, headers in words, cells over lines, empty ends', async () => {
  const rows = [
    'sep=;',
    'Reference;PRODUCT;First name;Surname;Date of birth;Mobile;Address Line 1;Suburb;Post code;;',
    `sheet-1;${product};Mia;Harper;25/04/1990;0400 000 998;"7 King Street`,
    'Unit 3";Perth;6000;;',
    ';;;;;;;;;;',
    `sheet-2;${product};Mia;Harper;3/4/1990;0400 000 997;7 King Street;Perth;6000;;`,
    ';;;;;;;;;;',
    '',
  ];
  const file = await fileOf(`\uFEFF${rows.join('\r\n')}`, 'utf8');
  expect(await people('check', file)).toEqual({
    code: 1,
    lines: [`${file}: line 6: dateOfBirth: may be 1990-04-03 or 1990-03-04: write which one`],
  });
  expect((await importOf(file)).lines).toEqual([expect.stringMatching(/^1 accepted, 0 were there already, 1 refused/)]);
  const made = await test.ctx.asOwner(
    `SELECT date_of_birth::text AS born, address ->> 'AddressLine1' AS street FROM holder
      WHERE tenant_id = $1 AND mobile = '+61400000998'`,
    [brand.tenantId],
  );
  expect(made).toEqual([{ born: '1990-04-25', street: '7 King Street Unit 3' }]);
});

it('a voucher file is read as UTF-8 alone', async () => {
  const wide = await fileOf('\uFEFFnumber,code,amount,expires\n', 'utf16le');
  await expect(readVoucherFile(voucherLines(wide), '2026-11-20')).rejects.toThrow('is UTF-16');
  const latin = await fileOf('number,code,amount,expires\n12345678901,é,1.00,2029-01-01\n', 'latin1');
  await expect(readVoucherFile(voucherLines(latin), '2026-11-20')).rejects.toThrow(LATIN);
  const semicolons = await fileOf('number;code;amount;expires\n', 'utf8');
  await expect(readVoucherFile(voucherLines(semicolons), '2026-11-20')).rejects.toThrow('separated by semicolons');
});

it('a holiday file is read as UTF-8 alone, with its mark', async () => {
  const own = await readFile(OWN_HOLIDAYS, 'utf8');
  const renamed = own.replace(/New Year.s Day/, 'Jour de l’an né');
  expect(readHolidays(await fileOf(`\uFEFF${renamed}`, 'utf8'))).toHaveLength(readHolidays(OWN_HOLIDAYS).length);
  const latin = await fileOf(own.replace(/New Year.s Day/, 'Né'), 'latin1');
  expect(() => readHolidays(latin)).toThrow(LATIN);
});

it('a product and a brand are read as UTF-8 alone, with their marks', async () => {
  const own = await readFile(path.join(ROOT, 'products/wattle/everyday.json'), 'utf8');
  const named = own.replace(/"name": "[^"]*"/, '"name": "Café"');
  expect((await checkProduct(await fileOf(`\uFEFF${named}`, 'utf8', 'json'))).name).toBe('Café');
  await expect(checkProduct(await fileOf(named, 'latin1', 'json'))).rejects.toThrow(LATIN);
  const copy = path.join(folder, 'brand');
  await cp(path.join(ROOT, 'brands/wattle'), copy, { recursive: true });
  const texts = await readFile(path.join(copy, 'texts/zhCN.json'), 'utf8');
  await writeFile(path.join(copy, 'texts/zhCN.json'), `\uFEFF${texts}`);
  expect((await checkBrand(copy)).findings).toEqual([]);
  await writeFile(path.join(copy, 'texts/zhCN.json'), `\uFEFF${texts}`, 'utf16le');
  expect((await checkBrand(copy)).findings).toEqual([
    { file: 'texts/zhCN.json', key: '', reason: 'is UTF-16, save the file as UTF-8' },
  ]);
});

it('a long file is checked whole before its first line is read', async () => {
  const file = await fileOf(`${'a line of text\n'.repeat(20_000)}Café\n`, 'latin1');
  await expect(textLines(file).next()).rejects.toThrow('line 20001 is not UTF-8');
});
