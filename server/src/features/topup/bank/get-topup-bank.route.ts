import { err, ok } from '@wattle/contract/errors.ts';
import { getTopupBank } from '@wattle/contract/topup/bank/get-topup-bank.ts';
import { handleRead } from '../../../http/handle.ts';
import { findTopupAccount } from '../topup-account.store.ts';

export const getTopupBankRoute = handleRead(getTopupBank, async ({ query, session, tx, ctx }) => {
  const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, query.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  if (!account.ways.bank) return err('card_problem', 'accountNumber');
  return ok({
    AccountName: account.holderName,
    Bsb: account.bsb,
    AccountNumber: query.accountNumber,
    BankingDays: ctx.config.topup.bankDays,
  });
});
