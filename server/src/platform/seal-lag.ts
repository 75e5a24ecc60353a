import type { Tx } from './database.ts';

export type SealLag = { readonly chain: string; readonly seconds: number };

/** How long rows of each chain have waited for their seal since the sealer noted them; 0 if none waits. */
export function readSealLag(tx: Tx, securityMs: number): Promise<SealLag[]> {
  return tx.query<SealLag>('SELECT chain, seconds FROM seal_lag($1)', [new Date(securityMs).toISOString()]);
}
