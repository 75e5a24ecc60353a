import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenDatabase } from '../../../test-support/processes/database.ts';
import type { TestDatabase } from '../../../test-support/processes/database.ts';
import { arrayRows } from './array-rows.ts';

describe('rows built from arrays', () => {
  let given: TestDatabase;
  beforeAll(async () => {
    given = await givenDatabase();
  });
  afterAll(() => given.close());

  const ask = (values: unknown[]) =>
    given.database.readShared((tx) =>
      tx.query(
        `SELECT $1::text AS given, n, number, word, is_so
         FROM ${arrayRows('r', 2, { number: 'bigint', word: 'text', is_so: 'boolean' })}`,
        values,
      ),
    );

  it('have one row per index, with the value of each array at that index', async () => {
    const words = ['a', null, 'one, "two" {three}', ''];
    expect(await ask(['x', [1n, null, -9_223_372_036_854_775_808n, 4n], words, [true, false, null, true]])).toEqual([
      { given: 'x', n: 1, number: 1n, word: 'a', is_so: true },
      { given: 'x', n: 2, number: null, word: null, is_so: false },
      { given: 'x', n: 3, number: -9_223_372_036_854_775_808n, word: 'one, "two" {three}', is_so: null },
      { given: 'x', n: 4, number: 4n, word: '', is_so: true },
    ]);
  });

  it('have no row for empty arrays', async () => {
    expect(await ask(['x', [], [], []])).toEqual([]);
  });

  it('are refused without any column', () => {
    expect(() => arrayRows('r', 1, {})).toThrow('rows without a column');
  });
});
