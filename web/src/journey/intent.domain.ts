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

/** How a try to send an intent ended. `status` is that of HTTP, 0 without an answer. */
export type Answer<Receipt> = { readonly receipt: Receipt } | { readonly failure: Refused };

/** Whether what the done steps say may have been carried out although no answer says so. */
export function isInDoubt<R>(shape: Shape, state: JourneyState<R>): boolean {
  const values = doneValues(state);
  return doubtsOf(state).some((each) => isSame(shape, each.values, values));
}

/** The intents without an answer that are not being sent now. */
export function doubtsOf<R>({ intent, open }: JourneyState<R>): readonly OpenIntent[] {
  return open.filter((each) => each.isInDoubt && !(intent?.status === 'sending' && intent.key === each.key));
}

/**
 * Starts to send what the done steps say; null while something is being sent. An intent without an
 * answer keeps its key; everything else gets `newKey`: what was never sent, what was changed, what was
 * refused (the server keeps a refusal under its key), and what was paid before.
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

/** Statuses of an answer that judges the intent, now or at an earlier try with the same key. */
const JUDGED: readonly number[] = [400, 404];

/**
 * Classifies a failed attempt. `refused`: judged, and nothing was carried out. `trouble`: not judged, and certainly
 * not carried out. `unknown`: the outcome cannot be known. Without a response, or with an error of a server or proxy,
 * the intent may have been carried out. Once an earlier attempt is in doubt only a judgement resolves it: 429 says
 * nothing about that attempt.
 */
export function meaningOf({ status }: Pick<Refused, 'status'>, wasInDoubt: boolean): 'refused' | 'trouble' | 'unknown' {
  if (JUDGED.includes(status)) return 'refused';
  if (wasInDoubt || status < 400 || status >= 500) return 'unknown';
  // A key that was used for something else (409) is of no use for this intent.
  return status === 409 ? 'refused' : 'trouble';
}

/** The end of a try. It counts for the intent of its key, wherever the person has gone meanwhile. */
export function settle<R>(state: JourneyState<R>, key: string, answer: Answer<R>): JourneyState<R> {
  const before = state.open.find((each) => each.key === key);
  const mine = state.intent?.key === key ? state.intent : null;
  // The session has ended meanwhile, and everything is forgotten.
  if (!before && !mine) return state;
  const others = state.open.filter((each) => each !== before);
  if ('receipt' in answer) {
    // Another payment may have been begun since: its steps stay.
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

/** The person has looked, and knows what became of it. */
export function settleByHand<R>(state: JourneyState<R>, key: string): JourneyState<R> {
  if (state.intent?.status === 'sending' && state.intent.key === key) return state;
  const intent = state.intent?.key === key ? null : state.intent;
  return { ...state, intent, open: state.open.filter((each) => each.key !== key) };
}
