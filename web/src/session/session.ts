import type { TokenResponse } from '@wattle/contract/access/sign-in/token.ts';
import { currentBrand } from '../brand/brand.ts';
import { forget, forgetAllOfSession, readStored, store } from '../storage.ts';
import { createStore, createTopic, useStore } from '../store.ts';

/**
 * Who is signed in, in this tab. Tokens live in session storage alone: a closed tab forgets them, and a
 * new tab carries none, but a signed-in page in it is given the session by another tab (decision 0050).
 * Tabs that hold the same session tell each other of new tokens and of its end.
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

/** Why a session is over. The sign-in page says it. */
export type SessionEnd = 'signedOut' | 'idle' | 'expired' | 'cleared';

type Message =
  | { readonly about: string; readonly kind: 'renewed'; readonly session: Session }
  | { readonly about: string; readonly kind: 'active' }
  | { readonly about: string; readonly kind: 'ended'; readonly why: SessionEnd }
  /** A signed-in page in a tab without a session asks for that of its brand. */
  | { readonly kind: 'wanted'; readonly brand: string; readonly asker: string }
  | { readonly kind: 'given'; readonly asker: string; readonly session: Session };

export type Ended = { readonly session: Session; readonly why: SessionEnd };

const STORAGE_KEY = 'wattle.session';
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(STORAGE_KEY) : null;
const sessions = createStore(readSession());
const ends = createTopic<Ended>();
const activity = createTopic();
const gifts = createTopic<{ readonly asker: string; readonly session: Session }>();
let endedKind: Session['kind'] | null = null;
let letGo = (): void => undefined;

function readSession(): Session | null {
  const value = readStored('sessionStorage', STORAGE_KEY);
  return typeof value === 'object' && value !== null && 'refreshToken' in value ? (value as Session) : null;
}

/** Start of the names of the locks that tabs hold for as long as they have a session of a brand. */
export function locksOf(brand: string): string {
  return `${STORAGE_KEY}.${brand}.`;
}

/** Shows other tabs that there is a session to ask for, and which. */
function hold(session: Session | null): void {
  letGo();
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  if (!session || !('locks' in navigator)) return;
  navigator.locks
    .request(`${locksOf(session.brand)}${session.id}`, { mode: 'shared' }, () => held)
    // Where locks are refused, a new tab begins with the sign-in.
    .catch(() => undefined);
}

hold(sessions.get());

function keep(next: Session | null): void {
  if (next?.id !== sessions.get()?.id) hold(next);
  if (next) store('sessionStorage', STORAGE_KEY, next);
  else forget('sessionStorage', STORAGE_KEY);
  sessions.set(next);
}

function tell(message: Message): void {
  channel?.postMessage(message);
}

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  const session = sessions.get();
  if (data.kind === 'given') gifts.publish(data);
  else if (data.kind === 'wanted') {
    if (session?.brand === data.brand) tell({ kind: 'given', asker: data.asker, session });
  } else if (data.about !== session?.id) return;
  else if (data.kind === 'renewed') keep(data.session);
  else if (data.kind === 'active') activity.publish();
  // What another tab shows instead of this session, it does not show here.
  else end(data.why === 'cleared' ? 'signedOut' : data.why);
});

/** Asks the other tabs for their session of a brand. What comes is published to `onSessionGiven`. */
export function wantSession(brand: string, asker: string): void {
  tell({ kind: 'wanted', brand, asker });
}

export const onSessionGiven = gifts.subscribe;

/** Goes on with a session that another tab has given. */
export function adoptSession(session: Session): void {
  keep(session);
}

/** Whose session has ended in this tab since the page was loaded; null: nobody's. */
export function kindThatEnded(): Session['kind'] | null {
  return endedKind;
}

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
  endedKind = session.kind;
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

/**
 * True for who signed in with a card. A page for web-account users leads them elsewhere; nobody, whose session has
 * just ended there, goes to the sign-in that says so.
 */
export function useIsCardAlone(): boolean {
  return useStore(sessions, () => currentSession()?.kind === 'card');
}
