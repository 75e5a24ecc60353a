import { expect, it } from 'vitest';
import { Busy } from '../busy.ts';
import { openHashLimit } from './hash-limit.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('computes as many hashes at once as the limit allows, and refuses when too many wait', async () => {
  const limit = openHashLimit({ atOnce: 2, waitingMost: 3 });
  const gate = Promise.withResolvers<string>();
  let begun = 0;
  const hash = () => {
    begun += 1;
    return gate.promise;
  };
  const running = [limit(hash), limit(hash)];
  await soon();
  const waiting = [limit(hash), limit(hash), limit(hash)];
  await expect(limit(hash)).rejects.toThrow(Busy);
  expect(begun).toBe(2);
  gate.resolve('made');
  expect(await Promise.all([...running, ...waiting])).toEqual(Array(5).fill('made'));
  expect(await limit(hash)).toBe('made');
});
