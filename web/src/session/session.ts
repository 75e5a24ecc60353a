import type { TokenResponse } from '@wattle/contract/access/token.ts';
import { useSyncExternalStore } from 'react';
import { currentBrand } from '../brand/brand.ts';
import { forget, readStored, store } from '../storage.ts';

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

type EndListener = (ended: Session, why: SessionEnd) => void;

const STORAGE_KEY = 'wattle.session';
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(STORAGE_KEY) : null;
const listeners = new Set<() => void>();
const endListeners = new Set<EndListener>();
const activityListeners = new Set<() => void>();
let session = readSession();

function readSession(): Session | null {
  const value = readStored('sessionStorage', STORAGE_KEY);
  return typeof value === 'object' && value !== null && 'refreshToken' in value ? (value as Session) : null;
}

function keep(next: Session | null): void {
  session = next;
  if (next) store('sessionStorage', STORAGE_KEY, next);
  else forget('sessionStorage', STORAGE_KEY);
  for (const listener of listeners) listener();
}

function tell(message: Message): void {
  channel?.postMessage(message);
}

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (!session || data.about !== session.id) return;
  if (data.kind === 'renewed') keep(data.session);
  else if (data.kind === 'active') for (const listener of activityListeners) listener();
  else end(data.why);
});

/** The session of this tab, if it belongs to the brand of this page. */
export function currentSession(): Session | null {
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
  if (!session) return;
  keep({
    ...session,
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    idleSinceMs: isActive ? Date.now() : session.idleSinceMs,
    ...times(token),
  });
  if (session) tell({ about: session.id, kind: 'renewed', session });
}

function end(why: SessionEnd): void {
  const ended = session;
  if (!ended) return;
  keep(null);
  for (const listener of endListeners) listener(ended, why);
}

/** Forgets the session in this tab and in every tab that shares it. Revoking it on the server is `signOut`. */
export function endSession(why: SessionEnd): void {
  if (session) tell({ about: session.id, kind: 'ended', why });
  end(why);
}

/** Tells the other tabs of this session that its user is here. */
export function tellActivity(): void {
  if (session) tell({ about: session.id, kind: 'active' });
}

export function onActivityElsewhere(listener: () => void): () => void {
  activityListeners.add(listener);
  return () => activityListeners.delete(listener);
}

export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this tab, current through its renewals. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}

/** True while somebody is signed in, of either kind. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => currentSession() !== null);
}

/** True for a web-account user, false for a card-only user and for nobody. */
export function useIsUser(): boolean {
  return useSyncExternalStore(subscribe, () => currentSession()?.kind === 'account');
}
