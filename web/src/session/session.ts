import type { TokenResponse } from '@wattle/contract/access/sign-in.ts';
import { currentBrand } from '../brand/brand.ts';
import { endAtServer } from './end-at-server.ts';
import {
  type Ended,
  type Session,
  type SessionEffect,
  type SessionEnd,
  type SessionEvent,
  type SessionState,
  step,
  type Tokens,
  type View,
  type Word,
} from './session-state.domain.ts';
import { openChannel } from '../browser/channel.ts';
import { underLock } from '../browser/locks.ts';
import { forget, forgetAllOfSession, readStored, store } from '../browser/storage.ts';
import { dropEarly } from '../early-calls/early-calls.ts';
import { createStore, createTopic, useStore } from '../observable.ts';
import { randomId } from '../browser/random-id.ts';

/**
 * Session of this tab. Tokens live in session storage only, so closing a tab forgets them. A new tab has none; a
 * signed-in page in it receives the session from another tab (docs/areas/sessions-and-tabs.md, "A signed-in page
 * takes the session of another tab"). Tabs of one session tell each other of
 * new tokens and of its end. session-state.domain.ts decides what an event changes, and this module carries it out.
 */
type Message =
  | Word
  | { readonly about: string; readonly kind: 'active' }
  /** A signed-in page in a tab without a session requests that of its brand. */
  | { readonly kind: 'wanted'; readonly brand: string; readonly asker: string }
  | { readonly kind: 'given'; readonly asker: string; readonly session: Session };

const STORAGE_KEY = 'wattle.session';
const channel = openChannel<Message>(STORAGE_KEY);
const sessions = createStore(readSession());
const ends = createTopic<Ended>();
const activity = createTopic();
const gifts = createTopic<{ readonly asker: string; readonly session: Session }>();
let endedKind: Session['kind'] | null = null;
let turn = 0;
let over: SessionState['over'] = new Set();
let letGo = (): void => undefined;
/** Resolves when the lock of the last session is released. */
let isLetGo: Promise<unknown> = Promise.resolve();

function readSession(): Session | null {
  const value = readStored('sessionStorage', STORAGE_KEY);
  return typeof value === 'object' && value !== null && 'refreshToken' in value ? (value as Session) : null;
}

/** Prefix of the locks that tabs hold while they have a session of a brand. */
export function locksOf(brand: string): string {
  return `${STORAGE_KEY}.${brand}.`;
}

const lockOf = ({ brand, id }: Session) => `${locksOf(brand)}${id}`;

/** Shows other tabs which session they can request. */
function hold(session: Session | null): void {
  letGo();
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // Without locks, a new tab starts with the sign-in.
  if (session && !session.view) isLetGo = underLock(lockOf(session), { mode: 'shared' }, () => held);
}

hold(sessions.get());

function keep(next: Session | null): void {
  if (next?.id !== sessions.get()?.id) hold(next);
  if (next) store('sessionStorage', STORAGE_KEY, next);
  else forget('sessionStorage', STORAGE_KEY);
  sessions.set(next);
}

/** Whether another tab has this session. Without browser locks this is unknown, and false is assumed. */
async function isShared(session: Session, isFree: Promise<unknown>): Promise<boolean> {
  await isFree;
  const asked = await underLock(lockOf(session), { ifAvailable: true }, (lock) => lock === null);
  return asked?.value ?? false;
}

async function endUnlessShared(session: Session, isFree: Promise<unknown>): Promise<void> {
  if (!(await isShared(session, isFree))) endAtServer(session);
}

/** Applies an event to the state machine. */
function happen(event: SessionEvent): void {
  const before = { session: sessions.get(), turn, over };
  const { state, effects } = step(before, event);
  const isFree = isLetGo;
  ({ turn, over } = state);
  // Drafts are removed first, so that the next session cannot read them.
  if (before.session && before.session.id !== state.session?.id) forgetAllOfSession();
  if (before.session !== state.session) keep(state.session);
  for (const effect of effects) carryOut(effect, isFree);
}

