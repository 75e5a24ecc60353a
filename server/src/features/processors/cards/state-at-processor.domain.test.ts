import { expect, test } from 'vitest';
import { wantedState } from './state-at-processor.domain.ts';

test.each([
  ['Active', { state: 'on' }],
  ['ActiveOff', { state: 'off' }],
  ['Restricted', { state: 'off' }],
  ['NotIssued', { state: 'off' }],
  ['Ordered', { state: 'off' }],
  ['Lost', { state: 'closed', because: 'lost' }],
  ['Stolen', { state: 'closed', because: 'stolen' }],
  ['Replaced', { state: 'closed' }],
  ['Closed', { state: 'closed' }],
  ['Expired', undefined],
] as const)('a card that is %s is %j at its processor', (status, wanted) => {
  expect(wantedState({ status, isUsedUp: false })).toEqual(wanted);
});

test('a used single-use card is off, since a reversal of its purchase gives the use back', () => {
  expect(wantedState({ status: 'Closed', isUsedUp: true })).toEqual({ state: 'off' });
});
