import { isDatabaseAway, isLostToAll } from './database-fault.ts';
import { type Database, ReplicaBehind, type Tx } from './database.ts';

/** How far the log of the database was written: digits. Later writes have higher ones, after a failover too. */
export type Position = string;

/** A standby that answers reads that may be a little old, and all reads while no primary answers. */
export type Replica = {
  /** Reads from one snapshot that is not older than the position. Throws ReplicaBehind, or as a database that is away. */
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

/** Whether the primary can be asked instead: the standby is behind or away, or something is written after all. */
export function isNoAnswerOfReplica(error: unknown): boolean {
  return error instanceof ReplicaBehind || (error as { code?: unknown }).code === READ_ONLY || isDatabaseAway(error);
}

/**
 * The database, with reads from a standby that has what was committed before this call, else from the primary. The
 * work of a read may run twice. For long reads that wait for nobody.
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

/** The database, with a standby for what belongs to no tenant (brands, clocks) while the primary is away. */
export function withStandby(database: Database, replica: Replica | undefined): Database {
  if (!replica) return database;
  return {
    ...database,
    async readShared(work) {
      try {
        return await database.readShared(work);
      } catch (error) {
        if (!isLostToAll(error)) throw error;
        // Where the standby is away too, the primary's error says what is wrong.
        return replica.readShared(work).catch(() => {
          throw error;
        });
      }
    },
  };
}

const POSITION = "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text AS position";

/** Behind everything that was committed before this call. */
export async function positionOf(database: Database): Promise<Position> {
  const row = await database.readShared((tx) => tx.first<{ position: string }>(POSITION));
  if (!row) throw new Error('a position is one row');
  return row.position;
}
