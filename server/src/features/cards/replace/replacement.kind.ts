import type { replaceCard } from '@wattle/contract/cards/replace.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ResponseOf } from '@wattle/contract/operation.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import { toDollars } from '../../../platform/money.ts';
import { wordsOfFee } from '../../fees/public.ts';
import { type CallInput, paymentKind } from '../../payments/public.ts';
import { statusIn } from '../../card-facts/public.ts';
import { notifyReplacedLater } from '../notify-card.ts';
import { takingItsPlace } from './take-its-place.ts';
import { isReplaceable, mayReplace, replacementFeeOf } from './replacement.domain.ts';
import { findOldCard, type OldCard } from './replacement.store.ts';

/** `isByDesk`: two members of staff have approved the replacement of a card that the programme had restricted. */
type Replacement = CallInput<BodyOf<typeof replaceCard>> & { readonly isByDesk?: true };
type Facts = {
  readonly card: OldCard | undefined;
  /** The programme's account for its fees. */
  readonly income: bigint;
};
type Refused = 'invalid_card_details' | 'card_problem' | 'card_replaced_already' | 'fee_not_covered';

const ledger = openLedger();

/** A replacement for a card, and its fee. The balance belongs to the account, so no other money moves. */
export const replacement = paymentKind<Replacement, Facts, ResponseOf<typeof replaceCard>, Refused>({
  name: 'card.replaced',
  // The programme takes the fee; a debt or another restriction of the holder's own payments does not stop it.
  isMoneyOut: false,

  async read({ input: { person, body } }, { ctx, tx, tenantId }) {
    const [found, income] = await Promise.all([
      findOldCard(tx, tenantId, person, body.Card),
      ledger.settlementAccount(tx, tenantId, 'fees'),
    ]);
    const month = monthAt(ctx.clocks.business.now());
    return { card: found && { ...found, status: statusIn(month, found) }, income };
  },

  decide({ input: { body, isByDesk = false }, actor, facts: { card, income } }) {
    if (!card) return err('invalid_card_details');
    if (card.status === 'Replaced') return err('card_replaced_already');
    const mayOrder = isByDesk ? isReplaceable : mayReplace;
    if (!mayOrder(card, body.IsCardDamaged)) return err('card_problem');
    const fee = replacementFeeOf(card.status, card.settings);
    return ok({
      from: {
        ledgerAccountId: card.ledger_account_id,
        memberAccountId: card.member_account_id,
        ifClosed: 'invalid_card_details',
        kind: 'fee',
        description: wordsOfFee('cardReplacement', card.language),
      },
      to: { ledgerAccountId: income },
      amount: fee,
      code: TRANSFER_CODE.fee,
      effects: [takingItsPlace(card, { isDamaged: body.IsCardDamaged, actor })],
      writes: ({ ctx, tx, tenantId }, { number }) =>
        notifyReplacedLater(tx, ctx, { tenantId, cardId: card.id, cause: number }),
      refusals: { insufficient_funds: err('fee_not_covered') },
      answer: ({ number }) => ({ result: true, ReferenceNumber: number, Fee: toDollars(fee) }),
    });
  },
});
