import { expect, test } from 'vitest';
import { namingNothing } from './database-steps.ts';

test('a name that no test of the server has is reported', () => {
  expect(namingNothing(['server/src/ledger', 'server/src/tests/lookup-plans.test.ts'])).toEqual([]);
  expect(namingNothing(['server/src/ledger', '.store.test.ts'])).toEqual(['.store.test.ts']);
});
