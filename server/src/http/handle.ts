import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type {
  AnyOperation,
  BodyOf,
  ErrorOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
  Scope,
} from '@wattle/contract/operation.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { AppContext } from '../context.ts';
import type { AuditEvent } from '../platform/audit.ts';
import type { Tx } from '../platform/database.ts';
import type { CookieJar } from './cookies.ts';

/** Who calls: a live session, checked against the database for this very request. */
export type Session = {
  readonly id: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly scope: Scope;
  /** Set for scope `card`; for `cardaccess` where the number is a card's. */
  readonly cardId: bigint | null;
  /** Set for scopes `password` and `passcode`; for `accountnumber` where the number is an account's. */
  readonly webAccountId: bigint | null;
  readonly holderId: bigint | null;
  /** Keyed hash of the number that a restricted session was given for. */
  readonly subjectHash: Buffer | null;
};

/** What a handler may know of the request itself. */
export type RequestInfo = {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  /** Host name that the visitor asked for, without its port. */
  readonly host: string;
  /** Of the visitor's page, as the browser says it: `https://cards.example`. */
  readonly origin: string;
};

type Common<O> = {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly request: RequestInfo;
  readonly cookies: CookieJar;
  readonly ctx: AppContext;
};

type Outcome<O> = Promise<Result<ResponseOf<O>, Extract<ErrorOf<O>, ErrorName>>>;

/** A call that needs no token. It opens its own transaction once it knows the tenant. */
export type PublicHandler<O> = (input: Common<O>) => Outcome<O>;

/**
 * A call of a signed-in caller, in one transaction under the caller's tenant. A refusal (`err`)
 * rolls back to the start; what must outlive it (audit, counters) goes into `keep`, which runs in
 * the same transaction after that rollback and commits with it. A success drops what was put into
 * `keep`: it writes its own lines with `tx`.
 */
export type SessionHandler<O> = (
  input: Common<O> & {
    readonly session: Session;
    readonly tx: Tx;
    readonly keep: (write: (tx: Tx) => unknown) => void;
  },
) => Outcome<O>;

/**
 * A call whose answer is a stream. It reads in its transaction and answers how to open the stream,
 * which happens once the caller has been let in and the transaction is over.
 */
export type StreamHandler<O> = (
  input: Common<O> & { readonly session: Session; readonly tx: Tx },
) => Promise<Result<OpenStream, Extract<ErrorOf<O>, ErrorName>>>;
export type OpenStream = () => Readable;

/** What a signature is checked against: the exact bytes that were sent. */
export type SignedRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  readonly ctx: AppContext;
};

/** Whether a request carries a good signature. False answers 401. */
export type Authenticate = (request: SignedRequest) => boolean | Promise<boolean>;

export type RouteOptions<O> = {
  /** Headers that a success carries. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True: production does not serve it. */
  readonly isSandboxOnly?: boolean;
  /** Whether this call counts against the sign-in rate of its address. */
  readonly isSignInAttempt?: (body: BodyOf<O>) => boolean;
  /**
   * True: a refusal takes nothing back. For a call that counts guesses: a rollback would let go of
   * the lock under which one was judged before it is counted, and let the next one in.
   */
  readonly keepsRefusals?: boolean;
};

/** One of the calls that are carried out together. Its caller is let in, its key new. */
export type GroupedCall<O> = {
  readonly body: BodyOf<O>;
  readonly session: Session;
  /** How audit lines and keys call the caller: `web:12`, `card:7`. */
  readonly caller: string;
  /** Stands for caller, operation and `Idempotency-Key` in the ledger; the same for a retry. */
  readonly ledgerKey: string;
};

export type GroupedOutcome<O> = {
  readonly result: Result<ResponseOf<O>, Extract<ErrorOf<O>, ErrorName>>;
  /** What the audit line is about, and further facts. */
  readonly object?: string | undefined;
  readonly details?: AuditEvent['details'];
};

export type Within = { readonly ctx: AppContext; readonly tx: Tx; readonly tenantId: number };

