import { openChannel } from '@wattle/web/browser/channel.ts';
import { createStore } from '@wattle/web/observable.ts';
import { lastActiveMs, noteActivity, send, whenSignedOut } from '../calls/send.ts';
import { clearAllShownOnce } from '../calls/shown-once.ts';

/** Session of a member of staff, as the server returns it. Its secret is a cookie that no script can read. */
export type DeskSession = {
  readonly name: string;
  readonly fullName: string;
  readonly role: string;
  readonly tenant: number;
  readonly programme: string;
  /** The session ends after this long without a call. */
  readonly idleMs: number;
  readonly endsAt: string;
};

/** No one is signed in. */
type NoSession = { readonly name?: undefined };

/** Why the session has ended. */
export type WhyOut = 'signed-out' | 'idle' | 'ended';

export type SessionState =
  | { readonly status: 'asking' }
  /** The server did not answer. */
  | { readonly status: 'away' }
  | { readonly status: 'out'; readonly why?: WhyOut }
  /** `over`: the page stays unchanged until the same person has signed in again. */
  | { readonly status: 'in'; readonly session: DeskSession; readonly over?: WhyOut };

export const sessionState = createStore<SessionState>({ status: 'asking' });

type TabMessage = 'active' | 'signed-in' | 'signed-out';
const tabs = openChannel<TabMessage>('wattle-desk');

let lastPostedMs = 0;
const POST_EVERY_MS = 5_000;

/** Records activity of the person, for all tabs of this browser. */
export function noteActive(): void {
  noteActivity();
  if (lastActiveMs() - lastPostedMs < POST_EVERY_MS) return;
  lastPostedMs = lastActiveMs();
  tabs.post('active');
}

/** Asks who is signed in. An open page stays, for any answer. */
export async function askSession(): Promise<void> {
  const answered = await send<DeskSession | NoSession>('session', { method: 'GET', isOpen: true });
  if (answered.ok && answered.value.name !== undefined) return begin(answered.value);
  const isOut = answered.ok;
  const { status } = sessionState.get();
  if (isOut && status === 'in') endSession('ended');
  else if (status !== 'in') sessionState.set(isOut ? { status: 'out' } : { status: 'away' });
}

function begin(session: DeskSession): void {
  noteActivity();
  const state = sessionState.get();
  const isAnother = state.status !== 'in' || !isSame(state.session, session);
  // Another member must not see what the previous member left on the page, nor an answer that arrived after the
  // previous one had signed out.
  if (isAnother) clearAllShownOnce();
  if (isAnother && state.status === 'in' && state.over) window.location.reload();
  else sessionState.set({ status: 'in', session });
}

const isSame = (one: DeskSession, other: DeskSession) => one.tenant === other.tenant && one.name === other.name;

/** Records the end of the session. Its page stays behind the sign-in, unless the member signed out. */
function endSession(why: WhyOut): void {
  const state = sessionState.get();
  if (state.status !== 'in') sessionState.set({ status: 'out', why });
  else if (why === 'signed-out') {
    clearAllShownOnce();
    sessionState.set({ status: 'out', why });
  } else if (!state.over) sessionState.set({ ...state, over: why });
}

/** After a sign-in of this tab. */
export async function sessionBegan(): Promise<void> {
  await askSession();
  tabs.post('signed-in');
}

/** Ends the session, in all tabs. */
export async function signOut(why: 'signed-out' | 'idle' = 'signed-out'): Promise<void> {
  await send('sign-out', { isOpen: true });
  endSession(why);
  tabs.post('signed-out');
}

/** Starts to listen to the server and to the other tabs. */
export function watchSession(): () => void {
  whenSignedOut(() => endSession('ended'));
  return tabs.listen((message) => {
    if (message === 'active') noteActivity();
    else void askSession();
  });
}
