import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@wattle/web/router/public.ts';
import { type AnyRow, type CommandName, giveCommand, type InputOf, newKey, type RowOf } from './commands.ts';
import type { Failure } from './send.ts';

/** Failure of a query, as the query client keeps it. */
class LookFailed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Rows of a command that only reads. A failure affects only this part, and shown rows stay. */
export type Looked<Row> = {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly hasMore: boolean;
  readonly failure: Failure | undefined;
  readonly isLooking: boolean;
  /** When the rows were answered, in milliseconds. */
  readonly lookedAtMs: number;
  readonly retry: () => void;
};

export type LookOptions = {
  /** Refreshes at this interval, while the page is visible. */
  readonly everyMs?: number;
  /** True: does not query yet, such as before anything was typed. */
  readonly isOff?: boolean;
};

/** Rows of a command of the desk, which the server's declaration types. */
export function useCommand<Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  options?: LookOptions,
): Looked<RowOf<Name>> {
  return useAnyCommand<RowOf<Name>>(name, input, options);
}

/** The same for a command of which only the name is known. */
export function useAnyCommand<Row = AnyRow>(name: string, input: object, options: LookOptions = {}): Looked<Row> {
  const { everyMs = false, isOff = false } = options;
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['command', name, input],
    enabled: !isOff,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const answered = await giveCommand<Row>(name, { input: { ...input }, key: newKey() });
      if (!answered.ok) throw new LookFailed(answered.failure);
      return answered.value;
    },
  });
  return {
    rows: data?.rows,
    hasMore: data?.hasMore ?? false,
    failure: error instanceof LookFailed ? error.failure : error ? { kind: 'lost' } : undefined,
    isLooking: isFetching,
    lookedAtMs: dataUpdatedAt,
    retry: () => void refetch(),
  };
}

/** Refetches everything on the page after a change. */
export function useLookAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}

/** Page number of a list, from the address: `?page=2`. */
export function usePageNumber(): number {
  const page = Number(useSearch().get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000 ? page : 1;
}
