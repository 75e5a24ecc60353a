/**
 * How a field is treated by the storage of the tab. `kept`: it survives a reload. `shown`: the same, but
 * it only describes what another field says, and tells no intents apart. `secret`: it lives in
 * memory alone (codes, PINs, passwords, answers, tax numbers, tokens). `retained`: a card's number,
 * in memory alone too, unless the journey was left with the word to retain it.
 */
export type FieldKind = 'kept' | 'shown' | 'secret' | 'retained';

export type Shape<Step extends string = string> = Readonly<
  Record<Step, { readonly fields: Readonly<Record<string, FieldKind>>; readonly needs?: readonly string[] }>
>;

export type StepValues = Readonly<Record<string, string>>;
/** The values of the steps, by the names of the steps. */
export type AllValues = Readonly<Record<string, StepValues>>;

type StepState = { readonly values: StepValues; readonly isDone: boolean };

/** A call that was refused, as far as it is shown. */
export type Refused = { readonly code: string; readonly field?: string; readonly status: number };

/** A confirmed intent. Its idempotency key stays the same on every retry. */
export type Intent = {
  readonly key: string;
  readonly values: AllValues;
  /** `ready`: it can be sent again as it is. `refused`: judged; sent again it is another intent. */
  readonly status: 'ready' | 'sending' | 'refused';
  /** Why it was refused, or why it could not be judged. */
  readonly failure: Refused | null;
};

/** An intent that was sent and has no answer. */
export type OpenIntent = {
  readonly key: string;
  readonly values: AllValues;
  /** An earlier try ended without an answer: it may have been carried out. */
  readonly isInDoubt: boolean;
};

export type JourneyState<Receipt = unknown> = {
  readonly steps: Readonly<Record<string, StepState>>;
  readonly intent: Intent | null;
  readonly open: readonly OpenIntent[];
  readonly receipt: Receipt | null;
  /** Retained fields are stored too. */
  readonly isRetaining: boolean;
};

export const NOT_BEGUN: JourneyState<never> = { steps: {}, intent: null, open: [], receipt: null, isRetaining: false };

/**
 * Whether two sets of values mean the same. A secret that only one side still has, because a reload
 * took the other one, does not tell them apart: the same key is sent rather than a second one.
 */
export function isSame(shape: Shape, one: AllValues, other: AllValues): boolean {
  return isAlike(shape, one, other, (kind, isGone) => kind === 'shown' || isLost(kind, isGone));
}

/** Whether two sets of values mean the same, secrets that are gone included. */
export function isEqual(shape: Shape, one: AllValues, other: AllValues): boolean {
  return isAlike(shape, one, other, (kind) => kind === 'shown');
}

/** A secret that a reload took. */
function isLost(kind: FieldKind, isGone: boolean): boolean {
  return isGone && (kind === 'secret' || kind === 'retained');
}

/** `mayDiffer`: whether a field of this kind may differ; `isGone`: one side does not have it. */
function isAlike(
  shape: Shape,
  one: AllValues,
  other: AllValues,
  mayDiffer: (kind: FieldKind, isGone: boolean) => boolean,
): boolean {
  return Object.entries(shape).every(([step, { fields }]) =>
    Object.entries(fields).every(([field, kind]) => {
      const [a, b] = [one[step]?.[field], other[step]?.[field]];
      return a === b || mayDiffer(kind, a === undefined || b === undefined);
    }),
  );
}

function isSending<R>({ intent }: JourneyState<R>): boolean {
  return intent?.status === 'sending';
}

/** The values of the steps that are done. */
export function doneValues<R>({ steps }: JourneyState<R>): AllValues {
  return Object.fromEntries(
    Object.entries(steps).flatMap(([step, { values, isDone }]) => (isDone ? [[step, values]] : [])),
  );
}

/** Keeps what is typed. A step that changes is not done any more, and what came of the intent is over. */
export function typeIn<R>(shape: Shape, state: JourneyState<R>, step: string, values: StepValues): JourneyState<R> {
  const before = state.steps[step]?.values ?? {};
  if (isSending(state) || isAlike(shape, { [step]: before }, { [step]: values }, isLost)) return state;
  return { ...state, steps: { ...state.steps, [step]: { values, isDone: false } }, intent: null };
}

