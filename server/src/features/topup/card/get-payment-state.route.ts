import { err, ok } from '@wattle/contract/errors.ts';
import { getPaymentState } from '@wattle/contract/topup/card/get-payment-state.ts';
import { handleOutside } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { findGatewayPayment, lookAtPayment, readReference, readStanding } from '../../gateway/public.ts';
import { findTopupAccount } from '../topup-account.store.ts';
import { CARD_TOPUP } from './card-topup.purpose.ts';

export const getPaymentStateRoute = handleOutside(getPaymentState, {
  async admit({ body, session, tx, ctx }) {
    const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const named = readReference(body.Sid);
    if (named?.tenantId !== session.tenantId) return err('not_found', 'Sid');
    const payment = await findGatewayPayment(tx, session.tenantId, named.id);
    const isOfAccount = payment?.purpose === CARD_TOPUP && payment.subject === String(account.memberAccountId);
    return isOfAccount ? ok({ id: payment.id }) : err('not_found', 'Sid');
  },
  outside: ({ ctx, session, intent }) => lookAtPayment(ctx, session.tenantId, intent.id),
  async settle({ body, session, tx, ctx, intent }) {
    const [account, standing] = await Promise.all([
      findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber),
      readStanding(tx, session.tenantId, intent.id),
    ]);
    if (!account) return err('invalid_card_details', 'accountNumber');
    if (!standing) return err('not_found', 'Sid');
    return ok({
      State: standing.state,
      Amount: toDollars(standing.amount),
      ReceiptNumber: standing.receipt,
      AvailableAccountBalance: toDollars(account.balance - account.held),
    });
  },
});
