import { describe, expect, it } from 'vitest';
import { newPasscode, passcode } from './passcodes.ts';

const messageOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.success ? 'taken' : result.error?.issues[0]?.message;

describe('a new passcode', () => {
  it.each(['0000', '7777', '0123', '1234', '6789', '7890', '8901', '9876', '4321', '3210', '0987'])(
    'rejects %s, which is easy to guess',
    (typed) => expect(messageOf(newPasscode.safeParse(typed))).toBe('passcodeChoice'),
  );

  it.each(['', '123', '12345', '12a4', ' 482'])('rejects "%s", which is not four digits', (typed) =>
    expect(messageOf(newPasscode.safeParse(typed))).toBe('passcodeChoice'),
  );

  it.each(['4826', '４８２６', '1212', '1123', '2468', '9091', '1357'])('accepts %s', (typed) =>
    expect(messageOf(newPasscode.safeParse(typed))).toBe('taken'),
  );
});

describe('a passcode to sign in with', () => {
  it('accepts four digits that are easy to guess', () => {
    expect(messageOf(passcode.safeParse('1234'))).toBe('taken');
    expect(messageOf(passcode.safeParse('123'))).toBe('passcodeRequired');
  });
});
