import { describe, expect, it } from 'vitest';
import { acceptedStep, base32, hotp, stepAt, totpUri } from './totp.ts';

/** The secret of the published vectors. */
const SECRET = Buffer.from('12345678901234567890');

describe('one-time codes', () => {
  // RFC 4226, appendix D.
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter) => [counter, code] as const,
    ),
  )('of the counter %i are %s', (counter, code) => {
    expect(hotp(SECRET, counter)).toBe(code);
  });

  // RFC 6238, appendix B, SHA-1: seconds and 8 digits.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds are %s', (seconds, code) => {
    expect(hotp(SECRET, stepAt(seconds * 1000), 8)).toBe(code);
  });

  it.each([
    ['the step before', 29_999, 0],
    ['this step', 30_000, 1],
    ['the step after', 60_000, 2],
  ])('of %s are taken, and of no other', (_what, _ms, step) => {
    const nowMs = 45_000;
    expect(acceptedStep(SECRET, hotp(SECRET, step), { nowMs, lastStep: null })).toBe(step);
    expect(acceptedStep(SECRET, hotp(SECRET, 3), { nowMs, lastStep: null })).toBeUndefined();
  });

  it('count once, and none of an earlier step after it', () => {
    const nowMs = 45_000;
    expect(acceptedStep(SECRET, hotp(SECRET, 1), { nowMs, lastStep: 0 })).toBe(1);
    expect(acceptedStep(SECRET, hotp(SECRET, 1), { nowMs, lastStep: 1 })).toBeUndefined();
    expect(acceptedStep(SECRET, hotp(SECRET, 0), { nowMs, lastStep: 1 })).toBeUndefined();
    expect(acceptedStep(SECRET, hotp(SECRET, 2), { nowMs, lastStep: 1 })).toBe(2);
  });

  it.each(['', '75522', '7552244', 'abcdef', '755 24'])('are never %j', (code) => {
    expect(acceptedStep(SECRET, code, { nowMs: 0, lastStep: null })).toBeUndefined();
  });
});

// RFC 4648, section 10.
it.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%s is %s', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

it('an address for apps names programme and member', () => {
  expect(totpUri(SECRET, 'Harbour & Co', 'kate')).toBe(
    'otpauth://totp/Harbour%20%26%20Co:kate?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Harbour%20%26%20Co',
  );
});
