import { getAccountLoginName } from '@wattle/contract/cards/home/get-account-login-name.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { readAccountLogin } from '../../card-facts/public.ts';

export const getAccountLoginNameRoute = handleRead(getAccountLoginName, async ({ session, tx }) => {
  const login = await readAccountLogin(tx, session);
  if (!login) throw new Error('a live session without its web account');
  const { account_number: accountNumber, extension } = login;
  return ok({
    AccountLoginNumber: extension === null ? accountNumber : `${accountNumber}-${extension}`,
    IsAccountUsernameForNominee: extension !== null,
  });
});
