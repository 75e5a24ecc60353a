import { expect, it } from 'vitest';
import { compareNames } from './compare-names.domain.ts';

it.each([
  // Typed name, known name, expected result.
  ['Amelia Chen', 'Amelia Chen', 'match'],
  ['chen AMELIA', 'Amelia Chen', 'match'],
  ['Ms Amélia Chen', 'Amelia Chen', 'match'],
  ['Rent Agency', 'Rent Agency Pty Ltd', 'match'],
  ["Aoife O'Brien", 'Aoife OBrien', 'match'],
  ['李伟', '李伟', 'match'],
  ['李 伟', '李伟', 'match'],
  ['Ben Chen', 'Amelia Chen & Ben Chen', 'match'],
  ['Jordan Blake', 'Jordan A Blake-Ross', 'close'],
  ['A Chen', 'Amelia Chen', 'close'],
  ['Amelia Cheng', 'Amelia Chen', 'close'],
  ['Amelia Rose Chen', 'Amelia Chen', 'close'],
  ['Amelia Brown', 'Amelia Chen', 'noMatch'],
  ['A', 'Amelia Chen', 'noMatch'],
  ['A C', 'Amelia Chen', 'noMatch'],
  ['Amelia', 'Amelia Chen', 'noMatch'],
  ['Am Ch', 'Amelia Chen', 'noMatch'],
  ['王伟', '李伟', 'noMatch'],
  ['Ltd', 'Rent Agency Pty Ltd', 'noMatch'],
])('the name %s compared with %s: %s', (typed, known, expected) => {
  expect(compareNames(typed, known)).toBe(expected);
});
