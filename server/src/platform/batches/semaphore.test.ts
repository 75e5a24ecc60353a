import { expect, it } from 'vitest';
import { openSemaphore } from './semaphore.ts';

it('runs at most so many at a time, the others in their order, also after one has failed', async () => {
  const { run } = openSemaphore(2);
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const works = gates.map(({ promise }, n) =>
    run(() => {
      begun.push(n);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('failed'));
  await expect(works[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  gates[0]?.resolve();
  await works[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  gates[2]?.resolve();
  gates[3]?.resolve();
  await Promise.all([works[2], works[3]]);
  let ran = 0;
  await Promise.all([run(async () => (ran += 1)), run(async () => (ran += 1))]);
  expect(ran).toBe(2);
});
