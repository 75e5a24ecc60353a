import { getAccountLoginNameActivation } from '@wattle/contract/activation/get-account-login-name-activation.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { isPrimary } from './activation-facts.ts';
import { nextExtension } from './activate-card.store.ts';
import { currentActivation } from './admit-step.ts';

export const getAccountLoginNameActivationRoute = handleRead(getAccountLoginNameActivation, async (input) => {
  const row = await currentActivation(input);
  if (!row) return err('not_found');
  if (input.body.AccountNumber !== row.account_number) return err('invalid_card_details');
  if (isPrimary(row)) return ok({ AccountLoginNumber: row.account_number, IsAccountUsernameForNominee: false });
  const extension = await nextExtension(input.tx, row);
  return ok({ AccountLoginNumber: `${row.account_number}-${extension}`, IsAccountUsernameForNominee: true });
});
