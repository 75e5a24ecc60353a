import type { GatewayPurpose } from '../../gateway/public.ts';
import type { OnItsWaySource } from '../on-its-way.ts';
import { linkPayment, linkPaymentChargeback } from './link-payment.kind.ts';
import { listUnsureLinkPayments } from './payment-link.store.ts';

export const LINK_PAYMENT = 'link';

/** Another person pays into an account by a link. The subject is the link and the payer. */
export const linkPaymentPurpose: GatewayPurpose = {
  name: LINK_PAYMENT,
  isPublic: true,
  booking: linkPayment,
  chargeback: linkPaymentChargeback,
};

/** Payments by links that may have been made and whose outcome the gateway has not reported yet. */
export const linkPaymentsOnTheirWay: OnItsWaySource = async (tx, _ctx, tenantId, memberAccountId) => {
  const unsure = await listUnsureLinkPayments(tx, tenantId, memberAccountId);
  return unsure.map(({ amount, made_at }) => ({
    way: 'card',
    amount,
    startedAt: Date.parse(made_at),
    expectedOn: null,
  }));
};
