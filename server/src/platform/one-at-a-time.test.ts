import { expect, it, vi } from 'vitest';
import { Busy } from './busy.ts';
import { openTurns } from './one-at-a-time.ts';

/** Work that is resolved by the test. */
function givenWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn<() => Promise<void>>(() => promise);
  return { run, end: resolve };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('runs the work for one subject sequentially, in order of arrival', async () => {
  const turns = openTurns({ waitingMost: 2, waitMs: 1_000 });
  const [first, second, third] = [givenWork(), givenWork(), givenWork()];
  const ended = [first, second, third].map(({ run }) => turns.take('a', run));
  const begun = () => [first, second, third].map(({ run }) => run.mock.calls.length);
  await soon();
  expect(begun()).toEqual([1, 0, 0]);
  first.end();
  await soon();
  expect(begun()).toEqual([1, 1, 0]);
  second.end();
  third.end();
  await Promise.all(ended);
  expect(begun()).toEqual([1, 1, 1]);
});

it('does not block other subjects', async () => {
  const turns = openTurns({ waitingMost: 1, waitMs: 1_000 });
  const held = givenWork();
  const holding = turns.take('a', held.run);
  expect(await turns.take('b', async () => 'done')).toBe('done');
  held.end();
  await holding;
});

it('refuses when the queue of the subject is full, and accepts again when there is room', async () => {
  const turns = openTurns({ waitingMost: 1, waitMs: 1_000 });
  const [held, waiting, refused] = [givenWork(), givenWork(), givenWork()];
  const all = [turns.take('a', held.run), turns.take('a', waiting.run)];
  await expect(turns.take('a', refused.run)).rejects.toThrow(Busy);
  expect(refused.run).not.toHaveBeenCalled();
  held.end();
  waiting.end();
  await Promise.all(all);
  expect(await turns.take('a', async () => 'done')).toBe('done');
});

it('refuses after the maximum wait, and continues with the rest of the queue', async () => {
  vi.useFakeTimers();
  const turns = openTurns({ waitingMost: 5, waitMs: 1_000 });
  const [held, late, last] = [givenWork(), givenWork(), givenWork()];
  const holding = turns.take('a', held.run);
  const refused = turns.take('a', late.run).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(600);
  const waiting = turns.take('a', last.run);
  await vi.advanceTimersByTimeAsync(400);
  vi.useRealTimers();
  expect(await refused).toBeInstanceOf(Busy);
  held.end();
  last.end();
  await Promise.all([holding, waiting]);
  expect([late.run.mock.calls.length, last.run.mock.calls.length]).toEqual([0, 1]);
});

it('continues after failed work', async () => {
  const turns = openTurns({ waitingMost: 1, waitMs: 1_000 });
  const failing = turns.take('a', async () => {
    throw new Error('no luck');
  });
  const next = turns.take('a', async () => 'done');
  await expect(failing).rejects.toThrow('no luck');
  expect(await next).toBe('done');
});
