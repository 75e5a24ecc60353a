import type { ResponseOf } from '@wattle/contract/operation.ts';
import { type QueryClient, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { dropEarly } from '../early-calls/early-calls.ts';
import { call } from './call.ts';
import type { CallFailure, CallInput, OperationLike } from './send.ts';

/** Thrown only within Query, which passes a failure as an error. Screens get the CallFailure. */
class CallError extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** An operation that a page seldom asks: its shapes load when it does. */
type SeldomOperation<O extends OperationLike> = { readonly name: string; readonly load: () => Promise<O> };

type Asked<O extends OperationLike> = O | SeldomOperation<O>;

async function valueOf<O extends OperationLike>(asked: Asked<O>, input: CallInput<O>): Promise<ResponseOf<O>> {
  const answer = await call('load' in asked ? await asked.load() : asked, input);
  if (!answer.ok) throw new CallError(answer);
  return answer.value;
}

function failureOf(error: unknown): CallFailure | null {
  if (error === null || error === undefined) return null;
  return error instanceof CallError ? error.failure : { ok: false, code: '99999', status: 0 };
}

/** Cache key of an operation: of all its responses, or of those to one input. */
export function operationKey<O extends OperationLike>(operation: Asked<O>, input?: CallInput<O>): readonly unknown[] {
  if (!input) return [operation.name];
  const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown };
  return [operation.name, { params, query, body }];
}

/** Failure of a call, or that its earlier answer stands in: the server is away, or the device has no network. */
function stateOf(data: unknown, error: unknown): Pick<OperationState<unknown>, 'failure' | 'isOutdated'> {
  const failure = failureOf(error);
  const isOutdated = failure !== null && data !== undefined && (failure.status === 0 || failure.status >= 500);
  return { failure: isOutdated ? null : failure, isOutdated };
}

export type OperationState<T> = {
  readonly data: T | undefined;
  /** Why there is no answer. Null while an earlier answer stands in for one that did not come. */
  readonly failure: CallFailure | null;
  /** The earlier answer could not be renewed: it is shown with its age (`AsOf`). */
  readonly isOutdated: boolean;
  /** There is no data yet. */
  readonly isPending: boolean;
  /** True while a call is in flight and earlier data is shown. */
  readonly isFetching: boolean;
  /** When the data came, by this device's clock. */
  readonly atMs: number;
  readonly refetch: () => void;
};

type OperationOptions<T> = {
  /** False: do not call yet. */
  readonly isEnabled?: boolean;
  /** Keep the last response while that to another input loads. */
  readonly keepPrevious?: boolean;
  /** Response delivered with the page. It is refetched at the same age as any other. */
  readonly initial?: { readonly value: T; readonly atMs: number } | undefined;
};

/** Response to a read, cached for the signed-in area: `useOperation(getCards, { body: {…} })`. */
export function useOperation<O extends OperationLike>(
  operation: Asked<O>,
  input: CallInput<O>,
  options: OperationOptions<ResponseOf<O>> = {},
): OperationState<ResponseOf<O>> {
  const query = useQuery<ResponseOf<O>>({
    queryKey: operationKey(operation, input),
    queryFn: ({ signal }) => valueOf(operation, { ...input, signal }),
    enabled: options.isEnabled ?? true,
    ...(options.initial ? { initialData: options.initial.value, initialDataUpdatedAt: options.initial.atMs } : {}),
    ...(options.keepPrevious ? { placeholderData: (previous: ResponseOf<O> | undefined) => previous as never } : {}),
  });
  return {
    data: query.data,
    ...stateOf(query.data, query.error),
    isPending: query.isPending,
    isFetching: query.isFetching,
    atMs: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  };
}

/** Responses to a read for several inputs, in their order. */
export function useOperations<O extends OperationLike>(
  operation: O,
  inputs: readonly CallInput<O>[],
): readonly OperationState<ResponseOf<O>>[] {
  const queries = useQueries({
    queries: inputs.map((input) => ({
      queryKey: operationKey(operation, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => valueOf(operation, { ...input, signal }),
    })),
  });
  return queries.map(({ data, error, isPending, isFetching, dataUpdatedAt, refetch }) => ({
    data,
    ...stateOf(data, error),
    isPending,
    isFetching,
    atMs: dataUpdatedAt,
    refetch: () => void refetch(),
  }));
}

export type ActionOptions<O> = {
  readonly onSuccess?: (value: ResponseOf<O>, input: CallInput<O>, cache: QueryClient) => void | Promise<void>;
  readonly onFailure?: (failure: CallFailure, input: CallInput<O>, cache: QueryClient) => void;
  /** Runs before the call. The function it returns undoes the shown change if the call fails. */
  readonly optimistic?: (input: CallInput<O>, cache: QueryClient) => () => void;
  /** Operations whose cached responses are out of date after this one. */
  readonly invalidates?: readonly OperationLike[];
};

export type Action<O> = {
  readonly run: (input: CallInput<O>) => void;
  readonly isPending: boolean;
  readonly failure: CallFailure | null;
  readonly reset: () => void;
};

/** Changing call, made on request of the user: `useAction(turnCardOff, { invalidates: [getCards] })`. */
export function useAction<O extends OperationLike>(operation: O, options: ActionOptions<O> = {}): Action<O> {
  const cache = useQueryClient();
  const mutation = useMutation<ResponseOf<O>, unknown, CallInput<O>, (() => void) | undefined>({
    mutationFn: (input) => valueOf(operation, input),
    onMutate: (input) => options.optimistic?.(input, cache),
    onSuccess: (value, input) => options.onSuccess?.(value, input, cache),
    onError: (error, input, takeBack) => {
      takeBack?.();
      const failure = failureOf(error);
      if (failure) options.onFailure?.(failure, input, cache);
    },
    onSettled: async () => {
      dropEarly();
      await Promise.all(
        (options.invalidates ?? []).map((stale) => cache.invalidateQueries({ queryKey: operationKey(stale) })),
      );
    },
  });
  return {
    run: (input) => mutation.mutate(input),
    isPending: mutation.isPending,
    failure: failureOf(mutation.error),
    reset: () => mutation.reset(),
  };
}
