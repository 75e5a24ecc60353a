import type { OperationLike } from '../api/send.ts';
import { useIsSignedIn } from '../session/session.ts';
import { useStore } from '../observable.ts';
import { doneValues, type JourneyState, stepToOpen } from './journey.domain.ts';
import type { AllValuesOf, Journey, StepsDefinition, ValuesOf } from './journey.ts';

export type StepView<Steps extends StepsDefinition, Step extends keyof Steps & string, O, Receipt> = {
  /** False until it is known whether the tab is a copy, and after the end of the session. */
  readonly isReady: boolean;
  /** Address to redirect to, because a required step is incomplete or a call is in flight. */
  readonly elsewhere: string | null;
  /** Typed values of this step. */
  readonly values: Partial<ValuesOf<Steps, Step, O>>;
  /** Typed values of the steps that this one depends on; all present when `elsewhere` is null. */
  readonly before: AllValuesOf<Steps, O>;
  readonly state: JourneyState<Receipt>;
};

/** Step of a journey, for its page. */
export function useStep<
  Steps extends StepsDefinition,
  Step extends keyof Steps & string,
  O extends OperationLike,
  Receipt,
>(journey: Journey<Steps, O, Receipt>, step: Step): StepView<Steps, Step, O, Receipt> {
  const { state, isReady: isKnown } = useStore(journey.view);
  const isSignedIn = useIsSignedIn();
  // The end of a session redirects to sign-in by itself.
  const isReady = isKnown && (isSignedIn || journey.access === 'public');
  const isSending = state.intent?.status === 'sending';
  const open = (isSending && journey.payment?.review) || stepToOpen(journey.steps, state, step);
  return {
    isReady,
    elsewhere: !isReady || open === step ? null : (journey.steps[open]?.path ?? null),
    values: (state.steps[step]?.values ?? {}) as Partial<ValuesOf<Steps, Step, O>>,
    before: doneValues(state) as AllValuesOf<Steps, O>,
    state,
  };
}
