import { err, ok } from '@wattle/contract/errors.ts';
import { setTransactionCategory } from '@wattle/contract/transactions/set-category.ts';
import { handle } from '../../../http/handle.ts';
import { findOwnAccount } from '../transaction.store.ts';
import { setCategory } from './set-category.store.ts';

export const setCategoryRoute = handle(setTransactionCategory, async ({ body, session, tx }) => {
  const account = await findOwnAccount(tx, session, body.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const isSet = await setCategory(tx, session.tenantId, account, {
    seq: BigInt(body.Sequence),
    category: body.Category,
    isForMerchant: body.IsForMerchant ?? false,
  });
  return isSet ? ok({ IsSuccessful: true as const }) : err('not_found', 'Sequence');
});
