import type pg from 'pg';
import { BackupError } from './backup-file.ts';

/**
 * Excluded from a backup. Migrations are run again, not copied. The sealer's marks contain transaction ids of one
 * cluster and are recreated. Unlogged tables contain only disposable data. Partitions are read through their tables; a
 * detached year belongs to the operator.
 */
const LEFT_OUT = ['migration', 'account_seal_mark', 'ledger_seal_mark', 'audit_seal_mark'];

/** Tables with a partition for each year, such as `audit_log_2027`. */
export const BY_YEAR = ['audit_log', 'statement'] as const;

const TABLES = `
SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(array_agg(DISTINCT f.confrelid::regclass::text), '{}') FROM pg_constraint f
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relpersistence = 'p' AND c.relname <> ALL ($1) AND c.relname !~ '^(${BY_YEAR.join('|')})_\\d{4}$'
ORDER BY c.relname`;

export type BackupTable = { readonly name: string; readonly columns: readonly string[] };

/** All tables in dependency order: each after the tables that its foreign keys reference. */
export async function backupTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(TABLES, [LEFT_OUT]);
  const ordered: BackupTable[] = [];
  const done = new Set<string>();
  let waiting = rows;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every((name) => done.has(name)));
    if (ready.length === 0)
      throw new BackupError(`Tables need each other: ${waiting.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      done.add(name);
    }
    waiting = waiting.filter(({ name }) => !done.has(name));
  }
  return ordered;
}

/** The target of COPY for a table: `"name" ("column", …)`. */
export function copyTarget(client: pg.Client, { name, columns }: BackupTable): string {
  return `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
}

/** Source of COPY for a table, with or without partitions. */
export function copySource(client: pg.Client, { name, columns }: BackupTable): string {
  return `(SELECT ${columns.map((column) => client.escapeIdentifier(column)).join(', ')} FROM ${client.escapeIdentifier(name)})`;
}

export type YearPart = { readonly table: string; readonly year: number };

/** Years that have a partition. */
export async function readYears(client: pg.Client): Promise<YearPart[]> {
  const { rows } = await client.query<YearPart>(
    `SELECT i.inhparent::regclass::text AS "table", substring(c.relname from '_(\\d{4})$')::integer AS year
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent::regclass::text = ANY ($1) AND c.relname ~ '_\\d{4}$' ORDER BY 1, 2`,
    [BY_YEAR],
  );
  return rows;
}

/** Creates the partitions of years in an empty database before rows are copied. */
export async function makeYears(client: pg.Client, years: readonly YearPart[]): Promise<void> {
  for (const { table, year } of years) {
    await client.query(`SELECT ${table === 'audit_log' ? 'make_audit_part' : 'make_statement_part'}($1)`, [year]);
  }
}

/** Makes the text format independent of server settings, and disables row-level security. */
export const COPY_SETTINGS = `SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'; SET intervalstyle = 'postgres';
  SET bytea_output = 'hex'; SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET row_security = off;
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`;
