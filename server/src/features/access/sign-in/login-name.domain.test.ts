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
    ['[3-h] +61 (0)400 000 008', '0400000008'],
    ['[3-h] 61400000008', '0400000008'],
    ['[3-h] 0061400000008', '0400000008'],
    ['[3-h] 0400.000.008', '0400000008'],
    ['[3-h] 0400‑000‑008', '0400000008'],
    ['[19-c] 200100017–01', '200100017-01'],
    ['[19-c] 200100017‑01', '200100017-01'],
    ['[19-c] 200 100 017-01', '200100017-01'],
    // Nine digits are an account number, and not a mobile number without its 0.
    ['400100017', '400100017'],
    ['+44 7400 123456', '447400123456'],
    ['amelia。chen＠example.com', 'amelia.chen@example.com'],
    ['O’Brien@example.com', "o'brien@example.com"],
    ['\u202damelia\u200b.chen@example.com\u202c', 'amelia.chen@example.com'],
  ])('typed as %j is looked up as %j', (typed, expected) => {
    expect(foldLoginName(typed.replace(/^\[.*\] /, ''))).toBe(expected);
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
