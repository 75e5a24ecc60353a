import {
  doneValues,
  type Intent,
  isEqual,
  isSame,
  type JourneyState,
  type OpenIntent,
  type Refused,
  type Shape,
} from './journey.domain.ts';

/** Result of an attempt to send an intent. `status` is the HTTP status, 0 without a response. */
export type Answer<Receipt> = { readonly receipt: Receipt } | { readonly failure: Refused };

/** Whether the intent of the completed steps may have been carried out without a response, also while it is sent again. */
export function isInDoubt<R>(shape: Shape, state: JourneyState<R>): boolean {
  const values = doneValues(state);
  return state.open.some((each) => each.isInDoubt && isSame(shape, each.values, values));
}

/** Intents without a response that are not in flight. */
export function doubtsOf<R>({ intent, open }: JourneyState<R>): readonly OpenIntent[] {
  return open.filter((each) => each.isInDoubt && !(intent?.status === 'sending' && intent.key === each.key));
}

/**
 * Starts to send the intent of the completed steps. Null while a call is in flight. An intent without a response keeps
 * its idempotency key. Any other gets `newKey`: one that was never sent, was changed, was refused (the server stores a
 * refusal under its key) or was carried out.
 */
export function begin<R>(shape: Shape, state: JourneyState<R>, newKey: string): JourneyState<R> | null {
  const { intent, open } = state;
  if (intent?.status === 'sending') return null;
  const values = doneValues(state);
  const known =
    open.find((each) => isEqual(shape, each.values, values)) ?? open.find((each) => isSame(shape, each.values, values));
  const key = known?.key ?? newKey;
  const next: Intent = { key, values, status: 'sending', failure: null };
  return { ...state, intent: next, open: known ? open : [...open, { key, values, isInDoubt: false }] };
}

/** State after an attempt that was not sent because the device is offline. The earlier outcome remains. */
export function notSent<R>(shape: Shape, state: JourneyState<R>, newKey: string): JourneyState<R> {
  const begun = begin(shape, state, newKey);
  if (!begun?.intent) return state;
  const failure = { code: 'offline', status: 0 };
  return { ...state, intent: { ...begun.intent, status: 'ready', failure } };
}

/** HTTP statuses that decide the intent, in this attempt or an earlier one with the same key. */
const JUDGED: readonly number[] = [400, 404];

/**
 * Classifies a failed attempt. `refused`: decided, and nothing was carried out. `trouble`: not decided, and certainly
 * not carried out. `unknown`: the outcome is unknown, because there was no response or an error of a server or proxy.
 * After an unknown outcome only a decision resolves the intent: 429 says nothing about the earlier attempt.
 */
export function meaningOf({ status }: Pick<Refused, 'status'>, wasInDoubt: boolean): 'refused' | 'trouble' | 'unknown' {
  if (JUDGED.includes(status)) return 'refused';
  if (wasInDoubt || status < 400 || status >= 500) return 'unknown';
  // A key that was used for another request (409) cannot be used for this intent.
  return status === 409 ? 'refused' : 'trouble';
}

/** State after an attempt. The result belongs to the intent of its key, whatever page is open by then. */
export function settle<R>(state: JourneyState<R>, key: string, answer: Answer<R>): JourneyState<R> {
  const before = state.open.find((each) => each.key === key);
  const mine = state.intent?.key === key ? state.intent : null;
  // The session has ended, and its data was removed.
  if (!before && !mine) return state;
  const others = state.open.filter((each) => each !== before);
  if ('receipt' in answer) {
    // Another payment may have been started, so its steps remain.
    return mine
      ? { ...state, steps: {}, intent: null, open: others, receipt: answer.receipt }
      : { ...state, open: others };
  }
  const { failure } = answer;
  const meaning = meaningOf(failure, before?.isInDoubt ?? false);
  const open = meaning === 'unknown' && before ? [...others, { ...before, isInDoubt: true }] : others;
  const status = meaning === 'refused' ? 'refused' : 'ready';
  return { ...state, intent: mine ? { ...mine, status, failure } : state.intent, open };
}

/** State after the user has checked what became of an intent. */
export function settleByHand<R>(state: JourneyState<R>, key: string): JourneyState<R> {
  if (state.intent?.status === 'sending' && state.intent.key === key) return state;
  const intent = state.intent?.key === key ? null : state.intent;
  return { ...state, intent, open: state.open.filter((each) => each.key !== key) };
}
