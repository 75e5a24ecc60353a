import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../../../test-support/desk/desk.ts';
import { givenBrand, givenTenant, type TestBrand } from '../../../../../test-support/factories.ts';

let test: TestApp;
let brand: TestBrand;
let asker: TestStaff;
let manager: TestStaff;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  asker = await givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
  manager = await givenStaff(test.ctx, brand.tenantId);
});
afterAll(() => test.close());

const fileOf = (...lines: readonly string[]) => Buffer.from(['number,code,amount,expires', ...lines].join('\n'));
const send = (file: Buffer) =>
  give(test, asker, 'send-voucher-file', { input: { brand: brand.identifier, name: 'vouchers.csv' }, file });

it('a file that is sent counts once two people have taken it, and no answer or record has a code', async () => {
  const file = fileOf('70000000091,aB3xQ7,25.00,2027-06-30', '70000000092,aB3xQ8,0.50,2027-06-30');
  const { body } = await send(file);
  expect(body.rows).toMatchObject([{ vouchers: 2, amount: '25.50', state: 'Waiting' }]);
  const id = String(body.rows?.[0]?.['import']);
  expect((await send(file)).body.rows?.[0]?.['import']).toBe(id);
  const vouchers = () =>
    test.ctx.asOwner<{ number: string; status: string }>(
      'SELECT number, status FROM voucher WHERE brand_id = $1 ORDER BY number',
      [brand.id],
    );
  expect(await vouchers()).toEqual([]);
  const asked = await give(test, asker, 'take-vouchers', { input: { import: id }, reason: 'delivery note 4711' });
  const request = asked.body.request?.id ?? '';
  expect((await give(test, manager, 'approve', { input: { request } })).status).toBe(200);
  expect(await vouchers()).toEqual([
    { number: '70000000091', status: 'Issued' },
    { number: '70000000092', status: 'Issued' },
  ]);
  expect((await send(file)).body.done?.words).toBe('This file was taken before.');
  const records = await test.ctx.asOwner('SELECT to_jsonb(a)::text AS row FROM audit_log a WHERE tenant_id = $1', [
    brand.tenantId,
  ]);
  expect(records.length).toBeGreaterThan(3);
  expect(JSON.stringify([body, records])).not.toMatch(/aB3xQ/);
});

it.each([
  ['a wrong amount', fileOf('70000000093,aB3xQ9,25,2027-06-30'), /^line 2: amount: must be dollars and cents: 50\.00$/],
  ['a workbook', Buffer.from('504b030414000600', 'hex'), /^is a workbook, which loses the zeros of codes/],
  ['UTF-16', Buffer.from('number,code', 'utf16le'), /^is UTF-16/],
  ['no vouchers', fileOf(), /^has no vouchers$/],
])('a file with %s is refused whole, without its values', async (_what, file, words) => {
  const { body } = await send(file);
  expect(body).toMatchObject({
    error: 'file_unreadable',
    field: 'file',
    words: expect.stringMatching(words) as string,
  });
  expect(body.words).not.toContain('aB3xQ9');
});
