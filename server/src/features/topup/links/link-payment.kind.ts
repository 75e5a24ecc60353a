import type { Charge } from '../../gateway/public.ts';
import type { Within } from '../../payments/public.ts';
import { chargebackKind, type Loaded, loadingKind } from '../card/loading.kind.ts';
import { findPayer } from './payment-link.store.ts';

async function findLoaded({ paymentId }: Charge, { tx, tenantId }: Within): Promise<Loaded | undefined> {
  const payer = await findPayer(tx, tenantId, paymentId);
  return payer && { memberAccountId: payer.member_account_id, payerName: payer.payer_name };
}

/** Somebody else pays into an account by a link. */
export const linkPayment = loadingKind('topup.link', findLoaded);
export const linkPaymentChargeback = chargebackKind('topup.linkChargeback', findLoaded);
