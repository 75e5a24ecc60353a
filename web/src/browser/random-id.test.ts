import { afterEach, expect, test, vi } from 'vitest';
import { randomId } from './random-id.ts';

const UUID_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

test('is a UUID of version 4', () => {
  expect(randomId()).toMatch(UUID_4);
});

test('[4-B1] is one in a browser without crypto.randomUUID, and never the same', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 200 }, randomId);
  for (const id of ids) expect(id).toMatch(UUID_4);
  expect(new Set(ids).size).toBe(200);
});

test('sets version and variant of the highest and the lowest bytes', () => {
  for (const [byte, expected] of [
    [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
    [0, '00000000-0000-4000-8000-000000000000'],
  ] as const) {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) });
    expect(randomId()).toBe(expected);
  }
});
