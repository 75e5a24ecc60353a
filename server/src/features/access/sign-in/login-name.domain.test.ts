import { describe, expect, it } from 'vitest';
import { acceptedKinds, foldLoginName } from './login-name.domain.ts';

describe('a login name', () => {
  it.each([
    ['  Amelia.Chen@Example.COM ', 'amelia.chen@example.com'],
    ['0400 000 008', '0400000008'],
    ['+61 400 000 008', '0400000008'],
    ['(04) 0000-0008', '0400000008'],
    ['200 100 017', '200100017'],
    ['200100017-01', '200100017-01'],
    ['Taken.Name', 'taken.name'],
  ])('typed as %j is looked up as %j', (typed, expected) => {
    expect(foldLoginName(typed)).toBe(expected);
  });

  it.each([
    [1, ['email', 'nominee']],
    [2, ['account', 'username', 'nominee']],
    [3, ['email', 'account', 'username', 'nominee']],
    [4, ['email', 'mobile', 'nominee']],
  ])('of login method %i may be one of %j', (method, kinds) => {
    expect(acceptedKinds(method)).toEqual(kinds);
  });
});
