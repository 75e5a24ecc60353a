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
import type { RateName } from '../config/config.ts';
import type { AppContext } from '../compose/context.ts';
import type { AnyKind, CallInput, PaymentKind } from '../features/payments/public.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CookieJar } from './cookies.ts';

/** The caller's live session, checked against the database for this request. */
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
  /** Keyed hash of the number that a restricted session was issued for. */
  readonly subjectHash: Buffer | null;
  /** Time of the last proof in this session (security clock); null: never. */
  readonly provedAt: number | null;
  /** The same for a proof of any purpose, such as a single payment. */
  readonly anyProofAt: number | null;
};

/** Request metadata for handlers. */
export type RequestInfo = {
  readonly id: string;
  /** When its first bytes arrived, by `performance.now()`. */
  readonly arrivedAt: number;
  readonly address: string;
  readonly userAgent: string;
  /** Requested host name, without the port. */
  readonly host: string;
  /** Brand of the visitor's page, as sent by the page. Not trusted for calls with a token. */
  readonly brand: string | undefined;
  /** Origin of the visitor's page, as sent by the browser: `https://cards.example`. */
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

/** Call without a token. It opens its own transaction once the tenant is known. */
export type PublicHandler<O> = (
  input: Common<O> & {
    /** Whether the call comes from the networks of the desk, the only place where a view is opened and renewed. */
    readonly isFromDesk: boolean;
  },
) => Outcome<O>;

/**
 * A call of a signed-in caller, in one transaction under the caller's tenant. A refusal (`err`) rolls back to
 * the start. Writes that must survive it (audit, counters) go into `keep`, which runs in the same transaction
 * after the rollback. On success `keep` is dropped; the handler writes its own lines with `tx`.
 */
export type SessionHandler<O> = (input: SessionInput<O>) => Outcome<O>;
export type SessionInput<O> = Common<O> & {
  readonly session: Session;
  readonly tx: Tx;
  readonly keep: (write: (tx: Tx) => unknown) => void;
};

/**
 * A call that waits for something other than the database: another system, a hash, other attempts at the same
 * secret. It waits between two transactions, without an open transaction or connection.
 */
export type OutsideHandler<O, Intent, Known> = {
  /** The first transaction authorises the caller and records the intent. A refusal ends the call. */
  admit(input: SessionInput<O>): Promise<Result<Intent, Extract<ErrorOf<O>, ErrorName>>>;
  /**
   * The slow part. If it throws, the error is answered as usual and `settle` does not run, so due work must
   * pick up what `admit` wrote.
   */
  outside(input: Omit<SessionInput<O>, 'tx' | 'keep'> & { readonly intent: Intent }): Promise<Known>;
  /** The second transaction records the result and returns the response. */
  settle(input: SessionInput<O> & { readonly intent: Intent; readonly known: Known }): Outcome<O>;
  /** Calls with the same subject run `outside` and `settle` sequentially. Defaults to the session. */
  subject?(intent: Intent): string;
  /**
   * True: settles even if the session ended meanwhile, and keeps its writes even with a refusal, because another system
   * has acted. False: a call whose session ended is answered 401 and settles nothing.
   */
  readonly settlesAlways?: boolean;
};

/**
 * A call whose response is a stream. It reads in its transaction and returns a function that opens the stream
 * after the transaction has ended.
 */
export type StreamHandler<O> = (
  input: Common<O> & { readonly session: Session; readonly tx: Tx },
) => Promise<Result<OpenStream, Extract<ErrorOf<O>, ErrorName>>>;
export type OpenStream = () => Readable;

/** Input of signature verification: method, path and the exact bytes of the body. */
export type SignedRequest = {
  readonly method: string;
  /** Documented path of the matched route, whatever case or trailing slash the caller used. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  readonly ctx: AppContext;
};

/** Call by another system that signs its requests, with the bytes that it signed. */
export type SignedHandler<O> = (
  input: Parameters<PublicHandler<O>>[0] & { readonly signed: Pick<SignedRequest, 'headers' | 'rawBody'> },
) => Outcome<O>;

/** Whether a request has a valid signature. False answers 401. */
export type Authenticate = (request: SignedRequest) => boolean | Promise<boolean>;

export type RouteOptions<O> = {
  /** Headers that a success carries. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True: production does not serve it. */
  readonly isSandboxOnly?: boolean;
  /** Maximum body size in bytes, if it differs from the default. */
  readonly bodyLimit?: number;
  /** Rate limit that applies to the call, by client address. */
  readonly rate?: RateName;
  /** True: answered only in the networks of the desk. Public calls only. */
  readonly isForStaff?: true;
  /**
   * Which calls count against the rate, if not all. Public calls only: others are counted before the body is
   * parsed.
   */
  readonly isCounted?: (body: BodyOf<O>) => boolean;
  /**
   * True: a refusal is not rolled back. For calls that count guesses: a rollback would release the lock
   * before the guess is counted, and admit the next one.
   */
  readonly keepsRefusals?: boolean;
  /**
   * Whether this request is one of the cases in which its operation requires a fresh proof. Required if the operation
   * declares such cases; called only if the session has no fresh proof.
   */
  readonly needsProof?: (input: SessionInput<O>) => boolean | Promise<boolean>;
  /**
   * True: read from a standby if there is one, which may lack the last milliseconds of others' writes but never the
   * caller's own. For reads of much old data.
   */
  readonly mayBeOld?: boolean;
};

/** A route: an operation of the contract and its handler. */
export type Route = {
  readonly operation: AnyOperation;
  /** `signed` calls lie under /network/, all others under /api/. `document`: a file (document.ts). */
  readonly kind: 'public' | 'session' | 'signed' | 'document';
  /** True: reads only, so it runs from one snapshot without a savepoint. */
  readonly readOnly: boolean;
  readonly run: (input: never) => Promise<Result<unknown, ErrorName>>;
  readonly authenticate?: Authenticate;
  /** True: its outcome is an OpenStream of `text/event-stream`. */
  readonly isStream?: boolean;
  /** Set for a call that waits outside of its transactions. */
  readonly outside?: OutsideHandler<AnyOperation, unknown, unknown>;
  /** Set for a call that moves money: the kind of its payment. */
  readonly payment?: AnyKind;
  readonly options: RouteOptions<unknown>;
};

/** Runs a handler once the caller is authenticated and the input is validated. */
export type Step = (input: SessionInput<AnyOperation>) => Promise<Result<unknown, ErrorName>>;

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

/** Defines a call that calls another system or computes a hash between two transactions. */
export function handleOutside<O extends OperationLike, Intent, Known>(
  operation: O,
  handler: OutsideHandler<O, Intent, Known>,
  options?: RouteOptions<O>,
): Route {
  return {
    ...route(operation, 'session', neverAlone(operation), { options }),
    outside: handler,
  };
}

/**
 * Defines a read-only call. It shares its transaction with other calls of the tenant and is retried alone if
 * that fails, so it must have no side effects (`shared-read.ts`).
 */
export function handleRead<O extends OperationLike>(
  operation: O,
  run: SessionHandler<O>,
  options?: Pick<RouteOptions<O>, 'mayBeOld'>,
): Route {
  return route(operation, 'session', run, { readOnly: true, options });
}

/** Defines a call that streams its response until its session ends. */
export function handleStream<O extends OperationLike>(operation: O, run: StreamHandler<O>): Route {
  return route(operation, 'session', run, { readOnly: true, isStream: true });
}

/** Placeholder handler for calls that `bind.ts` runs through their other parts. */
function neverAlone({ name }: OperationLike) {
  return async () => {
    throw new Error(`${name} has no handler of its own`);
  };
}

/** Defines a call that moves money: a payment of the kind, with the caller's `Idempotency-Key`. */
export function handlePayment<O extends OperationLike, Facts>(
  operation: O,
  kind: PaymentKind<CallInput<BodyOf<O>>, Facts, ResponseOf<O>, Extract<ErrorOf<O>, ErrorName>>,
): Route {
  return { ...route(operation, 'session', neverAlone(operation)), payment: kind };
}

/**
 * Defines a call by another system that signs its requests. Served under /network/, without a token; opens
 * its own transaction.
 */
export function handleSigned<O extends OperationLike>(
  operation: O,
  authenticate: Authenticate,
  run: SignedHandler<O>,
): Route {
  return route(operation, 'signed', run, { authenticate });
}
