import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasBillers, readBillerFile, replaceBillers } from '../features/bpay/public.ts';
import { hasBranches, readBsbFile, replaceBranches } from '../features/transfers/public.ts';
import type { Database } from '../platform/database/database.ts';
import { type BankEncoding, bankText } from '../platform/text/text-encoding.ts';

/** The directories that payments are checked against. They belong to the instance, not to a tenant. */
export const DIRECTORIES = ['billers', 'bsbs'] as const;
export type DirectoryName = (typeof DIRECTORIES)[number];

const NO_TENANT = 0;
const SAMPLES: Readonly<Record<DirectoryName, string>> = {
  billers: path.join(import.meta.dirname, '../features/bpay/billers/sample-billers.csv'),
  bsbs: path.join(import.meta.dirname, '../features/transfers/bsb/sample-bsbs.csv'),
};

/** An invalid file; the message has a line for each finding. */
export class DirectoryFileError extends Error {
  constructor(file: string, findings: readonly string[]) {
    super([`${file} is not fit to be loaded:`, ...findings.map((finding) => `  ${finding}`)].join('\n'));
  }
}

/** Says how many entries a file has. Throws DirectoryFileError. */
export function checkDirectory(name: DirectoryName, file: string, today: string, encoding: BankEncoding): number {
  return name === 'billers' ? readBillers(file, today, encoding).length : readBranches(file, encoding).length;
}

/** Replaces a directory by the entries of a file, and says how many. Throws DirectoryFileError. */
export async function loadDirectory(
  database: Database,
  name: DirectoryName,
  file: string,
  today: string,
  encoding: BankEncoding = 'latin1',
): Promise<number> {
  if (name === 'billers') {
    const billers = readBillers(file, today, encoding);
    await database.transact(NO_TENANT, (tx) => replaceBillers(tx, billers));
    return billers.length;
  }
  const branches = readBranches(file, encoding);
  await database.transact(NO_TENANT, (tx) => replaceBranches(tx, branches));
  return branches.length;
}

function readBillers(file: string, today: string, encoding: BankEncoding) {
  const { billers, findings } = readBillerFile(bankText(readFileSync(file), encoding), today);
  if (findings.length > 0) throw new DirectoryFileError(file, findings);
  return billers;
}

function readBranches(file: string, encoding: BankEncoding) {
  const { branches, findings } = readBsbFile(bankText(readFileSync(file), encoding));
  if (findings.length > 0) throw new DirectoryFileError(file, findings);
  return branches;
}

/** Loads the samples of the sandbox where a directory is empty. */
export async function loadSampleDirectories(database: Database, today: string): Promise<void> {
  if (!(await database.readShared(hasBillers))) await loadDirectory(database, 'billers', SAMPLES.billers, today);
  if (!(await database.readShared(hasBranches))) await loadDirectory(database, 'bsbs', SAMPLES.bsbs, today);
}