/**
 * Carries out calls of one tenant in one transaction that is committed for all of them, in two steps.
 * What throws takes the whole batch back; then each call runs alone.
 */
export type GroupedHandler<O, Prepared = unknown> = {
  /**
   * Reads what is known of each call before anything is locked. Sent together with the look-up of their
   * keys, so some of them may turn out to have been answered before: it writes nothing.
   */
  prepare(calls: readonly GroupedCall<O>[], within: Within): Promise<readonly Prepared[]>;
  /**
   * An outcome for each, in their order. A refused one leaves nothing written and the others as they
   * are. Answers are kept and audit lines written for it.
   */
  carryOut(
    calls: readonly { readonly call: GroupedCall<O>; readonly prepared: Prepared }[],
    within: Within,
  ): Promise<readonly GroupedOutcome<O>[]>;
};

/** A route: an operation of the contract and what carries it out. */
export type Route = {
  readonly operation: AnyOperation;
  /** `signed` calls lie under /network/, all others under /api/. */
  readonly kind: 'public' | 'session' | 'signed';
  /** True: reads only, so it runs from one snapshot without a savepoint. */
  readonly readOnly: boolean;
  readonly run: (input: never) => Promise<Result<unknown, ErrorName>>;
  readonly authenticate?: Authenticate;
  /** True: its outcome is an OpenStream of `text/event-stream`. */
  readonly isStream?: boolean;
  /** Set for a call that is carried out together with others of its kind. */
  readonly grouped?: { readonly action: string; readonly handler: GroupedHandler<AnyOperation> };
  readonly options: RouteOptions<unknown>;
};

type OperationLike = { readonly name: string };

function route(
  operation: OperationLike,
  kind: Route['kind'],
  run: unknown,
  rest: {
    readOnly?: boolean;
    isStream?: boolean;
    authenticate?: Authenticate;
    options?: RouteOptions<never> | undefined;
  } = {},
): Route {
  return {
    operation: operation as unknown as AnyOperation,
    kind,
    readOnly: rest.readOnly ?? false,
    run: run as Route['run'],
    ...(rest.authenticate && { authenticate: rest.authenticate }),
    ...(rest.isStream && { isStream: true }),
    options: rest.options ?? {},
  };
}

export function handlePublic<O extends OperationLike>(
  operation: O,
  run: PublicHandler<O>,
  options?: RouteOptions<O>,
): Route {
  return route(operation, 'public', run, { options });
}

export function handle<O extends OperationLike>(
  operation: O,
  run: SessionHandler<O>,
  options?: RouteOptions<O>,
): Route {
  return route(operation, 'session', run, { options });
}

/**
 * A handler that writes nothing. It shares its transaction with calls of other callers of the tenant, and is
 * carried out once more where that fails; so it changes nothing elsewhere either (`shared-read.ts`).
 */
export function handleRead<O extends OperationLike>(operation: O, run: SessionHandler<O>): Route {
  return route(operation, 'session', run, { readOnly: true });
}

/** A call whose answer goes on for as long as its session lives. */
export function handleStream<O extends OperationLike>(operation: O, run: StreamHandler<O>): Route {
  return route(operation, 'session', run, { readOnly: true, isStream: true });
}

/**
 * A call that moves money: it takes `Idempotency-Key`, and commits together with others of its kind.
 * `action` is what the audit log calls it.
 */
export function handleGrouped<O extends OperationLike, Prepared>(
  operation: O,
  action: string,
  handler: GroupedHandler<O, Prepared>,
): Route {
  const alone = async () => {
    throw new Error(`${operation.name} is carried out in groups`);
  };
  return {
    ...route(operation, 'session', alone),
    grouped: { action, handler: handler as unknown as GroupedHandler<AnyOperation> },
  };
}

/**
 * A call of another system that signs the bytes it sends. It lies under /network/, carries no
 * token and opens its own transaction.
 */
export function handleSigned<O extends OperationLike>(
  operation: O,
  authenticate: Authenticate,
  run: PublicHandler<O>,
): Route {
  return route(operation, 'signed', run, { authenticate });
}
