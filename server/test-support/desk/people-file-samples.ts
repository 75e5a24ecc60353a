import { randomUUID } from 'node:crypto';
import type { DeskSample, Sample } from './desk-sample.ts';
import { give, givenStaff } from './desk.ts';
import type { TestApp } from '../app.ts';
import { givenBrand, givenProduct, givenTenant } from '../factories.ts';

const COLUMNS = ['reference', 'product', 'firstName', 'surname', 'dateOfBirth', 'mobile', 'activationCode', 'plastic'];
const CODE = '918273';
const CODE_COLUMN = 6;

/** A sheet of people: its columns, and rows of values. */
export const sheetOf = (columns: readonly string[], ...rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from([columns, ...rows].map((values) => `${values.join(',')}\r\n`).join(''));

/** A brand with a product that numbers can be drawn for. */
export async function givenFileBrand({ ctx }: Pick<TestApp, 'ctx'>) {
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const product = await givenProduct(ctx, { brand, settings: { cardNumbers: { prefix: '903600', length: 16 } } });
  return { brand, product: String(product.id), tenantId: brand.tenantId };
}

const personRow = (product: string, more: Readonly<Record<number, string>> = {}) =>
  [randomUUID(), product, 'Mia', "O'Brien", '1990-02-01', '0400 000 999', CODE, 'no'].map(
    (value, at) => more[at] ?? value,
  );

type Part = 'good' | 'doubtful';

/** A file that was sent, with a row that is good and one that is wrong; its second good row may be in doubt. */
const givenFile =
  (inputOf: (file: { readonly file: string; readonly version: number }) => DeskSample['input'], part: Part = 'good') =>
  async (test: TestApp): Promise<DeskSample> => {
    const { brand, product, tenantId } = await givenFileBrand(test);
    const sender = await givenStaff(test.ctx, tenantId);
    const twin = part === 'doubtful' ? [personRow(product)] : [];
    const rows = [personRow(product), personRow(product, { 4: '1990-02-30', 2: 'Ann' }), ...twin];
    const sent = await give(test, sender, 'send-people-file', {
      input: { brand: brand.identifier, name: 'people.csv' },
      file: sheetOf(COLUMNS, ...rows),
    });
    const file = String(sent.body.rows?.[0]?.['file']);
    return {
      tenantId,
      input: inputOf({ file, version: 1 }),
      state: async () =>
        JSON.stringify(
          await test.ctx.asOwner(
            `SELECT f.state AS file, f.version, r.number, r.state, r.is_kept FROM people_file f
               JOIN people_file_row r ON r.file_id = f.id WHERE f.id = $1 ORDER BY r.number`,
            [file],
          ),
        ),
      marked: rows.map((values) => values[CODE_COLUMN] ?? ''),
    };
  };

async function givenNothingSent(test: TestApp): Promise<DeskSample> {
  const { brand, tenantId } = await givenFileBrand(test);
  return {
    tenantId,
    input: { brand: brand.identifier, name: 'people.csv' },
    state: async () =>
      JSON.stringify(await test.ctx.asOwner('SELECT id FROM people_file WHERE tenant_id = $1', [tenantId])),
    marked: [],
  };
}

const LOOK = { roles: ['viewer', 'agent', 'manager'], needsApproval: false, elsewhere: 'not_found' } as const;
const ACT = { ...LOOK, roles: ['agent', 'manager'] } as const;

export const PEOPLE_FILE_SAMPLES: Readonly<Record<string, Sample>> = {
  'send-people-file': { ...ACT, given: givenNothingSent },
  'people-files': { ...LOOK, elsewhere: 'no rows', given: givenFile(() => ({})) },
  'people-file': { ...LOOK, given: givenFile(({ file }) => ({ file })) },
  'people-file-rows': { ...LOOK, given: givenFile(({ file }) => ({ file, part: 'all' })) },
  'correct-people-row': {
    ...ACT,
    given: givenFile(({ file }) => ({ file, row: '3', field: 'dateOfBirth', value: '1990-02-28' })),
  },
  'keep-people-row': { ...ACT, given: givenFile(({ file }) => ({ file, row: '4' }), 'doubtful') },
  'add-people': {
    ...ACT,
    needsApproval: true,
    given: givenFile(({ file, version }) => ({ file, version: String(version) })),
  },
  'drop-people-file': { ...ACT, given: givenFile(({ file }) => ({ file })) },
  'people-file-results': { ...LOOK, given: givenFile(({ file }) => ({ file })) },
};
