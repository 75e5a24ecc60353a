import { err, type Refusal } from '@wattle/contract/errors.ts';
import { TRANSFER_CATEGORY } from '@wattle/contract/transfers/external/direct-entry.ts';

type Found = {
  readonly branch: { readonly status: 'open' | 'closed' | 'away'; readonly is_own: boolean } | undefined;
  /** False: no directory is loaded. */
  readonly hasDirectory: boolean;
};

/** Refuses a BSB that cannot be paid, or not for this purpose. */
export function refuseBranch(
  { branch, hasDirectory }: Found,
  purpose: number,
): Refusal<'required_field' | 'bsb_closed' | 'bsb_lookup_away'> | undefined {
  const field = 'DestinationAccountBsb';
  if (!hasDirectory || branch?.status === 'away') return err('bsb_lookup_away', field);
  if (!branch) return err('required_field', field);
  if (branch.status === 'closed') return err('bsb_closed', field);
  return purpose === TRANSFER_CATEGORY.ownInstitution && !branch.is_own ? err('required_field', field) : undefined;
}
