import { expect, test, vi } from 'vitest';
import { within } from '../api/time-limit.ts';
import { firstOf } from './signals.ts';

const SIDES = [0, 1] as const;

test.each(SIDES)('aborts with the reason of whichever signal is the first, here %i', (side) => {
  const two = [new AbortController(), new AbortController()] as const;
  const both = firstOf(two[0].signal, two[1].signal);
  expect(both.aborted).toBe(false);
  two[side].abort('left');
  two[1 - side]?.abort('late');
  expect([both.aborted, both.reason]).toEqual([true, 'left']);
});

test.each(SIDES)('is aborted where one of them is already, here %i', (side) => {
  const two = [new AbortController(), new AbortController()] as const;
  two[side].abort('left');
  expect(firstOf(two[0].signal, two[1].signal).reason).toBe('left');
});

test('a call of a page ends with its page in a browser without AbortSignal.any', async () => {
  vi.stubGlobal(
    'AbortSignal',
    class extends AbortSignal {
      static override any(): never {
        throw new TypeError('AbortSignal.any is not a function');
      }
    },
  );
  const left = new AbortController();
  const asked = within(10_000, left.signal, (signal) => {
    expect(signal.aborted).toBe(false);
    return new Promise<never>(() => undefined);
  });
  left.abort();
  await expect(asked).rejects.toThrow('no answer is waited for');
  vi.unstubAllGlobals();
});
