import { describe, expect, it } from 'vitest';
import { refresh, type RefreshState } from './refresh.domain.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NOW = Date.parse('2026-11-20T02:00:00Z');
const TIMES = { idleMs: 15 * MINUTE, refreshGraceMs: 30 * SECOND };

const live: RefreshState = {
  generation: 3,
  refreshedAt: NOW - 4 * MINUTE,
  lastActiveAt: NOW - 10 * MINUTE,
  endsAt: NOW + 11 * 60 * MINUTE,
  isRevoked: false,
};

describe('a refresh', () => {
  it('moves to the next generation', () => {
    expect(refresh(live, 3, false, NOW, TIMES)).toEqual({
      kind: 'renewed',
      next: { ...live, generation: 4, refreshedAt: NOW },
    });
  });

  it('extends the idle time only when a person used the page', () => {
    expect(refresh(live, 3, true, NOW, TIMES)).toMatchObject({ next: { lastActiveAt: NOW } });
    expect(refresh(live, 3, false, NOW, TIMES)).toMatchObject({ next: { lastActiveAt: NOW - 10 * MINUTE } });
  });

  it.each([
    ['0 s', 0, 'renewed'],
    ['30 s', 30 * SECOND, 'renewed'],
    ['30.001 s', 30 * SECOND + 1, 'replayed'],
  ])('of the previous token, %s after its replacement, is %s', (_, age, kind) => {
    const state = { ...live, refreshedAt: NOW - age };
    const outcome = refresh(state, 2, false, NOW, TIMES);
    expect(outcome.kind).toBe(kind);
    // The same successor again, so the generation does not change.
    if (kind === 'renewed') expect(outcome).toMatchObject({ next: { generation: 3, refreshedAt: NOW - age } });
  });

  it('counts the 30 s by the shared clock, whatever the clock of the server', () => {
    for (const offMs of [-MINUTE, MINUTE]) {
      const first = refresh(live, 3, false, NOW + offMs, TIMES, NOW);
      if (first.kind !== 'renewed') throw new Error('the token in force is renewed');
      expect(refresh(first.next, 3, false, NOW - offMs, TIMES, NOW + 30 * SECOND).kind).toBe('renewed');
      expect(refresh(first.next, 3, false, NOW - offMs, TIMES, NOW + 30 * SECOND + 1).kind).toBe('replayed');
    }
  });

  it('of a token two generations back is a replay even within the grace period', () => {
    expect(refresh({ ...live, refreshedAt: NOW }, 1, false, NOW, TIMES).kind).toBe('replayed');
  });

  it.each<[string, Partial<RefreshState>]>([
    ['revoked', { isRevoked: true }],
    ['past its end', { endsAt: NOW }],
    ['idle for 15 minutes', { lastActiveAt: NOW - 15 * MINUTE }],
  ])('of a session that is %s answers nothing', (_, changed) => {
    expect(refresh({ ...live, ...changed }, 3, true, NOW, TIMES)).toEqual({ kind: 'over' });
  });
});
