import { expect, it } from 'vitest';
import { methodOf } from '../methods.ts';

const NOTHING = {
  name: '',
  problems: {},
  isVariable: false,
  maskedPrefixes: [],
  savedNumber: '',
  mostCents: null,
  isStopped: false,
  isUnderWay: false,
};
const MASKED = '411111••••••1111';
const shown = (number: string, lookUp: object = {}) =>
  methodOf('bpay').destination({ bsb: '99853', number }, { ...NOTHING, ...lookUp }).named['reference'];

it('shows a card number as a reference in full once its owner is known', () => {
  expect(shown('4111111111111111')).toBe('4111111111111111');
  expect(shown('4111111111111111', { isUnderWay: true })).toBe(MASKED);
  expect(shown('4111111111111111', { maskedPrefixes: ['411111'] })).toBe(MASKED);
});

it('shows the reference of a saved payee in full, and no other with the same mask', () => {
  expect(shown(MASKED)).toBe(MASKED);
  expect(shown(MASKED, { savedNumber: '4111111111111111' })).toBe('4111111111111111');
  expect(shown(MASKED, { savedNumber: '4111111111111111', maskedPrefixes: ['411111'] })).toBe(MASKED);
  expect(shown(MASKED, { savedNumber: '4000000000000002' })).toBe(MASKED);
});
