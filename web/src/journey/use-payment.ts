import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { CallInput, CallResult, OperationLike } from '../api/send.ts';
import { operationKey } from '../api/use-operation.ts';
import { dropEarly } from '../early-calls/early-calls.ts';
import { useStore } from '../observable.ts';
import { type Answer, begin, isInDoubt, notSent, settle } from './intent.domain.ts';
import type { Refused } from './journey.domain.ts';
import type { AllValuesOf, Journey, StepsDefinition } from './journey.ts';
import { randomId } from '../browser/random-id.ts';

export type Payment = {
  readonly isSending: boolean;
  /** Sent without a response: it may have been carried out. True while the same is sent again, too. */
  readonly isInDoubt: boolean;
  /** Decided: refused. */
  readonly refusal: Refused | null;
  /** Not decided, and certainly not carried out. */
  readonly trouble: Refused | null;
  /** Sends it, unless it is in flight. */
  readonly confirm: () => void;
};

/** Makes a call, after a fresh proof if one is required. */
export type Through = <T>(send: () => Promise<CallResult<T>>) => Promise<CallResult<T>>;

async function send<Steps extends StepsDefinition, O extends OperationLike, Receipt>(
  { steps, payment, view, change }: Journey<Steps, O, Receipt>,
  cache: QueryClient,
  through: Through,
): Promise<void> {
  if (!payment) throw new Error('This journey sends nothing');
  if (!navigator.onLine) return change((state) => notSent(steps, state, randomId()));
  const begun = begin(steps, view.get().state, randomId());
  if (!begun?.intent) return;
  const values = begun.intent.values as AllValuesOf<Steps, O>;
  const body = payment.body(values);
  const { key } = begun.intent;
  // Stored before it is sent, so that a page closed now knows later that it may have been carried out.
  change(() => begun);
  const operation = typeof payment.operation === 'function' ? payment.operation(values) : payment.operation;
  const answer = await through(() => call(operation, { body, idempotencyKey: key } as unknown as CallInput<O>));
  // Refetched before the receipt is rendered, so that it does not show the former balance.
  if (answer.ok) {
    dropEarly();
    for (const stale of payment.invalidates) void cache.invalidateQueries({ queryKey: operationKey(stale) });
  }
  const end: Answer<Receipt> = answer.ok
    ? { receipt: payment.receipt(answer.value, body, values) }
    : { failure: refusedOf(answer) };
  change((state) => settle(state, key, end));
}

function refusedOf({ code, field, status }: Refused): Refused {
  return field === undefined ? { code, status } : { code, field, status };
}

/** Sends the intent of a journey, once for one intent, and returns its state. */
export function usePayment<Steps extends StepsDefinition, O extends OperationLike, Receipt>(
  journey: Journey<Steps, O, Receipt>,
  through: Through = (make) => make(),
): Payment {
  const cache = useQueryClient();
  const { state } = useStore(journey.view);
  const { intent } = state;
  const inDoubt = isInDoubt(journey.steps, state);
  return {
    isSending: intent?.status === 'sending',
    isInDoubt: inDoubt,
    refusal: intent?.status === 'refused' ? intent.failure : null,
    trouble: intent?.status === 'ready' && !inDoubt ? intent.failure : null,
    confirm: () => void send(journey, cache, through),
  };
}
