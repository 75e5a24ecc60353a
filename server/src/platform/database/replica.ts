import { isDatabaseAway, isLostToAll } from './database-fault.ts';
import { type Database, ReplicaBehind, type Tx } from './database.ts';

/** Position in the database log, in digits. Later writes have higher positions, also after a failover. */
export type Position = string;

/** A standby for reads that may be slightly stale, and for all reads while no primary answers. */
export type Replica = {
  /**
   * Reads from one snapshot that is not older than the position. Throws ReplicaBehind, or like an unavailable database.
   */
  read<T>(tenantId: number, position: Position, work: (tx: Tx) => Promise<T>): Promise<T>;
  readShared: Database['readShared'];
};

export function openReplica(database: Database): Replica {
  return {
    read: (tenantId, position, work) => database.read(tenantId, work, position),
    readShared: database.readShared,
  };
}

const READ_ONLY = '25006';

/** Whether the primary should be asked instead: the standby is behind or unavailable, or the work writes after all. */
export function isNoAnswerOfReplica(error: unknown): boolean {
  return error instanceof ReplicaBehind || (error as { code?: unknown }).code === READ_ONLY || isDatabaseAway(error);
}

/**
 * Database that reads from a standby with everything committed before this call, otherwise from the primary. The work
 * of a read may run twice. For long reads.
 */
export async function readingFromStandby(database: Database, replica: Replica): Promise<Database> {
  const position = await positionOf(database);
  return {
    ...database,
    async read(tenantId, work) {
      try {
        return await replica.read(tenantId, position, work);
      } catch (error) {
        if (!isNoAnswerOfReplica(error)) throw error;
        return database.read(tenantId, work);
      }
    },
  };
}

/** Database with a standby for rows without a tenant (brands, clocks) while the primary is unavailable. */
export function withStandby(database: Database, replica: Replica | undefined): Database {
  if (!replica) return database;
  return {
    ...database,
    async readShared(work) {
      try {
        return await database.readShared(work);
      } catch (error) {
        if (!isLostToAll(error)) throw error;
        // If the standby is unavailable too, the primary's error is more useful.
        return replica.readShared(work).catch(() => {
          throw error;
        });
      }
    },
  };
}

const POSITION = "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text AS position";

/** Position after everything committed before this call. */
export async function positionOf(database: Database): Promise<Position> {
  const row = await database.readShared((tx) => tx.first<{ position: string }>(POSITION));
  if (!row) throw new Error('a position is one row');
  return row.position;
}
