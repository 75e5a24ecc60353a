import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../test-support/database.ts';
import { arrayLiteral } from './array-literal.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await givenDatabase();
});
afterAll(() => test.close());

const back = async (type: string, values: readonly unknown[]) => {
  const sql = `SELECT v, v IS NULL AS is_null FROM unnest($1::${type}[]) WITH ORDINALITY AS t (v, n) ORDER BY n`;
  const rows = await test.database.transact(1, (tx) => tx.query<{ v: unknown }>(sql, [values]));
  return rows.map(({ v }) => v);
};

it.each<[string, unknown[]]>([
  ['text', ['', 'NULL', 'null', null, ' ', 'a,b', '{}', '"', '\\', '\\"', "it's", '谢谢', '\n\t']],
  ['bigint', [0n, -1n, 9_223_372_036_854_775_807n, null]],
  ['integer', [1, -2, null]],
  ['boolean', [true, false, null]],
  ['bytea', [Buffer.from([0, 0x22, 0x5c, 0xff]), Buffer.alloc(0), null]],
  ['text', []],
])('PostgreSQL reads an array of %s as it was meant: %o', async (type, values) => {
  expect(await back(type, values)).toEqual(values);
});

it('and any text at all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))),
      async (texts) => {
        expect(await back('text', texts)).toEqual(texts);
      },
    ),
    { numRuns: 50 },
  );
});

it('refuses what is no value', () => {
  expect(() => arrayLiteral([{}])).toThrow(TypeError);
  expect(() => arrayLiteral([['nested']])).toThrow(TypeError);
});
