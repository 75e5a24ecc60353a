import { describe, expect, it } from 'vitest';
import { type Session, type SessionEvent, type SessionState, step, type Tokens } from './session-state.domain.ts';

const TIMES = { idleTotalMs: 900_000, warningMs: 120_000, isWarningEnabled: true };
const tokens = (name: string): Tokens => ({ accessToken: name, refreshToken: `${name}-refresh`, ...TIMES });
const session = (id: string, of: Partial<Session> = {}): Session => ({
  id,
  brand: 'wattle',
  kind: 'account',
  renewals: 0,
  idleSinceMs: 1_000,
  ...tokens('first'),
  ...of,
});
const NOBODY: SessionState = { session: null, turn: 7, over: new Set() };
const amelia: SessionState = { session: session('amelia'), turn: 7, over: new Set() };

const renewed = (of: string, from = 'first-refresh', isActive = false): SessionEvent => ({
  kind: 'renewed',
  of,
  from,
  tokens: tokens('second'),
  isActive,
  nowMs: 9_000,
});
const heardRenewal = (about: string, of: Partial<Session>): SessionEvent => ({
  kind: 'heard',
  word: { about, kind: 'renewed', session: session(about, of) },
});
const kinds = (state: SessionState, event: SessionEvent) => step(state, event).effects.map(({ kind }) => kind);

describe('a renewal', () => {
  it('replaces the tokens and notifies the other tabs', () => {
    const { state, effects } = step(amelia, renewed('amelia'));
    expect(state.session).toEqual(session('amelia', { ...tokens('second'), renewals: 1 }));
    expect(effects).toEqual([{ kind: 'post', word: { about: 'amelia', kind: 'renewed', session: state.session } }]);
  });

  it('restarts the idle time if the user is active', () => {
    expect(step(amelia, renewed('amelia', 'first-refresh', true)).state.session?.idleSinceMs).toBe(9_000);
  });

  it.each([
    ['nobody', NOBODY],
    ['another session', { session: session('noah'), turn: 7, over: new Set(['amelia']) }],
  ])('with the result %s changes nothing', (_, state) => {
    for (const isActive of [true, false])
      expect(step(state, renewed('amelia', 'first-refresh', isActive))).toEqual({ state, effects: [] });
  });

  it('after that of another tab keeps the newer tokens and reports the activity', () => {
    const later = { ...amelia, session: session('amelia', { ...tokens('third'), renewals: 2 }) };
    expect(step(later, renewed('amelia'))).toEqual({ state: later, effects: [] });
    const active = step(later, renewed('amelia', 'first-refresh', true)).state.session;
    expect(active).toEqual({ ...later.session, idleSinceMs: 9_000 });
  });

  it('of another tab is adopted, unless it is older or of another session', () => {
    const second = { ...tokens('second'), renewals: 1 };
    expect(step(amelia, heardRenewal('amelia', second)).state.session).toMatchObject(second);
    const newer = { ...amelia, session: session('amelia', { ...tokens('third'), renewals: 2 }) };
    expect(step(newer, heardRenewal('amelia', second)).state).toBe(newer);
    expect(step(amelia, heardRenewal('noah', second)).state).toBe(amelia);
    expect(step(NOBODY, heardRenewal('amelia', second)).state).toBe(NOBODY);
  });
});

describe('an end', () => {
  it('is announced, sent to the server, and clears stored data', () => {
    const event = { kind: 'ended', of: 'amelia', why: 'idle' } as const;
    expect(step(amelia, event).state).toEqual({ session: null, turn: 8, over: new Set(['amelia']) });
    expect(kinds(amelia, event)).toEqual(['post', 'revoke', 'left']);
  });

  it('of another session changes nothing, and neither does a second one', () => {
    const event = { kind: 'ended', of: 'noah', why: 'expired' } as const;
    expect(step(amelia, event)).toEqual({ state: amelia, effects: [] });
    expect(step(NOBODY, event)).toEqual({ state: NOBODY, effects: [] });
  });

  it('in another tab ends the session here without a second announcement or call', () => {
    const word = { about: 'amelia', kind: 'ended', why: 'cleared' } as const;
    const { state, effects } = step(amelia, { kind: 'heard', word });
    expect(state.session).toBeNull();
    expect(effects).toEqual([{ kind: 'left', session: amelia.session, why: 'signedOut' }]);
    expect(kinds(amelia, { kind: 'heard', word: { ...word, about: 'noah' } })).toEqual([]);
  });
});

describe('another session', () => {
  it('that starts replaces the former one and clears its data', () => {
    const { state, effects } = step(amelia, { kind: 'began', session: session('noah') });
    expect(state).toEqual({ session: session('noah'), turn: 8, over: new Set(['amelia']) });
    expect(effects).toEqual([
      { kind: 'left', session: amelia.session, why: 'replaced' },
      { kind: 'revokeUnlessShared', session: amelia.session },
    ]);
  });

  it('from another tab is adopted, unless a session exists here or it has ended meanwhile', () => {
    const given = (brand: string): SessionEvent => ({ kind: 'given', session: session('noah', { brand }) });
    expect(step(NOBODY, given('wattle')).state.session?.id).toBe('noah');
    expect(step(amelia, given('wattle')).state).toBe(amelia);
    const late = { session: null, turn: 7, over: new Set(['noah']) };
    expect(step(late, given('wattle')).state).toBe(late);
    // Stored data of another brand is not this page's.
    expect(step(amelia, given('tui')).state.session?.id).toBe('noah');
  });
});
