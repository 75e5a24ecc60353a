import { expect, test } from 'vitest';
import { offsetOf, sampleOf } from './sample.ts';

test('begins where the commit says, and at the start without one', () => {
  // 0x0000000e is 14, which leaves 4 over.
  expect(offsetOf('0000000e7703')).toBe(4);
  expect(offsetOf('00000005')).toBe(0);
  expect(offsetOf('')).toBe(0);
});

test('a sample is repeated by what it has printed', () => {
  expect(sampleOf(false, '0000000e', {})).toEqual({
    env: { WATTLE_SAMPLE_OFFSET: '4' },
    said: 'One statement of 5 is broken, WATTLE_SAMPLE_OFFSET=4',
  });
  expect(sampleOf(false, '0000000e', { WATTLE_SAMPLE_OFFSET: '2' }).env).toEqual({ WATTLE_SAMPLE_OFFSET: '2' });
  expect(sampleOf(true, '0000000e', { WATTLE_SEED: '7' })).toEqual({
    env: { WATTLE_FULL: '1', WATTLE_SEED: '7' },
    said: 'Every statement is broken, WATTLE_SEED=7',
  });
});

test('a whole run has another seed each time', () => {
  const seeds = new Set(Array.from({ length: 8 }, () => sampleOf(true, '', {}).env['WATTLE_SEED']));
  expect(seeds.size).toBeGreaterThan(1);
});
