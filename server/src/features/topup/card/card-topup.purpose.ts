import { type Charge, type GatewayPurpose, listUnsure, referenceOf } from '../../gateway/public.ts';
import type { OnItsWaySource } from '../on-its-way.ts';
import { chargebackKind, type ChargedAccount, loadingKind } from './loading.kind.ts';

/** The subject of a cardholder's own payment is the account. */
const findChargedAccount = async ({ subject }: Charge): Promise<ChargedAccount> => ({
  memberAccountId: BigInt(subject),
});

/** A cardholder loads an account with another card. */
const cardTopup = loadingKind('topup.card', findChargedAccount);
const cardTopupChargeback = chargebackKind('topup.chargeback', findChargedAccount);

export const CARD_TOPUP = 'topup';

/** A cardholder loads an account with another card. The subject is the account. */
export const cardTopupPurpose: GatewayPurpose = {
  name: CARD_TOPUP,
  pays: 'topUp',
  isPublic: false,
  booking: cardTopup,
  chargeback: cardTopupChargeback,
};

/** Payments that may have been made and whose outcome the gateway has not reported yet. */
export const cardTopupsOnTheirWay: OnItsWaySource = async (tx, _ctx, tenantId, memberAccountId) => {
  const unsure = await listUnsure(tx, tenantId, [CARD_TOPUP], String(memberAccountId));
  return unsure.map(({ id, amount, made_at }) => ({
    way: 'card',
    amount,
    startedAt: Date.parse(made_at),
    expectedOn: null,
    sid: referenceOf({ tenantId, id }),
  }));
};
