import { describe, expect, it } from 'vitest';
import { decoyName, foldBackupToken, maskMobile, mayChoose, refusalOf, type ResetState } from './reset.domain.ts';

const NOW = 1_000_000;
const OPEN: ResetState = {
  way: 'link',
  endsAt: NOW + 1,
  isOver: false,
  isSessionOver: false,
  isAnswered: false,
  isByBackupToken: false,
  isCodeProved: false,
  isIdentityProved: false,
};

describe('a reset', () => {
  it.each([
    ['unknown', undefined, 'token_invalid'],
    ['used', { ...OPEN, isOver: true }, 'token_invalid'],
    ['used and old', { ...OPEN, isOver: true, endsAt: NOW }, 'token_invalid'],
    ['old', { ...OPEN, endsAt: NOW }, 'token_expired'],
    ['of a session that has ended', { ...OPEN, isSessionOver: true }, 'token_expired'],
    ['open', OPEN, null],
  ] as const)('that is %s', (_, state, refusal) => {
    expect(refusalOf(state, NOW)).toBe(refusal);
  });

  it.each([
    ['a link without an answer', {}, false],
    ['a link with an answer', { isAnswered: true }, true],
    ['an account with an answer', { way: 'account', isAnswered: true }, false],
    ['an account with a code', { way: 'account', isAnswered: true, isCodeProved: true }, true],
    ['an account with identity questions', { way: 'account', isAnswered: true, isIdentityProved: true }, true],
    ['an account with a code and no answer', { way: 'account', isCodeProved: true }, false],
    ['a backup token', { way: 'account', isByBackupToken: true }, true],
  ] as const)('sets a password after %s: %j is %s', (_, given, may) => {
    expect(mayChoose({ ...OPEN, ...given })).toBe(may);
  });
});

it('a backup token is accepted in small letters, with hyphens, and with look-alike characters', () => {
  expect(foldBackupToken(' ab1o-l9xz ')).toBe('AB1019XZ');
});

it('a mobile number shows its last three digits', () => {
  expect(maskMobile('0400 000 001')).toBe('•••• ••• 001');
});

it('the decoy of an unknown account has the form of a masked name', () => {
  const seed = Buffer.from([0, 1, 3, 0]);
  expect(decoyName('email', '200100017', seed)).toBe('a••••@b••••.au');
  expect(decoyName('account', '200200015', seed)).toBe('2••••15');
});
