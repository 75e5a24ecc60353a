import type { OperationLike } from '../api/send.ts';
import { useIsSignedIn } from '../session/session.ts';
import { useStore } from '../store.ts';
import { doneValues, type JourneyState, stepToOpen } from './journey.domain.ts';
import type { AllValuesOf, Journey, StepsDefinition, ValuesOf } from './journey.ts';

export type StepView<Steps extends StepsDefinition, Step extends keyof Steps & string, Receipt> = {
  /** False for a moment, until the tab knows whether it is a copy, and once the session is over. */
  readonly isReady: boolean;
  /** Where to go instead: a step that this one needs is not done, or something is being sent. */
  readonly elsewhere: string | null;
  /** Typed values of this step. */
  readonly values: Partial<ValuesOf<Steps, Step>>;
  /** Typed values of the steps this one depends on, complete when `elsewhere` is null. */
  readonly before: AllValuesOf<Steps>;
  readonly state: JourneyState<Receipt>;
};

/** A step of a journey, for its page. */
export function useStep<
  Steps extends StepsDefinition,
  Step extends keyof Steps & string,
  O extends OperationLike,
  Receipt,
>(journey: Journey<Steps, O, Receipt>, step: Step): StepView<Steps, Step, Receipt> {
  const { state, isReady: isKnown } = useStore(journey.view);
  const isSignedIn = useIsSignedIn();
  // A session that has just ended leads to sign-in by itself, and not by an empty journey.
  const isReady = isKnown && (isSignedIn || journey.access === 'public');
  const isSending = state.intent?.status === 'sending';
  const open = (isSending && journey.payment?.review) || stepToOpen(journey.steps, state, step);
  return {
    isReady,
    elsewhere: !isReady || open === step ? null : (journey.steps[open]?.path ?? null),
    values: (state.steps[step]?.values ?? {}) as Partial<ValuesOf<Steps, Step>>,
    before: doneValues(state) as AllValuesOf<Steps>,
    state,
  };
}