/** A step was checked and found right: the steps that need it may be opened. */
export function complete<R>(state: JourneyState<R>, step: string, values: StepValues): JourneyState<R> {
  if (isSending(state)) return state;
  const steps = { ...state.steps, [step]: { values, isDone: true } };
  return { ...state, steps, intent: null, receipt: null, isRetaining: false };
}

/** The step to open when somebody comes to this one: the first of those that it needs and that is not done, else itself. */
export function stepToOpen<R>(shape: Shape, { steps }: JourneyState<R>, step: string): string {
  const missing = (shape[step]?.needs ?? []).find((needed) => !steps[needed]?.isDone);
  return missing === undefined ? step : stepToOpen(shape, { steps } as JourneyState<R>, missing);
}

/** Throws away what was typed. What was sent without an answer stays known, so that it keeps its key. */
export function throwAway<R>({ open }: JourneyState<R>): JourneyState<R> {
  return { ...NOT_BEGUN, open: open.map((each) => ({ ...each, isInDoubt: true })) };
}

function pick({ fields }: Shape[string], values: StepValues, isPicked: (kind: FieldKind) => boolean): StepValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, kind]) => {
      const value = values[field];
      // An empty secret is none: it tells an intent without a code from one whose code a reload took.
      return value === '' || (value !== undefined && isPicked(kind)) ? [[field, value]] : [];
    }),
  );
}

function pickAll(shape: Shape, all: AllValues, isPicked: (kind: FieldKind) => boolean): AllValues {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([step, one]) => {
      const values = all[step];
      return values === undefined ? [] : [[step, pick(one, values, isPicked)]];
    }),
  );
}

/** Restarts with only the card number. */
export function retainCard<R>(shape: Shape, { steps }: JourneyState<R>): JourneyState<R> {
  const kept = Object.entries(shape).flatMap(([step, one]) => {
    const values = pick(one, steps[step]?.values ?? {}, (kind) => kind === 'retained');
    return Object.keys(values).length === 0 ? [] : [[step, { values, isDone: false }] as const];
  });
  return { ...NOT_BEGUN, steps: Object.fromEntries(kept), isRetaining: true };
}

/**
 * Part of a journey that may be stored. A step whose secret is left out counts as incomplete, and its other fields
 * keep their values.
 */
export function storable<R>(shape: Shape, state: JourneyState<R>): JourneyState<R> {
  const { isRetaining, intent } = state;
  const isStored = (kind: FieldKind) => kind === 'kept' || kind === 'shown' || (kind === 'retained' && isRetaining);
  const steps = Object.entries(shape).flatMap(([step, one]) => {
    const before = state.steps[step];
    if (!before) return [];
    const loses = Object.entries(one.fields).some(
      ([field, kind]) => !isStored(kind) && (before.values[field] ?? '') !== '',
    );
    return [[step, { values: pick(one, before.values, isStored), isDone: before.isDone && !loses }] as const];
  });
  return {
    ...state,
    steps: Object.fromEntries(steps),
    intent: intent && { ...intent, values: pickAll(shape, intent.values, isStored) },
    open: state.open.map((each) => ({ ...each, values: pickAll(shape, each.values, isStored) })),
  };
}

/** State of a journey after a reload: an intent in flight has lost its response. */
export function reloaded<R>(state: JourneyState<R>): JourneyState<R> {
  const { intent } = state;
  return {
    ...state,
    intent: intent?.status === 'sending' ? { ...intent, status: 'ready' } : intent,
    open: state.open.map((each) => ({ ...each, isInDoubt: true })),
  };
}

/**
 * A journey in a tab that is the copy of another one: it starts at its form, with what was typed. What
 * was sent there without an answer is in doubt here too.
 */
export function copied<R>(state: JourneyState<R>): JourneyState<R> {
  const steps = Object.entries(state.steps).map(([step, { values }]) => [step, { values, isDone: false }] as const);
  return { ...throwAway(state), steps: Object.fromEntries(steps) };
}
