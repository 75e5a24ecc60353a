import type { TokenResponse } from '@wattle/contract/access/sign-in/token.ts';
import { currentBrand } from '../brand/brand.ts';
import { forget, forgetAllOfSession, readStored, store } from '../storage.ts';
import { createStore, createTopic, useStore } from '../store.ts';

/**
 * Who is signed in, in this tab. Tokens live in session storage alone: a closed tab forgets them,
 * and a page opened in a new tab carries none. Tabs that hold the same session (a duplicated tab)
 * tell each other of new tokens and of its end.
 */
export type Session = {
  /** Names this session between tabs; not known to the server. */
  readonly id: string;
  readonly brand: string;
  /** `account`: a web-account user. `card`: a card-only user, who sees one card. */
  readonly kind: 'account' | 'card';
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the idle time last started anew on the server, by this browser's clock. */
  readonly idleSinceMs: number;
  readonly idleTotalMs: number;
  readonly warningMs: number;
  readonly isWarningEnabled: boolean;
};

/** Why a session is over. The sign-in page says it, but for a sign-out. */
export type SessionEnd = 'signedOut' | 'idle' | 'expired' | 'cleared';

type Message =
  | { readonly about: string; readonly kind: 'renewed'; readonly session: Session }
  | { readonly about: string; readonly kind: 'active' }
  | { readonly about: string; readonly kind: 'ended'; readonly why: SessionEnd };

type Ended = { readonly session: Session; readonly why: SessionEnd };

const STORAGE_KEY = 'wattle.session';
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(STORAGE_KEY) : null;
const sessions = createStore(readSession());
const ends = createTopic<Ended>();
const activity = createTopic();

function readSession(): Session | null {
  const value = readStored('sessionStorage', STORAGE_KEY);
  return typeof value === 'object' && value !== null && 'refreshToken' in value ? (value as Session) : null;
}

function keep(next: Session | null): void {
  if (next) store('sessionStorage', STORAGE_KEY, next);
  else forget('sessionStorage', STORAGE_KEY);
  sessions.set(next);
}

function tell(message: Message): void {
  channel?.postMessage(message);
}

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.about !== sessions.get()?.id) return;
  if (data.kind === 'renewed') keep(data.session);
  else if (data.kind === 'active') activity.publish();
  else end(data.why);
});

/** The session of this tab, if it belongs to the brand of this page. */
export function currentSession(): Session | null {
  const session = sessions.get();
  return session && session.brand === currentBrand()?.BrandIdentifier ? session : null;
}

function times(token: TokenResponse): Pick<Session, 'idleTotalMs' | 'warningMs' | 'isWarningEnabled'> {
  return {
    idleTotalMs: token.SessionExpiryTotalMilliseconds,
    warningMs: token.SessionExpiryWarningMilliseconds,
    isWarningEnabled: token.IsSessionExpiryWarningEnabled,
  };
}

export function startSession(kind: Session['kind'], brand: string, token: TokenResponse): void {
  // A session of another brand is replaced without an end.
  if (sessions.get()) forgetAllOfSession();
  keep({
    id: crypto.randomUUID(),
    brand,
    kind,
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    idleSinceMs: Date.now(),
    ...times(token),
  });
}

/** New tokens of the same session. Only an active renewal starts the idle time anew. */
export function renewSession(token: TokenResponse, isActive: boolean): void {
  const before = sessions.get();
  if (!before) return;
  const session = {
    ...before,
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    idleSinceMs: isActive ? Date.now() : before.idleSinceMs,
    ...times(token),
  };
  keep(session);
  tell({ about: session.id, kind: 'renewed', session });
}

function end(why: SessionEnd): void {
  const session = sessions.get();
  if (!session) return;
  keep(null);
  forgetAllOfSession();
  ends.publish({ session, why });
}

/** Forgets the session in this tab and in every tab that shares it. Revoking it on the server is `signOut`. */
export function endSession(why: SessionEnd): void {
  const session = sessions.get();
  if (session) tell({ about: session.id, kind: 'ended', why });
  end(why);
}

/** Tells the other tabs of this session that its user is here. */
export function tellActivity(): void {
  const session = sessions.get();
  if (session) tell({ about: session.id, kind: 'active' });
}

/** The person is active in another tab of this session. */
export const onActivityElsewhere = activity.subscribe;

export const onSessionEnd = ends.subscribe;

/** The session of this tab, current through its renewals. */
export function useSession(): Session | null {
  return useStore(sessions, currentSession);
}

/** True while somebody is signed in, of either kind. */
export function useIsSignedIn(): boolean {
  return useStore(sessions, () => currentSession() !== null);
}

/** True for a web-account user, false for a card-only user and for nobody. */
export function useIsUser(): boolean {
  return useStore(sessions, () => currentSession()?.kind === 'account');
}
