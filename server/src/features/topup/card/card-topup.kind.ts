import type { Charge } from '../../gateway/public.ts';
import { chargebackKind, type Loaded, loadingKind } from './loading.kind.ts';

/** The subject of a cardholder's own payment is the account. */
const findLoaded = async ({ subject }: Charge): Promise<Loaded> => ({ memberAccountId: BigInt(subject) });

/** A cardholder loads an account with another card. */
export const cardTopup = loadingKind('topup.card', findLoaded);
export const cardTopupChargeback = chargebackKind('topup.chargeback', findLoaded);
