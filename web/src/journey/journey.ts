import type { BodyInputOf, ResponseOf } from '@wattle/contract/operation.ts';
import type { OperationLike } from '../api/send.ts';
import { currentBrand } from '../brand/brand.ts';
import { currentSession, onSessionEnd } from '../session/session.ts';
import { OF_SESSION, readStored, store } from '../browser/storage.ts';
import { createStore, type Store } from '../store.ts';
import {
  complete,
  copied,
  type FieldKind,
  type JourneyState,
  NOT_BEGUN,
  reloaded,
  retainCard,
  storable,
  throwAway,
  typeIn,
} from './journey.domain.ts';
import { tabIsCopy } from './tab.ts';

export type StepDefinition = {
  /** The address of its page. */
  readonly path: string;
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Steps that have to be done before this one is opened. */
  readonly needs?: readonly string[];
};

export type StepsDefinition = Readonly<Record<string, StepDefinition>>;

/** The values of a step, as they were typed. */
export type ValuesOf<Steps extends StepsDefinition, Step extends keyof Steps> = Readonly<
  Record<keyof Steps[Step]['fields'] & string, string>
>;

export type AllValuesOf<Steps extends StepsDefinition> = { readonly [Step in keyof Steps]: ValuesOf<Steps, Step> };

/** Final call of a journey, made once for one intent. */
export type PaymentDefinition<Steps extends StepsDefinition, O extends OperationLike, Receipt> = {
  /** Step that sends it. No other step opens while it is in flight. */
  readonly review: keyof Steps & string;
  /** The call, or which one it is by what was typed. */
  readonly operation: O | ((values: AllValuesOf<Steps>) => O);
  readonly body: (values: AllValuesOf<Steps>) => BodyInputOf<O>;
  /** Data stored for the receipt. It must not contain secrets. */
  readonly receipt: (answer: ResponseOf<O>, body: BodyInputOf<O>, values: AllValuesOf<Steps>) => Receipt;
  /** Operations whose answers are out of date after it. */
  readonly invalidates: readonly OperationLike[];
};

type Definition<Steps extends StepsDefinition, O extends OperationLike, Receipt> = {
  /** Unique; part of the key in session storage. */
  readonly name: string;
  /** Raised when what is kept changes its form: what an older version has kept is left out. */
  readonly version: number;
  /** `signed-in`: it belongs to one session. `public`: it goes on through a sign-in. Both end with the session. */
  readonly access: 'signed-in' | 'public';
  readonly steps: Steps;
  readonly payment?: PaymentDefinition<Steps, O, Receipt>;
};

/** `isReady`: whether this tab is a copy is known; until then nothing is shown. */
export type JourneyView<Receipt> = { readonly state: JourneyState<Receipt>; readonly isReady: boolean };

/**
 * The steps that lead to one end, and what was typed in them. Kept in the session storage of the tab,
 * so that reload, back and forward lose nothing; gone with the session.
 */
export type Journey<Steps extends StepsDefinition, O extends OperationLike, Receipt> = {
  readonly access: 'signed-in' | 'public';
  readonly steps: Steps;
  readonly payment: PaymentDefinition<Steps, O, Receipt> | undefined;
  readonly view: Store<JourneyView<Receipt>>;
  /** Replaces the state and stores it. */
  readonly change: (next: (state: JourneyState<Receipt>) => JourneyState<Receipt>) => void;
  /** Keeps a draft. */
  readonly typeIn: <Step extends keyof Steps & string>(step: Step, values: Partial<ValuesOf<Steps, Step>>) => void;
  /** The step was checked and found right. */
  readonly complete: <Step extends keyof Steps & string>(step: Step, values: ValuesOf<Steps, Step>) => void;
  /** Throws away what was typed. */
  readonly throwAway: () => void;
  /** The same, but the number of the card stays. */
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
  // Session storage is emptied by the session itself.
  onSessionEnd(() => view.set({ ...view.get(), state: NOT_BEGUN }));

  return {
    access,
    steps,
    payment,
    view,
    change,
    typeIn: (step, values) => change((state) => typeIn(steps, state, step, values as Record<string, string>)),
    complete: (step, values) => change((state) => complete(state, step, values)),
    throwAway: () => change(throwAway),
    retainCard: () => change((state) => retainCard(steps, state)),
  };
}
