import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import { refuseInTransaction } from '../platform/database/open-transaction.ts';
import { asPartOf, inSpan, type Span } from '../platform/tracing/spans.ts';
import type { CalledAddresses } from './called-addresses.ts';
import type { Delivery } from './delivery.ts';
import type { FailingSystems } from './failing.ts';
import type { OutsideFigures } from './figures.ts';
import type { OutsideOutcome } from './outcome.ts';

export type PolicySettings = {
  /** How long one call may take, in ms. */
  readonly limitMs: number;
  /** Maximum concurrent calls, so that a slow system does not take all sockets. */
  readonly atOnce: number;
  /** Maximum queue length. */
  readonly waitingMost: number;
  /** Consecutive failures that open the circuit breaker. */
  readonly failuresToOpen: number;
  /** How long an open circuit breaker rejects all calls, in ms, before it admits a trial call. */
  readonly openMs: number;
};

/** Time limit, concurrency limit and circuit breaker for all calls of one system, and the addresses that they may use. */
export type Policy = {
  readonly addresses: CalledAddresses;
  /**
   * Makes a call with a time limit, unless the circuit breaker is open or the queue is full. `signal` is
   * aborted on timeout. Not for use within a transaction.
   */
  call<T>(work: (signal: AbortSignal) => Promise<OutsideOutcome<T>>): Promise<OutsideOutcome<T>>;
  /** The same for a message. */
  deliver<D extends Delivery>(work: (signal: AbortSignal) => Promise<D>): Promise<D | Delivery>;
};

/** Marks a failed result as a failure for the circuit breaker. */
class Failed extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super('failed');
    this.outcome = outcome;
  }
}

/** `isOfOne`: it is raised, and does not count for the circuit breaker. */
type Failure = { readonly code: string; readonly isOurs?: boolean; readonly isOfOne?: boolean };

/** Reason for a missing response, and whether the call may have reached the other system. */
type Stopped = { readonly code: 'busy' | 'breaker_open' | 'timeout'; readonly wasSent: boolean };

const STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const;

/** @param system labels the figures */
export function openPolicy(
  system: string,
  settings: PolicySettings,
  figures: OutsideFigures,
  addresses: CalledAddresses,
  failing?: FailingSystems,
): Policy {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: settings.openMs,
    breaker: new ConsecutiveBreaker(settings.failuresToOpen),
  });
  figures.watch(system, () => STATES[breaker.state]);
  const policy = wrap(
    bulkhead(settings.atOnce, settings.waitingMost),
    breaker,
    timeout(settings.limitMs, TimeoutStrategy.Aggressive),
  );

  const kind = tracedName(system);
  const traced = <T>(work: (span: Span | undefined) => Promise<T>) =>
    inSpan({ name: `call ${kind}`, kind: 'client', facts: { 'wattle.system': kind } }, work);

  async function run<T>(
    work: (signal: AbortSignal) => Promise<T>,
    failureOf: (outcome: T) => Failure | undefined,
    toOutcome: (stopped: Stopped) => T,
    kindOf: (outcome: T) => string,
    span: Span | undefined,
  ): Promise<T> {
    refuseInTransaction(`a call of ${system}`);
    const began = performance.now();
    const count = (outcome: T): T => {
      const kind = kindOf(outcome);
      figures.count(system, kind, (performance.now() - began) / 1000);
      span?.note({ 'wattle.outcome': kind });
      if (kind === 'unknown' || kind === 'unsent') span?.fail(kind);
      return outcome;
    };
    try {
      const outcome = await policy.execute(async ({ signal }) => {
        // One that waited in the queue is begun by the end of another.
        const ended = await asPartOf(span, () => work(signal));
        const failure = failureOf(ended);
        failing?.note(system, failure?.code, failure?.isOurs);
        // Others must not wait for what concerns one of them.
        if (failure && !failure.isOfOne) throw new Failed(ended);
        return ended;
      });
      return count(outcome);
    } catch (error) {
      if (error instanceof Failed) return count(error.outcome as T);
      const stopped = stoppedBy(error);
      if (!stopped) throw error;
      if (stopped.code === 'timeout') failing?.note(system, stopped.code);
      return count(toOutcome(stopped));
    }
  }

  return {
    addresses,
    call: (work) =>
      traced((span) =>
        run(
          async (signal) => {
            const outcome = await work(signal);
            if (outcome.kind === 'refused' && outcome.isLimit) figures.limited(system, outcome.code);
            return outcome;
          },
          (outcome) => (outcome.kind === 'unknown' || outcome.kind === 'unsent' ? outcome : undefined),
          ({ code, wasSent }) => ({ kind: wasSent ? 'unknown' : 'unsent', code }),
          (outcome) => outcome.kind,
          span,
        ),
      ),
    deliver: <D extends Delivery>(work: (signal: AbortSignal) => Promise<D>) =>
      traced((span) =>
        run<D | Delivery>(
          async (signal) => {
            const delivery = await work(signal);
            // The next one that is accepted ends what `failing` shows.
            if (!delivery.ok && delivery.isFinal && delivery.isOurs) figures.limited(system, delivery.code);
            return delivery;
          },
          (delivery) => (delivery.ok || (delivery.isFinal && !delivery.isOurs) ? undefined : delivery),
          ({ code, wasSent }) => ({ ok: false, isFinal: false, code, ...(!wasSent && { isUnsent: true as const }) }),
          (delivery) =>
            delivery.ok ? 'done' : delivery.isFinal ? 'refused' : delivery.isUnsent ? 'unsent' : 'unknown',
          span,
        ),
      ),
  };
}

/** Parts of a system that are ours to name. Others are numbers of programmes, senders and hosts. */
const TRACED_NAME = /^[a-zA-Z]+(?::(?:in|out|list|notices|scheme|statements)(?![\w.]))?/;

function tracedName(system: string): string {
  return TRACED_NAME.exec(system)?.[0] ?? 'other';
}

function stoppedBy(error: unknown): Stopped | undefined {
  if (error instanceof BulkheadRejectedError) return { code: 'busy', wasSent: false };
  if (error instanceof BrokenCircuitError) return { code: 'breaker_open', wasSent: false };
  if (error instanceof TaskCancelledError) return { code: 'timeout', wasSent: true };
  return undefined;
}
