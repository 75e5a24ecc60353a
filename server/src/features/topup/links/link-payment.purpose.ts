import type { Charge, GatewayPurpose } from '../../gateway/public.ts';
import type { PaymentTransaction } from '../../payments/public.ts';
import { chargebackKind, type ChargedAccount, loadingKind } from '../card/loading.kind.ts';
import type { OnItsWaySource } from '../on-its-way.ts';
import { findPayer, listUnresolvedLinkPayments } from './payment-link.store.ts';

async function findChargedAccount(
  { paymentId }: Charge,
  { tx, tenantId }: PaymentTransaction,
): Promise<ChargedAccount | undefined> {
  const payer = await findPayer(tx, tenantId, paymentId);
  return payer && { memberAccountId: payer.member_account_id, payerName: payer.payer_name };
}

/** Someone else pays into an account by a link. */
const linkPayment = loadingKind('topup.link', findChargedAccount);
const linkPaymentChargeback = chargebackKind('topup.linkChargeback', findChargedAccount);

export const LINK_PAYMENT = 'link';

/** Another person pays into an account by a link. The subject is the link and the payer. */
export const linkPaymentPurpose: GatewayPurpose = {
  name: LINK_PAYMENT,
  pays: 'topUp',
  isPublic: true,
  booking: linkPayment,
  chargeback: linkPaymentChargeback,
};

/** Payments by links that may have been made and whose outcome the gateway has not reported yet. */
export const linkPaymentsOnTheirWay: OnItsWaySource = async (tx, _ctx, tenantId, memberAccountId) => {
  const unsure = await listUnresolvedLinkPayments(tx, tenantId, memberAccountId);
  return unsure.map(({ amount, made_at }) => ({
    way: 'card',
    amount,
    startedAt: Date.parse(made_at),
    expectedOn: null,
  }));
};
