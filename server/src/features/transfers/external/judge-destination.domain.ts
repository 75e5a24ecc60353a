import { err, type Refusal } from '@wattle/contract/errors.ts';
import { TRANSFER_CATEGORY } from '@wattle/contract/transfers/transfer.ts';

type Found = {
  readonly branch: { readonly status: 'open' | 'closed' | 'away'; readonly is_own: boolean } | undefined;
  /** False: no directory is loaded. */
  readonly hasDirectory: boolean;
  /** True: the name is on the list of blocked payees. */
  readonly isBlocked: boolean;
};

/** Request fields for refusals. */
type Fields = { readonly bsb: string; readonly name: string };

/** Refuses an account at another bank that cannot be paid, or not for this purpose. */
export function refuseDestination(
  { branch, hasDirectory, isBlocked }: Found,
  { bsb: field, name }: Fields,
  purpose?: number,
): Refusal<'required_field' | 'bsb_closed' | 'bsb_lookup_away' | 'payee_blocked'> | undefined {
  if (!hasDirectory || branch?.status === 'away') return err('bsb_lookup_away', field);
  if (!branch) return err('required_field', field);
  if (branch.status === 'closed') return err('bsb_closed', field);
  if (purpose === TRANSFER_CATEGORY.ownInstitution && !branch.is_own) return err('required_field', field);
  return isBlocked ? err('payee_blocked', name) : undefined;
}
