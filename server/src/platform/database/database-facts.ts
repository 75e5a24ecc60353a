import pg from 'pg';
import type { Clock } from '../time/clock.ts';
import { certificateEndsMs } from './driver.ts';

/** Facts of a database and of the role that a URL signs in as. */
export type DatabaseFacts = {
  /** As PostgreSQL counts: 150020 is 15.20. */
  readonly version: number;
  /** Host, port and name: the same for two URLs of one database. */
  readonly place: string;
  /** Milliseconds by which its clock is ahead of ours; within the time of one answer. */
  readonly aheadMs: number;
  readonly isSuperuser: boolean;
  readonly mayMakeRoles: boolean;
  readonly ownsDatabase: boolean;
  /** Whether it is a standby. */
  readonly isStandby: boolean;
  /** Milliseconds since 1970 at which its certificate ends; undefined: the connection is not encrypted. */
  readonly certificateEndsMs: number | undefined;
};

const FACTS = `
SELECT current_setting('server_version_num')::integer AS version,
       concat_ws(':', inet_server_addr(), inet_server_port(), current_database()) AS place,
       extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms,
       r.rolsuper AS is_superuser, r.rolcreaterole AS may_make_roles,
       EXISTS (SELECT FROM pg_database d WHERE d.datname = current_database() AND pg_has_role(d.datdba, 'MEMBER'))
         AS owns_database,
       pg_is_in_recovery() AS is_standby
  FROM pg_roles r WHERE r.rolname = current_user`;

type Row = {
  readonly version: number;
  readonly place: string;
  readonly now_ms: number;
  readonly is_superuser: boolean;
  readonly may_make_roles: boolean;
  readonly owns_database: boolean;
  readonly is_standby: boolean;
};

/** Asks a database by one connection, which is closed again. Throws the fault of the network or of PostgreSQL. */
export async function readDatabaseFacts(url: string, clock: Clock, limitMs: number): Promise<DatabaseFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: 'wattle-config',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const askedMs = clock.now();
    const { rows } = await client.query<Row>(FACTS);
    const [row] = rows;
    if (!row) throw new Error('the database does not say who signed in');
    const halfWayMs = (askedMs + clock.now()) / 2;
    return {
      version: row.version,
      place: row.place,
      aheadMs: Math.round(row.now_ms - halfWayMs),
      isSuperuser: row.is_superuser,
      mayMakeRoles: row.may_make_roles,
      ownsDatabase: row.owns_database,
      isStandby: row.is_standby,
      certificateEndsMs: certificateEndsMs(client),
    };
  } finally {
    await client.end().catch(() => {});
  }
}
