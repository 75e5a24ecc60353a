import { expect, it } from 'vitest';
import { arrayParameter } from '../../server/src/platform/database/array-literal.ts';
import { toScript } from './pgbench.ts';

it('a script has its values as text that PostgreSQL can parse', () => {
  const { script, variables } = toScript([
    {
      text: 'SELECT $1, $2, $3, $4',
      values: [arrayParameter([1n, -20n]), Buffer.from('0a0b', 'hex'), null, arrayParameter(['a', 'b c'])],
    },
  ]);
  expect(script).toBe('SELECT :v0_1, :v0_2, NULL, :v0_4;\n');
  expect(variables).toEqual(['v0_1={1,-20}', String.raw`v0_2=\x0a0b`, 'v0_4={"a","b c"}']);
});
