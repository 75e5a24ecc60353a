import { expect, test } from 'vitest';
import { readMobile, readPhone, shownPhone, toE164 } from './mobile-number.domain.ts';

test.each([
  ['0400000001', '+61400000001'],
  ['0400 000 001', '+61400000001'],
  ['+64 21 123 4567', '+64211234567'],
  ['+61 400 000 001', '+61400000001'],
  ['0061400000001', '+61400000001'],
  ['61400000001', '+61400000001'],
  ['+61 (0)400 000 001', '+61400000001'],
  ['+44 7400 123456', '+447400123456'],
  ['+1 212 555 0123', '+12125550123'],
])('writes %s as %s', (typed, expected) => {
  expect(toE164(typed)).toBe(expected);
});

test.each([
  '',
  '0399990000',
  '12345',
  '04000',
  '+0400000001',
  'none',
  '+61399990000',
  '+442071838750',
  '0400000001 ext 5',
  'call 0400000001',
  '02 9000 0001',
])('finds no mobile number in "%s"', (typed) => {
  expect(toE164(typed)).toBeUndefined();
});

test.each([
  ['[3-a] 02 9000 0001', 'AU', { kind: 'landline' }],
  ['[3-b] +610400000776', 'AU', { kind: 'mobile', number: '+61400000776' }],
  ['[3-c] +61 400 000 775', 'AU', { kind: 'mobile', number: '+61400000775' }],
  ['[3-e] 61400000778', 'AU', { kind: 'mobile', number: '+61400000778' }],
  ['[3-e] 03 9000 0001', 'AU', { kind: 'landline' }],
  ['[3-e] 1234567890', 'AU', { kind: 'none' }],
  ['[3-h] +61 (0)400 000 008', 'AU', { kind: 'mobile', number: '+61400000008' }],
  ['[3-h] 0061400000008', 'AU', { kind: 'mobile', number: '+61400000008' }],
  ['[3-h] 0400.000.008', 'AU', { kind: 'mobile', number: '+61400000008' }],
  ['[3-h] 0400‑000‑008', 'AU', { kind: 'mobile', number: '+61400000008' }],
  ['0011 64 21 123 4567', 'AU', { kind: 'mobile', number: '+64211234567' }],
  ['０４００ ０００ ００８', 'AU', { kind: 'mobile', number: '+61400000008' }],
  ['021 123 4567', 'NZ', { kind: 'mobile', number: '+64211234567' }],
  ['021 123 4567', 'AU', { kind: 'landline' }],
  ['0400 000 008', 'NZ', { kind: 'none' }],
  ['13800138000', 'AU', { kind: 'none' }],
  ['1300 555 010', 'AU', { kind: 'none' }],
  // Not in the library's list, and assigned to mobiles by the numbering plan.
  ['0494 556 088', 'AU', { kind: 'mobile', number: '+61494556088' }],
  ['+61 471 234 567', 'NZ', { kind: 'mobile', number: '+61471234567' }],
  ['0555 555 555', 'AU', { kind: 'none' }],
])('reads %s in %s as %j', (typed, country, expected) => {
  expect(readMobile(typed.replace(/^\[.*\] /, ''), country)).toEqual(expected);
});

test('stores any phone number of a numbering plan as E.164, and shows it as people write it', () => {
  expect(readPhone('(02) 9000 0001', 'AU')).toBe('+61290000001');
  expect(readPhone('9000 0001', 'AU')).toBe('90000001');
  expect(readPhone('', 'AU')).toBe('');
  expect(shownPhone('+61290000001')).toBe('02 9000 0001');
  expect(shownPhone('+61400000001')).toBe('0400 000 001');
  expect(shownPhone('+64211234567')).toBe('+64 21 123 4567');
  expect(shownPhone('0400 000 001')).toBe('0400 000 001');
  // Stored before numbers were kept as E.164.
  expect(shownPhone('0400000001')).toBe('0400 000 001');
});
