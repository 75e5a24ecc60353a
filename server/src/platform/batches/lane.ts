import type pg from 'pg';

/** A connection, for one transaction. */
export type Seat = {
  readonly client: pg.PoolClient;
  /** COMMIT or ROLLBACK was sent: later statements belong to another transaction. */
  ended(): void;
  /** The end was answered or never will be. `broken` is the reason why the connection cannot be reused. */
  leave(broken: Error | undefined): void;
};

/** A connection that pipelines consecutive transactions. */
export type Lane = {
  /** A seat on the lane's connection if it is free, otherwise on a new connection. */
  take(connect: () => Promise<pg.PoolClient>): Promise<Seat>;
};

type Shared = { readonly client: pg.PoolClient; users: number; broken: Error | undefined };

/**
 * Lets a transaction begin before the end of the previous one is answered, which saves a round trip. If the
 * previous one has not sent its end, the next gets its own connection, so two transactions are never
 * interleaved. If the connection is lost, both fail.
 */
export function openLane(): Lane {
  /** A connection without an open transaction, whose last end is not answered yet. */
  let free: Shared | undefined;
  return {
    async take(connect) {
      const shared = free ?? { client: await connect(), users: 0, broken: undefined };
      if (free === shared) free = undefined;
      shared.users += 1;
      return {
        client: shared.client,
        ended() {
          if (shared.broken === undefined) free = shared;
        },
        leave(broken) {
          shared.broken ??= broken;
          shared.users -= 1;
          if (free === shared && (shared.users === 0 || shared.broken)) free = undefined;
          if (shared.users === 0) shared.client.release(shared.broken);
        },
      };
    },
  };
}
