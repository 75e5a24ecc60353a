import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Branch } from './bsb-file.domain.ts';

export type FoundBranch = Branch & {
  /** Whether it belongs to the institution of one of the brand's own BSBs. */
  readonly is_own: boolean;
};

const FIND = `
SELECT b.bsb, b.institution, b.name, b.status,
       EXISTS (SELECT FROM product p JOIN bsb_branch own ON own.bsb = replace(coalesce(p.settings ->> 'bsb', '000-001'), '-', '')
                WHERE p.tenant_id = $1 AND p.brand_id = $2 AND own.institution = b.institution) AS is_own
  FROM bsb_branch b WHERE b.bsb = $3`;

/** Branch, with the data that depends on the brand. */
export function findBranch(tx: Tx, tenantId: number, brandId: number, bsb: string): Promise<FoundBranch | undefined> {
  return tx.first(FIND, [tenantId, brandId, bsb]);
}

const INSERT = `
INSERT INTO bsb_branch (bsb, institution, name, status)
SELECT b.bsb, b.institution, b.name, b.status
  FROM ${arrayRows('b', 1, { bsb: 'text', institution: 'text', name: 'text', status: 'text' })}`;

/** Replaces the directory. */
export async function replaceBranches(tx: Tx, branches: readonly Branch[]): Promise<void> {
  await tx.run('DELETE FROM bsb_branch');
  await tx.run(INSERT, [
    branches.map(({ bsb }) => bsb),
    branches.map(({ institution }) => institution),
    branches.map(({ name }) => name),
    branches.map(({ status }) => status),
  ]);
}

export async function hasBranches(tx: Tx): Promise<boolean> {
  return (await tx.first('SELECT FROM bsb_branch LIMIT 1')) !== undefined;
}
