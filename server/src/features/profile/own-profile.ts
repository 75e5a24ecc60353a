import type { Withholding } from '@wattle/contract/profile/online-account.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Session } from '../../http/handle.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readWithholding } from '../interest/public.ts';
import { type ProfileRow, readProfile } from './profile.store.ts';

type Reading = { readonly ctx: Pick<AppContext, 'clocks'>; readonly tx: Tx };

/** Profile of the caller. The tables guarantee that a web account has one. */
export async function readOwnProfile({ ctx, tx }: Reading, session: Session): Promise<ProfileRow> {
  const row = await readProfile(tx, session, monthAt(ctx.clocks.business.now()));
  if (!row) throw new Error('a session without its web account');
  return row;
}

/** Tax withheld from the interest of a person who could give a tax file number and has not. */
export async function withholdingWithoutNumber(
  { ctx, tx }: Reading,
  session: Session,
  row: ProfileRow,
): Promise<Withholding | null> {
  const mayQuoteNumber = row.may_edit_tax_file && !row.has_tfn && row.tax_exemption === null;
  return mayQuoteNumber
    ? readWithholding(tx, session.tenantId, row.member_account_id, monthAt(ctx.clocks.business.now()))
    : null;
}
