import type { Within } from '../../payments/public.ts';
import { findBranch, type FoundBranch, hasBranches } from '../bsb/bsb.store.ts';
import { isBlockedPayee } from '../payees/blocked-payee.ts';

/** An account at another bank, as far as it is known here. */
export type Destination = {
  readonly branch: FoundBranch | undefined;
  /** False: no directory is loaded. */
  readonly hasDirectory: boolean;
  readonly isBlocked: boolean;
};

/** Facts about an account that is to be paid, seen from a brand. */
export async function findDestination(
  { ctx, tx, tenantId }: Within,
  brandId: number,
  { name, bsb }: { readonly name: string; readonly bsb: string },
): Promise<Destination> {
  const [branch, hasDirectory] = await Promise.all([findBranch(tx, tenantId, brandId, bsb), hasBranches(tx)]);
  return { branch, hasDirectory, isBlocked: isBlockedPayee(ctx.config, name) };
}
