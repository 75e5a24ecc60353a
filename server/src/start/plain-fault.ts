import { ConfigError } from '../config/config.ts';
import { BrandFileError } from '../features/brands/public.ts';
import { AppRoleError } from '../platform/database/app-role.ts';
import { BackupError } from '../platform/backup/backup-file.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { isNetworkFault } from '../platform/database/network-fault.ts';

/** Errors whose messages were written for the operator. */
const PLAIN = [ConfigError, MigrationError, AppRoleError, BrandFileError, BackupError];

const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'it is on a file system that is read-only',
  ENOTDIR: 'a part of this path is no folder',
  EEXIST: 'it is no folder',
  ENOSPC: 'there is no space left',
};

/** The database is away, is another, or does not let this login in. */
const DATABASE_AWAY = /^(28000|28P01|3D000|53300|57P03)$/;
const NOT_PERMITTED = '42501';
const NO_TABLE = '42P01';

/**
 * Fault in a line for the operator; undefined for a bug, which shows its stack. It names no
 * password: messages of the driver quote none.
 */
export function plainFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (PLAIN.some((kind) => error instanceof kind)) return error.message;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const fileFault = FILE_FAULTS[code];
  if (path !== undefined && fileFault !== undefined) return `${path}: ${fileFault} (${code}).`;
  if (DATABASE_AWAY.test(code) || isNetworkFault(error))
    return `The database cannot be used: ${messageOf(error)} (${code}).`;
  if (code === NO_TABLE) return `The database lacks a table: ${error.message}. Start Wattle on it first.`;
  if (code === NOT_PERMITTED) {
    return `The database role may not do this: ${error.message}. Use the URL of the role that owns the tables.`;
  }
  return undefined;
}

/** A name with several addresses fails with one error for each address, and the outer error has no message. */
function messageOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (first instanceof Error ? first.message : 'it does not answer');
}
