import { expect, it } from 'vitest';
import { isPinChoosable } from './pin-choice.ts';

it.each(['0000', '9999', '1234', '6789', '4321', '1990', '0102', '0201', '0987', '8901', '123', '12345', '12a4'])(
  'rejects PIN %s for a person born on 1 February 1990',
  (pin) => {
    expect(isPinChoosable(pin, '1990-02-01')).toBe(false);
  },
);

it.each(['4826', '1235', '1991', '0101'])('accepts PIN %s for a person born on 1 February 1990', (pin) => {
  expect(isPinChoosable(pin, '1990-02-01')).toBe(true);
});

it('accepts a birth year as PIN where the date of birth is not known', () => {
  expect(isPinChoosable('1990', null)).toBe(true);
});
