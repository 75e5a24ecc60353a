import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { givenBrand, givenProduct, type TestBrand } from '../../test-support/factories.ts';
import { openPeopleFiles } from '../../test-support/files/people-file.ts';

const NUMBERS = { cardNumbers: { prefix: '903614', length: 16 } };

let test: TestApp;
let brand: TestBrand;
let product: number;
let folder: string;
let files: ReturnType<typeof openPeopleFiles>;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  product = (await givenProduct(test.ctx, { brand, settings: NUMBERS })).id;
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-names-'));
  files = openPeopleFiles(test, folder);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const ROW = { dateOfBirth: '1990-02-01', mobile: '0400 000 999' };
const held = async (reference: string) => {
  const [row] = await test.ctx.asOwner<{ first_name: string; surname: string; embossed_name: string }>(
    `SELECT h.first_name, h.surname, c.embossed_name FROM issued_row r JOIN card c ON c.id = r.card_id
     JOIN holder h ON h.id = c.holder_id WHERE r.reference = $1 AND r.tenant_id = $2`,
    [reference, brand.tenantId],
  );
  return row && [row.first_name, row.surname, row.embossed_name];
};

it.each([
  ['[6-a]', '阿卜杜拉·买买提', '热合曼', 'ABDULLA MEMTIMIN', ['阿卜杜拉·买买提', '热合曼', 'ABDULLA MEMTIMIN']],
  ['[6-a]', 'J. R.', 'Tolkien', '', ['J. R.', 'Tolkien', 'J. R. TOLKIEN']],
  ['[6-a]', 's/o Raman', 'Muthu', '', ['s/o Raman', 'Muthu', 'S O RAMAN MUTHU']],
  ['[7-a]', '', 'Suharto', '', ['', 'Suharto', 'SUHARTO']],
  ['[7-a]', 'Suharto', '', '', ['', 'Suharto', 'SUHARTO']],
  ['[15-b]', '伟', '李', 'Li Wei', ['伟', '李', 'LI WEI']],
  [
    '[15-a]',
    'Alexandriana-Bartholomea',
    'Featherstonehaugh-Cholmondeley',
    '',
    ['Alexandriana-Bartholomea', 'Featherstonehaugh-Cholmondeley', 'A B FEATHERSTONEHAUGH'],
  ],
])('%s a file gives a card to %j %j', async (id, firstName, surname, nameOnCard, kept) => {
  const reference = `name-${id.slice(1, -1)}-${kept.join('').length}-${firstName.length}`;
  const row = { reference, product: String(product), firstName, surname, nameOnCard, ...ROW };
  const { rows } = await files.imported(brand, [row]);
  expect(rows).toEqual([expect.stringContaining('accepted')]);
  expect(await held(reference)).toEqual(kept);
});

it.each([
  [
    '[15-a]',
    { firstName: 'Alexandriana-Bartholomea', surname: 'Featherstonehaugh-Cholmondeley' },
    'A B FEATHERSTONEHAUGH',
  ],
  ['[15-b]', { firstName: '伟', surname: '李', nameOnCard: 'Li Wei' }, 'LI WEI'],
  ['[7-a]', { surname: 'Suharto' }, 'SUHARTO'],
])('%s the desk issues a card to %j', async (_, names, embossed) => {
  const agent = await givenStaff(test.ctx, brand.tenantId);
  const input = { brand: brand.identifier, product: String(product), ...names, ...ROW };
  const { body } = await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
  const [card] = await test.ctx.asOwner<{ embossed_name: string }>(
    'SELECT embossed_name FROM card WHERE card_id = $1',
    [String(body.rows?.[0]?.['cardId'])],
  );
  expect(card).toEqual({ embossed_name: embossed });
});

it('[15-b] the desk asks for the name on the card where nothing of the name is Latin', async () => {
  const agent = await givenStaff(test.ctx, brand.tenantId);
  const input = { brand: brand.identifier, product: String(product), firstName: '伟', surname: '李', ...ROW };
  const { body } = await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
  expect(body).toMatchObject({ error: 'input_invalid', field: 'nameOnCard' });
});
