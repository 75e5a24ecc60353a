import { AsyncLocalStorage } from 'node:async_hooks';
import type { Facts } from './facts.ts';

/** Piece of work, from when to when. */
export type Span = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Adds facts; those that are not allowed are left out. */
  note(facts: Facts): void;
  /** Marks it as failed. The message of an error is never kept: it may quote what someone typed. */
  fail(type: string): void;
  end(): void;
};

/** `server`: answers a call. `client`: waits for another system. `work`: goes by itself. */
export type SpanKind = 'server' | 'client' | 'work';

/** Trace that a call belongs to already (W3C Trace Context). */
export type RemoteParent = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

export type NewSpan = {
  /** Name of a kind, never with a value in it. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly facts: Facts;
  /** The first is the parent, the others are linked. None: it begins a trace. */
  readonly parents: readonly Span[];
  readonly remote?: RemoteParent | undefined;
};

export type Tracer = { start(given: NewSpan): Span };

type Tracing = { readonly tracer: Tracer; readonly current: AsyncLocalStorage<Span | undefined> };

/** Tracing of this process. Undefined: every function below calls its work and does nothing else. */
let tracing: Tracing | undefined;

/** Traces from now on. Returns what ends that. */
export function traceWith(tracer: Tracer): () => void {
  const mine = { tracer, current: new AsyncLocalStorage<Span | undefined>() };
  tracing = mine;
  return () => {
    if (tracing === mine) tracing = undefined;
  };
}

export function currentSpan(): Span | undefined {
  return tracing?.current.getStore();
}

/** Begins a span that its caller ends. Undefined: nothing is traced. */
export function startSpan(given: NewSpan): Span | undefined {
  return tracing?.tracer.start(given);
}

/** Runs work as part of a span, or of none. */
export function asPartOf<T>(span: Span | undefined, work: () => T): T {
  return tracing ? tracing.current.run(span, work) : work();
}

/** Runs work that goes on by itself, apart from the call that woke it. */
export function apart<T>(work: () => T): T {
  return asPartOf(undefined, work);
}

type Started = Pick<NewSpan, 'name' | 'kind' | 'facts'>;

/** Runs work in a span of its caller's, or in one that begins a trace. */
export function inSpan<T>(started: Started, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!tracing) return work(undefined);
  const parent = tracing.current.getStore();
  return carryOut(tracing, { ...started, parents: parent ? [parent] : [] }, work);
}

/** The same only as part of another: what goes by itself all the time, such as a look for work, begins no trace. */
export function inSpanWithin<T>(started: Started, work: () => Promise<T>): Promise<T> {
  const parent = tracing?.current.getStore();
  return tracing && parent ? carryOut(tracing, { ...started, parents: [parent] }, work) : work();
}

/** Runs work in a span that begins a trace. */
export function inOwnTrace<T>(started: Started, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  return tracing ? carryOut(tracing, { ...started, parents: [] }, work) : work(undefined);
}

/** Runs work that several calls share: as part of the only one, or in a span of the first that is linked to the others. */
export function inSharedSpan<T>(parents: readonly (Span | undefined)[], work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const known = parents.filter((one) => one !== undefined);
  if (parents.length === 1 || known.length === 0) return tracing.current.run(known[0], work);
  const facts = { 'wattle.batch': parents.length };
  return carryOut(tracing, { name: 'batch', kind: 'work', facts, parents: known }, work);
}

/** Adds facts to the span that the caller is in. */
export function noteOnSpan(facts: Facts): void {
  tracing?.current.getStore()?.note(facts);
}

async function carryOut<T>(
  { tracer, current }: Tracing,
  given: NewSpan,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = tracer.start(given);
  try {
    return await current.run(span, () => work(span));
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Code of a fault where it has one, else its class. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code !== '' ? code : error.constructor.name;
}
