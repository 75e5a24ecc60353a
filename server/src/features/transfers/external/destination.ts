import type { PaymentTransaction } from '../../payments/public.ts';
import { findBranch, type FoundBranch, hasBranches } from '../bsb/bsb.store.ts';
import { isOnSandboxBlockList } from '../payees/sandbox-block-list.ts';

/** Account at another bank, with the data that the directory has. */
export type Destination = {
  readonly branch: FoundBranch | undefined;
  /** False: no directory is loaded. */
  readonly hasDirectory: boolean;
  readonly isBlocked: boolean;
};

/** Data about an account to be paid, with the settings of the brand. */
export async function findDestination(
  { ctx, tx, tenantId }: PaymentTransaction,
  brandId: number,
  { name, bsb }: { readonly name: string; readonly bsb: string },
): Promise<Destination> {
  const [branch, hasDirectory] = await Promise.all([findBranch(tx, tenantId, brandId, bsb), hasBranches(tx)]);
  return { branch, hasDirectory, isBlocked: isOnSandboxBlockList(ctx.config, name) };
}
