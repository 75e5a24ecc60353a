import { hash } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { findFileByName, insertFile, type NewFile } from './bank-file.store.ts';

export type MadeFile = { readonly id: bigint; readonly name: string; readonly lines: number; readonly cents: bigint };

/** Stores the bytes and the digest of a file. The caller assigns its payments in the same transaction. */
export async function freezeFile(ctx: AppContext, tx: Tx, file: Omit<NewFile, 'digest'>): Promise<MadeFile> {
  const digest = hash('sha256', file.text, 'buffer');
  const id = await insertFile(tx, ctx.secrets, { ...file, digest });
  const { tenantId, name, lines, cents } = file;
  audit(tx, ctx.clocks, {
    tenantId,
    actor: 'system',
    action: 'bank_file.made',
    object: `bank_file:${id}`,
    outcome: 'ok',
    details: { lines, cents: String(cents), digest: digest.toString('hex') },
  });
  return { id, name, lines, cents };
}

/**
 * Name for the next part of a file that the bank already has under `name`. Its lines may be matched at different times,
 * and each part becomes a separate file.
 */
export async function partOf(tx: Tx, tenantId: number, name: string): Promise<string> {
  for (let part = 1; ; part += 1) {
    const own = part === 1 ? name : `${name}.${part}`;
    if (!(await findFileByName(tx, tenantId, own))) return own;
  }
}
