import { describe, expect, it } from 'vitest';
import { pageOf } from './page.domain.ts';

describe('a page of posted rows', () => {
  it.each([
    ['of an empty account', { newest: 0n, count: 10, skip: 0 }, [0n, 0n, 0n, false]],
    ['that holds exactly all', { newest: 10n, count: 10, skip: 0 }, [0n, 10n, 10n, false]],
    ['that leaves one row', { newest: 11n, count: 10, skip: 0 }, [1n, 11n, 11n, true]],
    ['that is the last of many', { newest: 428n, count: 50, skip: 400 }, [0n, 28n, 428n, false]],
    [
      'of a listing that was begun two rows ago',
      { newest: 430n, count: 10, skip: 10, asOf: 428 },
      [408n, 418n, 428n, true],
    ],
    ['of a listing from the future', { newest: 5n, count: 10, skip: 0, asOf: 99 }, [0n, 5n, 5n, false]],
    ['beyond the end', { newest: 5n, count: 10, skip: 99 }, [0n, 0n, 5n, false]],
    ['of a listing that was empty', { newest: 5n, count: 10, skip: 0, asOf: 0 }, [0n, 0n, 0n, false]],
  ] as const)('%s', (_, asked, [after, upTo, asOf, hasMore]) => {
    expect(pageOf(asked)).toEqual({ after, upTo, asOf, hasMore });
  });
});
