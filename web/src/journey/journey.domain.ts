/**
 * Storage of a field in the tab. `kept`: survives a reload. `shown`: the same, but it describes another field and does
 * not distinguish intents. `secret`: in memory only (codes, PINs, passwords, answers, tax numbers, tokens). `retained`:
 * a card number, in memory only unless the journey was left with the request to retain it. `body`: the checked body of
 * the journey's call, without secrets. It is kept, and it is the only field that is not a text.
 */
export type FieldKind = 'kept' | 'shown' | 'secret' | 'retained' | 'body';

export type Shape<Step extends string = string> = Readonly<
  Record<Step, { readonly fields: Readonly<Record<string, FieldKind>>; readonly needs?: readonly string[] }>
>;

export type StepValues = Readonly<Record<string, string | object>>;
/** Values of the steps by step name. */
export type AllValues = Readonly<Record<string, StepValues>>;

type StepState = { readonly values: StepValues; readonly isDone: boolean };

/** Shown part of a refused call. */
export type Refused = { readonly code: string; readonly field?: string; readonly status: number };

/** Confirmed intent. Its idempotency key stays the same on every retry. */
export type Intent = {
  readonly key: string;
  readonly values: AllValues;
  /** `ready`: can be sent again unchanged. `refused`: decided; sent again it is another intent. */
  readonly status: 'ready' | 'sending' | 'refused';
  /** Why it was refused or not decided. */
  readonly failure: Refused | null;
};

/** Intent that was sent and has no response. */
export type OpenIntent = {
  readonly key: string;
  readonly values: AllValues;
  /** An earlier attempt got no response, so it may have been carried out. */
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
 * Whether two sets of values are the same intent. A secret that a reload removed from one side makes no difference, so
 * that the same idempotency key is sent rather than a second one.
 */
export function isSame(shape: Shape, one: AllValues, other: AllValues): boolean {
  return isAlike(shape, one, other, (kind, isGone) => kind === 'shown' || isLost(kind, isGone));
}

/** Whether two sets of values are equal, including missing secrets. */
export function isEqual(shape: Shape, one: AllValues, other: AllValues): boolean {
  return isAlike(shape, one, other, (kind) => kind === 'shown');
}

/** Secret that a reload removed. */
function isLost(kind: FieldKind, isGone: boolean): boolean {
  return isGone && (kind === 'secret' || kind === 'retained');
}

/** `mayDiffer`: whether a field of this storage may differ. `isGone`: one side lacks it. */
function isAlike(
  shape: Shape,
  one: AllValues,
  other: AllValues,
  mayDiffer: (kind: FieldKind, isGone: boolean) => boolean,
): boolean {
  return Object.entries(shape).every(([step, { fields }]) =>
    Object.entries(fields).every(([field, kind]) => {
      const [a, b] = [one[step]?.[field], other[step]?.[field]];
      return isEqualValue(a, b) || mayDiffer(kind, a === undefined || b === undefined);
    }),
  );
}

/** After a reload, an equal body is another object. */
function isEqualValue(one: string | object | undefined, other: string | object | undefined): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

function isSending<R>({ intent }: JourneyState<R>): boolean {
  return intent?.status === 'sending';
}

/** Values of the completed steps. */
export function doneValues<R>({ steps }: JourneyState<R>): AllValues {
  return Object.fromEntries(
    Object.entries(steps).flatMap(([step, { values, isDone }]) => (isDone ? [[step, values]] : [])),
  );
}

/** Stores typed values. A changed step is no longer complete, and the result of the intent is cleared. */
export function typeIn<R>(shape: Shape, state: JourneyState<R>, step: string, values: StepValues): JourneyState<R> {
  const before = state.steps[step]?.values ?? {};
  if (isSending(state) || isAlike(shape, { [step]: before }, { [step]: values }, isLost)) return state;
  return { ...state, steps: { ...state.steps, [step]: { values, isDone: false } }, intent: null };
}

/** Marks a checked step as complete, so that steps that depend on it can be opened. */
export function complete<R>(state: JourneyState<R>, step: string, values: StepValues): JourneyState<R> {
  if (isSending(state)) return state;
  const steps = { ...state.steps, [step]: { values, isDone: true } };
  return { ...state, steps, intent: null, receipt: null, isRetaining: false };
}

/** Step to open instead of this one: the first incomplete step that it depends on, else itself. */
export function stepToOpen<R>(shape: Shape, { steps }: JourneyState<R>, step: string): string {
  const missing = (shape[step]?.needs ?? []).find((needed) => !steps[needed]?.isDone);
  return missing === undefined ? step : stepToOpen(shape, { steps } as JourneyState<R>, missing);
}

/** Discards typed values. Intents without a response are kept, so that they keep their keys. */
export function throwAway<R>({ open }: JourneyState<R>): JourneyState<R> {
  return { ...NOT_BEGUN, open: open.map((each) => ({ ...each, isInDoubt: true })) };
}

function pick({ fields }: Shape[string], values: StepValues, isPicked: (kind: FieldKind) => boolean): StepValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, kind]) => {
      const value = values[field];
      // An empty secret is kept: it distinguishes an intent without a code from one whose code a reload removed.
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

/** Restarts with the card number only. */
export function retainCard<R>(shape: Shape, { steps }: JourneyState<R>): JourneyState<R> {
  const kept = Object.entries(shape).flatMap(([step, one]) => {
    const values = pick(one, steps[step]?.values ?? {}, (kind) => kind === 'retained');
    return Object.keys(values).length === 0 ? [] : [[step, { values, isDone: false }] as const];
  });
  return { ...NOT_BEGUN, steps: Object.fromEntries(kept), isRetaining: true };
}

const STORED: readonly FieldKind[] = ['kept', 'shown', 'body'];

/**
 * Part of a journey that may be stored. A step whose secret is left out counts as incomplete, and its other fields
 * keep their values.
 */
export function storable<R>(shape: Shape, state: JourneyState<R>): JourneyState<R> {
  const { isRetaining, intent } = state;
  const isStored = (kind: FieldKind) => STORED.includes(kind) || (kind === 'retained' && isRetaining);
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
 * State of a journey in a duplicated tab: it starts at its form with the typed values. Intents that the original tab
 * sent without a response are in doubt here too.
 */
export function copied<R>(state: JourneyState<R>): JourneyState<R> {
  const steps = Object.entries(state.steps).map(([step, { values }]) => [step, { values, isDone: false }] as const);
  return { ...throwAway(state), steps: Object.fromEntries(steps) };
}
