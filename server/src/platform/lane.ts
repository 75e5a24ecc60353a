import type pg from 'pg';

/** A connection, for one transaction. */
export type Seat = {
  readonly client: pg.PoolClient;
  /** The COMMIT or ROLLBACK has gone out: what is sent from here on belongs to another transaction. */
  ended(): void;
  /** The end has been answered, or never will be: `broken` tells why the connection serves nobody any more. */
  leave(broken: Error | undefined): void;
};

/** A connection on which transactions follow each other more closely than on one of the pool. */
export type Lane = {
  /** A seat on the connection of the lane where that is free, else on one that is connected for it. */
  take(connect: () => Promise<pg.PoolClient>): Promise<Seat>;
};

type Shared = { readonly client: pg.PoolClient; seats: number; broken: Error | undefined };

/**
 * Lets a transaction begin while the end of the one before it is still unanswered: PostgreSQL goes on with
 * it at once, instead of waiting until it was told. Where the one before has not sent its end, the next
 * gets a connection of its own, so two are never mixed. A connection that is lost takes both along.
 */
export function openLane(): Lane {
  /** On which nothing is open, and an end unanswered. */
  let free: Shared | undefined;
  return {
    async take(connect) {
      const shared = free ?? { client: await connect(), seats: 0, broken: undefined };
      if (free === shared) free = undefined;
      shared.seats += 1;
      return {
        client: shared.client,
        ended() {
          if (shared.broken === undefined) free = shared;
        },
        leave(broken) {
          shared.broken ??= broken;
          shared.seats -= 1;
          if (free === shared && (shared.seats === 0 || shared.broken)) free = undefined;
          if (shared.seats === 0) shared.client.release(shared.broken);
        },
      };
    },
  };
}
