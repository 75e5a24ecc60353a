import { expect, it } from 'vitest';
import { isPinChoosable } from './pin-choice.ts';

it.each(['0000', '9999', '1234', '6789', '4321', '1990', '0102', '0201', '0987', '8901', '123', '12345', '12a4'])(
  '%s is refused for somebody born on 1 February 1990',
  (pin) => {
    expect(isPinChoosable(pin, '1990-02-01')).toBe(false);
  },
);

it.each(['4826', '1235', '1991', '0101'])('%s may be chosen', (pin) => {
  expect(isPinChoosable(pin, '1990-02-01')).toBe(true);
});

it('asks nothing of a date of birth that is not known', () => {
  expect(isPinChoosable('1990', null)).toBe(true);
});
