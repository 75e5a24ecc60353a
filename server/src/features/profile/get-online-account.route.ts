import { ok } from '@wattle/contract/errors.ts';
import { getOnlineAccount } from '@wattle/contract/profile/get-online-account.ts';
import { handleRead } from '../../http/handle.ts';
import { toInstant } from '../../platform/database.ts';
import { hasUnopenedStatement } from '../statements/public.ts';
import { readOwnProfile, withheldUntold } from './own-profile.ts';
import { toTaxFile } from './profile.view.ts';

export const getOnlineAccountRoute = handleRead(getOnlineAccount, async ({ tx, ctx, session }) => {
  const row = await readOwnProfile({ ctx, tx }, session);
  return ok({
    FirstName: row.first_name,
    Surname: row.surname,
    PreviousLogin: row.previous_login_at === null ? null : toInstant(row.previous_login_at),
    ShowStatementMessage: await hasUnopenedStatement(tx, session),
    TaxFileNumber: toTaxFile(row),
    Withholding: await withheldUntold({ ctx, tx }, session, row),
    IsPrimaryAccount: row.is_primary,
    Kyc: row.is_kyc_verified,
    Language: row.language,
  });
});
