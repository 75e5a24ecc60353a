/**
 * Session of this tab as a state machine: an input is a `SessionEvent`, and `step` returns the next state and the
 * effects. Each sign-in has an id. A response or message for another session, or for one that has ended, changes
 * nothing.
 */
export type Session = {
  /** Id of this session between tabs; unknown to the server. */
  readonly id: string;
  readonly brand: string;
  /** `account`: a web-account user. `card`: a card-only user, who sees one card. */
  readonly kind: 'account' | 'card';
  /** Set where staff view the account: their name and that of its person. No other tab gets it. */
  readonly view?: View | undefined;
  /** Number of token replacements, by which a late message with older tokens is recognised. */
  readonly renewals: number;
  /** Time at which the idle time last restarted on the server, by this browser's clock. */
  readonly idleSinceMs: number;
} & Tokens;

export type View = { readonly staff: string; readonly person: string };

export type Tokens = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idleTotalMs: number;
  readonly warningMs: number;
  readonly isWarningEnabled: boolean;
};

/** Why a session ended, shown on the sign-in page. */
export type SessionEnd = 'signedOut' | 'idle' | 'expired' | 'cleared';

/** `replaced`: by another session in this tab. */
export type Ended = { readonly session: Session; readonly why: SessionEnd | 'replaced' };

/** Messages between the tabs of a session. */
export type Word =
  | { readonly about: string; readonly kind: 'renewed'; readonly session: Session }
  | { readonly about: string; readonly kind: 'ended'; readonly why: SessionEnd };

export type SessionState = {
  readonly session: Session | null;
  /** Incremented when a session starts or ends here. A response to an earlier turn is late. */
  readonly turn: number;
  /** Ids of sessions that ended since this page was loaded. */
  readonly over: ReadonlySet<string>;
};

export type SessionEvent =
  /** A user signed in. */
  | { readonly kind: 'began'; readonly session: Session }
  /** Another tab offered its session. */
  | { readonly kind: 'given'; readonly session: Session }
  /** A renewal was answered; `from` is the refresh token that it used. */
  | {
      readonly kind: 'renewed';
      readonly of: string;
      readonly from: string;
      readonly tokens: Tokens;
      readonly isActive: boolean;
      readonly nowMs: number;
    }
  | { readonly kind: 'ended'; readonly of: string; readonly why: SessionEnd }
  /** The same in another tab. */
  | { readonly kind: 'heard'; readonly word: Word };

export type SessionEffect =
  | { readonly kind: 'post'; readonly word: Word }
  /** Removes the stored data of a session that this tab no longer has. */
  | ({ readonly kind: 'left' } & Ended)
  /** Ends it at the server. */
  | { readonly kind: 'revoke'; readonly session: Session }
  /** Ends it at the server unless another tab still uses it. */
  | { readonly kind: 'revokeUnlessShared'; readonly session: Session };

export type Stepped = { readonly state: SessionState; readonly effects: readonly SessionEffect[] };

export function step(state: SessionState, event: SessionEvent): Stepped {
  switch (event.kind) {
    case 'began':
      return replaced(state, event.session);
    case 'given': {
      // Too late: another user signed in, or this session ended.
      const isLate = state.session?.brand === event.session.brand || state.over.has(event.session.id);
      return isLate ? unchanged(state) : replaced(state, event.session);
    }
    case 'renewed':
      return renewed(state, event);
    case 'ended': {
      const { of, why } = event;
      const { session } = state;
      if (session?.id !== of) return unchanged(state);
      const effects: SessionEffect[] = [
        { kind: 'post', word: { about: of, kind: 'ended', why } },
        { kind: 'revoke', session },
        { kind: 'left', session, why },
      ];
      return { state: without(state, of), effects };
    }
    case 'heard':
      return received(state, event.word);
  }
}

const unchanged = (state: SessionState): Stepped => ({ state, effects: [] });

const without = ({ session, turn, over }: SessionState, id: string): SessionState => ({
  session: session?.id === id ? null : session,
  turn: session?.id === id ? turn + 1 : turn,
  over: new Set([...over, id]),
});

function replaced(state: SessionState, next: Session): Stepped {
  const { session: before } = state;
  if (!before) return { state: { ...state, session: next, turn: state.turn + 1 }, effects: [] };
  const effects: SessionEffect[] = [
    { kind: 'left', session: before, why: 'replaced' },
    { kind: 'revokeUnlessShared', session: before },
  ];
  return { state: { ...without(state, before.id), session: next }, effects };
}

function renewed(state: SessionState, event: Extract<SessionEvent, { kind: 'renewed' }>): Stepped {
  const { of, from, tokens, isActive, nowMs } = event;
  const before = state.session;
  if (before?.id !== of) return unchanged(state);
  const idleSinceMs = isActive ? nowMs : before.idleSinceMs;
  // Another tab has renewed it and has the newer tokens.
  const isOld = before.refreshToken !== from;
  if (isOld && !isActive) return unchanged(state);
  const next = isOld ? {} : { ...tokens, renewals: (before.renewals || 0) + 1 };
  const session = { ...before, ...next, idleSinceMs };
  return {
    state: { ...state, session },
    effects: [{ kind: 'post', word: { about: of, kind: 'renewed', session } }],
  };
}

function received(state: SessionState, word: Word): Stepped {
  const { session } = state;
  if (word.kind === 'ended') {
    // A replacement in another tab does not replace the session here.
    const why = word.why === 'cleared' ? 'signedOut' : word.why;
    const effects: SessionEffect[] = session?.id === word.about ? [{ kind: 'left', session, why }] : [];
    return { state: without(state, word.about), effects };
  }
  if (session?.id !== word.about || word.session.renewals < session.renewals) return unchanged(state);
  const idleSinceMs = Math.max(session.idleSinceMs, word.session.idleSinceMs);
  return { state: { ...state, session: { ...word.session, idleSinceMs } }, effects: [] };
}
