import { describe, expect, it } from 'vitest';
import { givenPolicy } from '../../test-support/policy.ts';
import { unlessHeld } from './held.ts';

describe('calls of a held instance', () => {
  it('are not made and count as not sent, and are made after the release', async () => {
    let isHeld = true;
    let made = 0;
    const policy = unlessHeld(givenPolicy(), () => isHeld);
    const call = () =>
      policy.call(async () => {
        made += 1;
        return { kind: 'done' as const, value: made };
      });
    const deliver = () =>
      policy.deliver(async () => {
        made += 1;
        return { ok: true as const };
      });
    expect(await call()).toEqual({ kind: 'unsent', code: 'held' });
    expect(await deliver()).toEqual({ ok: false, isFinal: false, code: 'held', isUnsent: true });
    expect(made).toBe(0);
    isHeld = false;
    expect(await call()).toEqual({ kind: 'done', value: 1 });
    expect(await deliver()).toEqual({ ok: true });
  });
});
