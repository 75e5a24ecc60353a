import { describe, expect, it } from 'vitest';
import { cardVerificationValue, pinVerificationValue } from './card-verification.ts';

/** The key pair that the published examples of both values use. */
const KEY_PAIR = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex');

describe('the card verification value', () => {
  it.each([
    ['4123456789012345', '8701', '101', '561'],
    ['4999988887777000', '9105', '111', '245'],
    ['4333322221111222', '9307', '141', '382'],
  ])('of %s, expiry %s, service code %s is %s, as published', (pan, expiry, serviceCode, expected) => {
    expect(cardVerificationValue(KEY_PAIR, pan, expiry, serviceCode)).toBe(expected);
  });

  it('changes with the expiry, so a reissued card has another one', () => {
    const pan = '4123456789012345';
    expect(cardVerificationValue(KEY_PAIR, pan, '8702', '101')).not.toBe('561');
  });

  it('is computed for a number of 19 digits', () => {
    expect(cardVerificationValue(KEY_PAIR, '9036001000000000012', '2911', '000')).toMatch(/^\d{3}$/);
  });
});

describe('the PIN verification value', () => {
  it('is 6629 for the published example', () => {
    expect(pinVerificationValue(KEY_PAIR, '4321000000001234', 1, '1234')).toBe('6629');
  });

  it('differs by PIN, key index and card', () => {
    const values = [
      pinVerificationValue(KEY_PAIR, '4321000000001234', 1, '1235'),
      pinVerificationValue(KEY_PAIR, '4321000000001234', 2, '1234'),
      pinVerificationValue(KEY_PAIR, '4321000000011234', 1, '1234'),
    ];
    expect(values).not.toContain('6629');
  });

  it('does not depend on the check digit', () => {
    expect(pinVerificationValue(KEY_PAIR, '4321000000001239', 1, '1234')).toBe('6629');
  });
});
