import { describe, expect, it } from 'vitest';
import { isBusinessNumber, kindOfPayId, maskPayId, payIdOf, readablePayId } from './pay-id.ts';

describe('a PayID', () => {
  it.each([
    ['0400 000 112', '+61-400000112', 'phone'],
    ['+61 400 000 112', '+61-400000112', 'phone'],
    ['+61-400000112', '+61-400000112', 'phone'],
    ['61400000112', '+61-400000112', 'phone'],
    ['(03) 9000 0112', '+61-390000112', 'phone'],
    ['+64 21 000 112', '+64-21000112', 'phone'],
    ['Li.Wei@Example.com ', 'li.wei@example.com', 'email'],
    ['89 900 000 022', '89900000022', 'business'],
    ['900 000 017', '900000017', 'business'],
    ['HM*Canteen', 'hm*canteen', 'organisation'],
  ])('%j is %s', (typed, payId, kind) => {
    expect([payIdOf(typed), kindOfPayId(payId)]).toEqual([payId, kind]);
    expect(payIdOf(payId)).toBe(payId);
    expect(payIdOf(readablePayId(payId))).toBe(payId);
  });

  it.each(['', '89 900 000 021', '12345', 'x', '+64211', '0000 000 000', `${'a'.repeat(250)}@example.com`])(
    '%j is none',
    (typed) => expect(payIdOf(typed)).toBeNull(),
  );

  it.each([
    ['+61-400000112', '0400 000 112', '+61•••112'],
    ['+61-390000112', '(03) 9000 0112', '+61•••112'],
    ['89900000022', '89 900 000 022', '899•••022'],
    ['li.wei@example.com', 'li.wei@example.com', 'l•••@example.com'],
    ['hm*canteen', 'hm*canteen', 'hm*•••een'],
  ])('%s reads %s, and in lists %s', (payId, readable, masked) => {
    expect([readablePayId(payId), maskPayId(payId)]).toEqual([readable, masked]);
  });

  it('has the check of business numbers', () => {
    expect(['36900000011', '89900000022', '53900000033', '51824753556'].map(isBusinessNumber)).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(['36900000012', '8990000002', '899000000220'].map(isBusinessNumber)).toEqual([false, false, false]);
  });
});