function carryOut(effect: SessionEffect, isFree: Promise<unknown>): void {
  switch (effect.kind) {
    case 'post':
      return channel.post(effect.word);
    case 'revoke':
      return endAtServer(effect.session);
    case 'revokeUnlessShared':
      return void endUnlessShared(effect.session, isFree);
    case 'left':
      if (effect.why !== 'replaced') endedKind = effect.session.kind;
      dropEarly();
      return ends.publish(effect);
  }
}

channel.listen((data) => {
  const session = sessions.get();
  switch (data.kind) {
    case 'given':
      return gifts.publish(data);
    case 'wanted':
      if (session?.brand === data.brand && !session.view) channel.post({ kind: 'given', asker: data.asker, session });
      return;
    case 'active':
      if (data.about === session?.id) activity.publish();
      return;
    case 'renewed':
    case 'ended':
      happen({ kind: 'heard', word: data });
  }
});

/** Requests the session of a brand from the other tabs. Offers are published to `onSessionGiven`. */
export function wantSession(brand: string, asker: string): void {
  channel.post({ kind: 'wanted', brand, asker });
}

export const onSessionGiven = gifts.subscribe;

/** Adopts a session offered by another tab, unless it is too late. */
export function adoptSession(session: Session): void {
  happen({ kind: 'given', session });
}

/** Session that ended last in this tab since the page was loaded; null: none. */
export function kindThatEnded(): Session['kind'] | null {
  return endedKind;
}

/** Session of this tab, if it belongs to the brand of this page. */
export function currentSession(): Session | null {
  const session = sessions.get();
  return session && session.brand === currentBrand()?.BrandIdentifier ? session : null;
}

/** Current state of the session with this id; null: it has ended in this tab. */
export function sessionOf(id: string): Session | null {
  const session = sessions.get();
  return session?.id === id ? session : null;
}

/** Incremented when a session starts or ends in this tab. */
export function currentTurn(): number {
  return turn;
}

/** Resolves with the result of work for a session, or with null when that session ends in this tab. */
export function whileSession<T>(id: string, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = ends.subscribe(({ session }) => {
      if (session.id === id) resolve(null);
    });
    void work.then((value) => resolve(sessionOf(id) && value), reject).finally(stop);
  });
}

function tokensOf(token: TokenResponse): Tokens {
  return {
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    idleTotalMs: token.SessionExpiryTotalMilliseconds,
    warningMs: token.SessionExpiryWarningMilliseconds,
    isWarningEnabled: token.IsSessionExpiryWarningEnabled,
  };
}

export function startSession(kind: Session['kind'], brand: string, token: TokenResponse, view?: View): void {
  const id = randomId();
  const session = { id, brand, kind, view, renewals: 0, idleSinceMs: Date.now(), ...tokensOf(token) };
  happen({ kind: 'began', session });
}

/** Stores new tokens of a session for the refresh token `from`. Only an active renewal restarts the idle time. */
export function renewSession(of: string, from: string, token: TokenResponse, isActive: boolean): void {
  happen({ kind: 'renewed', of, from, tokens: tokensOf(token), isActive, nowMs: Date.now() });
}

/** Ends a session in this tab, in every tab that shares it and at the server. Idempotent. */
export function endSession(why: SessionEnd, of: string | undefined): void {
  if (of !== undefined) happen({ kind: 'ended', of, why });
}

/** Reports activity of the user to the other tabs of this session. */
export function postActivity(): void {
  const session = sessions.get();
  if (session) channel.post({ about: session.id, kind: 'active' });
}

/** Called when the user is active in another tab of this session. */
export const onActivityElsewhere = activity.subscribe;

export const onSessionEnd = ends.subscribe;

/** Session of this tab, updated by its renewals. */
export function useSession(): Session | null {
  return useStore(sessions, currentSession);
}

/** True while a user of either kind is signed in. */
export function useIsSignedIn(): boolean {
  return useStore(sessions, () => currentSession() !== null);
}

/** True for a web-account user, false for a card-only user and without a session. */
export function useIsUser(): boolean {
  return useStore(sessions, () => currentSession()?.kind === 'account');
}

/**
 * True for a card-only user, whom a page for web-account users redirects. False without a session, so that the end of a
 * session leads to the sign-in page that says so.
 */
export function useIsCardAlone(): boolean {
  return useStore(sessions, () => currentSession()?.kind === 'card');
}
