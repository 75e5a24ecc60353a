import { err, ok } from '@wattle/contract/errors.ts';
import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { getPaymentHold } from '@wattle/contract/transfers/payment-hold.ts';
import { handleRead } from '../../../http/handle.ts';
import { toCents, toDollars } from '../../../platform/money.ts';
import { destinationKey } from '../../payments/public.ts';
import { findSides } from '../internal/find-sides.ts';
import { readPayIdFacts } from '../pay-id/pay-id-facts.ts';
import { findPayingAccount } from '../paying-account.ts';
import { decideHold } from './check-destination.ts';
import { readDestinationHistory } from './destination-history.ts';

/** `transfer/getPaymentHold`: the decision of the payment itself, without the payment. */
export const getPaymentHoldRoute = handleRead(getPaymentHold, async ({ body, session, tx, ctx }) => {
  const { Method: name, MemberNumber, DestinationBSB, DestinationAccountNumber: number = '', LookUpId, Amount } = body;
  const within = { ctx, tx, tenantId: session.tenantId };
  const amount = toCents(Amount);
  const destination = destinationKey(ctx.secrets, { method: { name }, bsb: DestinationBSB ?? '', number });
  const sides = PAYMENT_METHODS[name].leavesProgramme
    ? undefined
    : (
        await findSides(within, [
          { person: session, body: { MemberNumber, DestinationAccountNumber: number, DestinationAccountName: '' } },
        ])
      )[0];
  const found =
    LookUpId === undefined
      ? undefined
      : await readPayIdFacts(within, session, { lookUpId: LookUpId, payer: MemberNumber });
  const [payer, history] = sides
    ? [sides.payer, sides.history]
    : await Promise.all([
        findPayingAccount(within, session, MemberNumber),
        found?.history ?? readDestinationHistory(within, session, destination),
      ]);
  if (!payer) return err('invalid_card_details', 'MemberNumber');
  // As in the payment: the money of a shared account is not a nominee's own.
  const owners = found?.own
    ? [found.own.payee?.holderId, found.own.payerHolder]
    : [sides?.payee?.holderId, sides?.payer?.holderId];
  const isOwn = session.holderId !== null && owners.every((owner) => owner === session.holderId);
  const cards = payer.cards.filter(({ methods }) => methods.has(name));
  const { holdUntil } = isOwn ? {} : decideHold({ person: session, history, cards, amount });
  return ok({
    HeldUntil: holdUntil === undefined ? null : new Date(holdUntil).toISOString(),
    NewPayeesTotal: toDollars(history.recentNew.ordered + amount),
  });
});
