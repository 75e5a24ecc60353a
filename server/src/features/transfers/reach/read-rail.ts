import type { PaymentMethod } from '../../payments/public.ts';
import { findPayingAccount } from '../paying-account.ts';
import { railOf } from './rail.domain.ts';
import { findReach } from './reach.store.ts';

/** Rail of a transfer to another bank that would be made now, as the payment itself decides it. */
export const readExternalRail: NonNullable<PaymentMethod['railOf']> = async (
  within,
  { person, account, bsb, number },
) => {
  const { ctx, tx, tenantId } = within;
  const [payer, reach] = await Promise.all([
    findPayingAccount(within, person, account),
    findReach(tx, tenantId, bsb, ctx.clocks.security.now()),
  ]);
  if (!payer) return undefined;
  const cards = payer.cards.filter(({ methods }) => methods.has('external'));
  return cards.length === 0 ? 'file' : railOf({ reach, accountNumber: number, cards });
};
