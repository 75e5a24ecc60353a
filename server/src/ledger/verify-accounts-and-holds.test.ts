import { describe, expect, test } from 'vitest';
import { brokenBy } from '../../test-support/ledger/damaged-ledger.ts';
import { DAMAGES_OF_ACCOUNTS_AND_HOLDS } from '../../test-support/ledger/ledger-damages.ts';

describe('verify names the invariant when', () => {
  test.each(DAMAGES_OF_ACCOUNTS_AND_HOLDS)('%s', async (_what, sql, broken) => {
    expect(await brokenBy(sql)).toEqual(broken.toSorted());
  });
});
