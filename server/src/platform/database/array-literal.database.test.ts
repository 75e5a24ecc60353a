import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../test-support/processes/database.ts';
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

it('round-trips any text', async () => {
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

it('round-trips arrays of 64-bit integers, including nulls and the limits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), { maxLength: 70 }),
      async (numbers) => {
        expect(await back('bigint', numbers)).toEqual(numbers);
      },
    ),
    { numRuns: 50 },
  );
  const edges = [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n, null];
  expect(await back('bigint', edges)).toEqual(edges);
});

it.each([2n ** 63n, -(2n ** 63n) - 1n, 2n ** 64n, 2n ** 64n + 1n])(
  'refuses %s as a 64-bit number instead of changing it',
  async (number) => {
    await expect(back('bigint', [1n, number])).rejects.toMatchObject({ code: '22003' });
  },
);

it('refuses unsupported values', () => {
  expect(() => arrayLiteral([{}])).toThrow(TypeError);
  expect(() => arrayLiteral([['nested']])).toThrow(TypeError);
});
