import { ERRORS } from '@wattle/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { deskCommands } from '../../compose/desk-commands.ts';
import { DESK_REFUSALS } from '../../features/desk/desk-refusal.ts';
import { optionsOf } from './arguments.ts';
import { wordsOf } from './words.ts';

/** A name for programs, such as `input_invalid`. */
const NAME = /[a-z]_[a-z]/;

describe('a refusal at the command line', () => {
  it.each([...new Set([...Object.keys(DESK_REFUSALS), ...Object.keys(ERRORS)])])('is a sentence: %s', (error) => {
    const words = wordsOf({ error });
    expect(words).toMatch(/^[A-Z“].{8,}(\.|npm run desk -- [a-z-]+)$/);
    expect(words).not.toMatch(NAME);
    expect(words).not.toContain('does not know');
    expect(wordsOf({ error, field: 'settleTo' })).toMatch(/^--settle-to(:| is) /);
  });

  it('says of each option what it takes', () => {
    for (const command of deskCommands.values()) {
      for (const { field, option, takes, isSwitch } of optionsOf(command)) {
        const words = wordsOf({ error: 'input_invalid', field }, command);
        expect(words).toBe(`--${option} is missing, or does not fit the rest.${isSwitch ? '' : ` It takes ${takes}.`}`);
      }
    }
  });

  it('names the request of a fault, and a reason of another version', () => {
    expect(wordsOf({ error: 'unexpected', requestId: '7f' })).toBe(
      'The server failed, and its log says how. It was request 7f.',
    );
    expect(wordsOf({ error: 'of_tomorrow' })).toContain('does not know: of_tomorrow.');
  });
});
