import { describe, expect, it } from 'vitest';
import { pageOf } from './page.domain.ts';

describe('a page of posted rows', () => {
  it.each([
    [{ newest: 0n, count: 10, skip: 0 }, { after: 0n, upTo: 0n, asOf: 0n, hasMore: false }],
    [{ newest: 10n, count: 10, skip: 0 }, { after: 0n, upTo: 10n, asOf: 10n, hasMore: false }],
    [{ newest: 11n, count: 10, skip: 0 }, { after: 1n, upTo: 11n, asOf: 11n, hasMore: true }],
    [{ newest: 428n, count: 50, skip: 400 }, { after: 0n, upTo: 28n, asOf: 428n, hasMore: false }],
    [{ newest: 430n, count: 10, skip: 10, asOf: 428 }, { after: 408n, upTo: 418n, asOf: 428n, hasMore: true }],
    [{ newest: 5n, count: 10, skip: 0, asOf: 99 }, { after: 0n, upTo: 5n, asOf: 5n, hasMore: false }],
    [{ newest: 5n, count: 10, skip: 99 }, { after: 0n, upTo: 0n, asOf: 5n, hasMore: false }],
    [{ newest: 5n, count: 10, skip: 0, asOf: 0 }, { after: 0n, upTo: 0n, asOf: 0n, hasMore: false }],
  ])('of %j lies at %j', (asked, expected) => {
    expect(pageOf(asked)).toEqual(expected);
  });
});
