import type {
  AnyOperation,
  BodyOf,
  ErrorOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
  Scope,
} from '@wattle/contract/operation.ts';
import type { Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../platform/database.ts';

/** Who calls: a live session, checked against the database for this very request. */
export type Session = {
  readonly id: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly scope: Scope;
  /** Set for scope `card`. */
  readonly cardId: bigint | null;
  /** Set for scope `password`. */
  readonly webAccountId: bigint | null;
  readonly holderId: bigint | null;
};

/** What a handler may know of the request itself. */
export type RequestInfo = {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
};

type Common<O> = {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly request: RequestInfo;
  readonly ctx: AppContext;
};

type Outcome<O> = Promise<Result<ResponseOf<O>, Extract<ErrorOf<O>, import('@wattle/contract/errors.ts').ErrorName>>>;

/** A call that needs no token. It opens its own transaction once it knows the tenant. */
export type PublicHandler<O> = (input: Common<O>) => Outcome<O>;

/**
 * A call of a signed-in caller, in one transaction under the caller's tenant. A refusal (`err`)
 * rolls back to the start; what must outlive it (audit, counters) goes into `keep`, which runs in
 * the same transaction after that rollback and commits with it.
 */
export type SessionHandler<O> = (
  input: Common<O> & {
    readonly session: Session;
    readonly tx: Tx;
    readonly keep: (write: (tx: Tx) => Promise<unknown>) => void;
  },
) => Outcome<O>;

/** A route: an operation of the contract and what carries it out. */
export type Route = {
  readonly operation: AnyOperation;
  readonly kind: 'public' | 'session';
  /** True: reads only, so it runs from one snapshot without a savepoint. */
  readonly readOnly: boolean;
  readonly run: (input: never) => Promise<Result<unknown, never>>;
};

type OperationLike = { readonly name: string };

export function handlePublic<O extends OperationLike>(operation: O, run: PublicHandler<O>): Route {
  return { operation: operation as unknown as AnyOperation, kind: 'public', readOnly: false, run: run as never };
}

export function handle<O extends OperationLike>(operation: O, run: SessionHandler<O>): Route {
  return { operation: operation as unknown as AnyOperation, kind: 'session', readOnly: false, run: run as never };
}

/** A handler that writes nothing. */
export function handleRead<O extends OperationLike>(operation: O, run: SessionHandler<O>): Route {
  return { operation: operation as unknown as AnyOperation, kind: 'session', readOnly: true, run: run as never };
}
