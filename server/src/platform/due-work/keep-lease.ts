import { type Claimed, LeaseLost, renew } from './due-work.store.ts';
import type { DueContext } from './job.ts';

/** Renewals per lease period, so that one may fail without losing the lease. */
const RENEWALS = 3;

export type RenewedLease = {
  /** Aborted when the lease is lost. */
  readonly signal: AbortSignal;
  /** Stops renewing, after the renewal in progress has ended. */
  readonly stop: () => Promise<void>;
};

/** Renews a lease while work runs outside of a transaction. */
export function keepLease(ctx: DueContext, claimed: Claimed, leaseMs: number, leaseEndsAtMs: number): RenewedLease {
  const lost = new AbortController();
  let endsAtMs = leaseEndsAtMs;
  let renewing: Promise<void> | undefined;

  async function renewOnce(): Promise<void> {
    const now = ctx.clocks.security.now();
    try {
      // Not subject to the runner's connection limit: waiting for a connection could lose the lease.
      await ctx.database.transact(claimed.tenant_id, (tx) => renew(tx, claimed, now, now + leaseMs));
      endsAtMs = now + leaseMs;
    } catch (error) {
      if (error instanceof LeaseLost || ctx.clocks.security.now() >= endsAtMs) lost.abort(error);
    }
  }

  const timer = setInterval(() => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    });
  }, leaseMs / RENEWALS);
  timer.unref();
  return {
    signal: lost.signal,
    async stop() {
      clearInterval(timer);
      await renewing;
    },
  };
}
