import type { BodyInputOf, ResponseOf } from '@wattle/contract/operation.ts';
import type { OperationLike } from '../api/send.ts';
import { currentBrand } from '../brand/brand.ts';
import { currentSession, onSessionEnd } from '../session/session.ts';
import { OF_SESSION, readStored, store } from '../browser/storage.ts';
import { createStore, type Store } from '../observable.ts';
import {
  complete,
  copied,
  type FieldKind,
  type JourneyState,
  NOT_BEGUN,
  reloaded,
  retainCard,
  type StepValues,
  storable,
  throwAway,
  typeIn,
} from './journey.domain.ts';
import { tabIsCopy } from './tab.ts';

export type StepDefinition = {
  /** Address of its page. */
  readonly path: string;
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Steps that must be complete before this one is opened. */
  readonly needs?: readonly string[];
};

export type StepsDefinition = Readonly<Record<string, StepDefinition>>;

/** Values of a step as typed, and the checked body that is sent. */
export type ValuesOf<Steps extends StepsDefinition, Step extends keyof Steps, O> = {
  readonly [Field in keyof Steps[Step]['fields'] & string]: Steps[Step]['fields'][Field] extends 'body'
    ? BodyInputOf<O>
    : string;
};

export type AllValuesOf<Steps extends StepsDefinition, O> = {
  readonly [Step in keyof Steps]: ValuesOf<Steps, Step, O>;
};

/** Final call of a journey, made once for one intent. */
export type PaymentDefinition<Steps extends StepsDefinition, O extends OperationLike, Receipt> = {
  /** Step that sends it. No other step can be opened while it is in flight. */
  readonly review: keyof Steps & string;
  /** Operation, or a function that selects it by the typed values. */
  readonly operation: O | ((values: AllValuesOf<Steps, O>) => O);
  readonly body: (values: AllValuesOf<Steps, O>) => BodyInputOf<O>;
  /** Data stored for the receipt. It must not contain secrets. */
  readonly receipt: (answer: ResponseOf<O>, body: BodyInputOf<O>, values: AllValuesOf<Steps, O>) => Receipt;
  /** Operations whose cached answers are out of date after it. */
  readonly invalidates: readonly OperationLike[];
};

type Definition<Steps extends StepsDefinition, O extends OperationLike, Receipt> = {
  /** Unique; part of the key in session storage. */
  readonly name: string;
  /** Version of the stored data. Data of another version is ignored. */
  readonly version: number;
  /** `signed-in`: belongs to one session. `public`: continues through a sign-in. Both end with the session. */
  readonly access: 'signed-in' | 'public';
  readonly steps: Steps;
  readonly payment?: PaymentDefinition<Steps, O, Receipt>;
};

/** `isReady`: it is known whether this tab is a copy. Nothing is shown until then. */
export type JourneyView<Receipt> = { readonly state: JourneyState<Receipt>; readonly isReady: boolean };

/**
 * Steps to one result, with the values typed in them. They are in the tab's session storage, so that reload, Back and
 * Forward lose nothing, and are removed with the session.
 */
export type Journey<Steps extends StepsDefinition, O extends OperationLike, Receipt> = {
  readonly access: 'signed-in' | 'public';
  readonly steps: Steps;
  readonly payment: PaymentDefinition<Steps, O, Receipt> | undefined;
  readonly view: Store<JourneyView<Receipt>>;
  /** State that the tab has stored, as a reload finds it. */
  readonly kept: () => JourneyState<Receipt>;
  /** Replaces the state and stores it. */
  readonly change: (next: (state: JourneyState<Receipt>) => JourneyState<Receipt>) => void;
  /** Typed values of a step at this moment. */
  readonly typed: <Step extends keyof Steps & string>(step: Step) => Partial<ValuesOf<Steps, Step, O>>;
  /** Stores a draft. */
  readonly typeIn: <Step extends keyof Steps & string>(step: Step, values: Partial<ValuesOf<Steps, Step, O>>) => void;
  /** Marks a checked step as complete. */
  readonly complete: <Step extends keyof Steps & string>(step: Step, values: ValuesOf<Steps, Step, O>) => void;
  /** Discards typed values. */
  readonly throwAway: () => void;
  /** The same, but keeps the card number. */
  readonly retainCard: () => void;
};

type Stored<Receipt> = { readonly version: number; readonly owner: string; readonly state: JourneyState<Receipt> };

function isStored(value: unknown): value is Stored<never> {
  return typeof value === 'object' && value !== null && 'version' in value && 'owner' in value && 'state' in value;
}

export function defineJourney<const Steps extends StepsDefinition, O extends OperationLike, Receipt>(
  definition: Definition<Steps, O, Receipt>,
): Journey<Steps, O, Receipt> {
  const { name, version, access, steps, payment } = definition;
  const storageKey = `${OF_SESSION}journey.${name}`;
  const ownerNow = () => `${currentBrand()?.BrandIdentifier}/${access === 'public' ? '' : currentSession()?.id}`;

  const kept = (): JourneyState<Receipt> => {
    const value = readStored('sessionStorage', storageKey);
    const isOurs = isStored(value) && value.version === version && value.owner === ownerNow();
    return isOurs ? reloaded(value.state) : NOT_BEGUN;
  };

  const view = createStore<JourneyView<Receipt>>({ state: kept(), isReady: false });
  const change = (next: (state: JourneyState<Receipt>) => JourneyState<Receipt>) => {
    const { state: before, isReady } = view.get();
    const state = next(before);
    if (state === before) return;
    store('sessionStorage', storageKey, {
      version,
      owner: ownerNow(),
      state: storable(steps, state),
    } satisfies Stored<Receipt>);
    view.set({ state, isReady });
  };

  void tabIsCopy.then((isCopy) => {
    if (isCopy) change(copied);
    view.set({ ...view.get(), isReady: true });
  });
  // The session clears its session storage itself.
  onSessionEnd(() => view.set({ ...view.get(), state: NOT_BEGUN }));

  return {
    access,
    steps,
    payment,
    view,
    kept,
    change,
    typed: <Step extends keyof Steps & string>(step: Step) =>
      (view.get().state.steps[step]?.values ?? {}) as Partial<ValuesOf<Steps, Step, O>>,
    typeIn: (step, values) => change((state) => typeIn(steps, state, step, values as StepValues)),
    complete: (step, values) => change((state) => complete(state, step, values as StepValues)),
    throwAway: () => change(throwAway),
    retainCard: () => change((state) => retainCard(steps, state)),
  };
}
