import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import { wordsOfFee } from '../../fees/public.ts';
import { paymentKind } from '../../payments/public.ts';
import { statusIn } from '../../card-facts/public.ts';
import { takingItsPlace } from '../replace/take-its-place.ts';
import { type OldCard, findOldCardById } from '../replace/replacement.store.ts';

type Facts = { readonly card: OldCard | undefined; readonly income: bigint };

const ledger = openLedger();

/**
 * Gives a card that is about to expire its successor: the same number and PIN with a later expiry, without a fee. The
 * old card works until the new one is activated. Input: id of the card.
 */
export const renewal = paymentKind<
  { readonly cardId: bigint },
  Facts,
  { renewed: true },
  'card_problem' | 'card_replaced_already'
>({
  name: 'card.renewed',
  isMoneyOut: false,

  async read({ input: { cardId } }, { ctx, tx, tenantId }) {
    const [found, income] = await Promise.all([
      findOldCardById(tx, tenantId, cardId),
      ledger.settlementAccount(tx, tenantId, 'fees'),
    ]);
    const month = monthAt(ctx.clocks.business.now());
    return { card: found && { ...found, status: statusIn(month, found) }, income };
  },

  decide({ actor, facts: { card, income } }) {
    if (!card || (card.status !== 'Active' && card.status !== 'ActiveOff')) return err('card_problem');
    return ok({
      from: {
        ledgerAccountId: card.ledger_account_id,
        memberAccountId: card.member_account_id,
        ifClosed: 'card_problem',
        kind: 'fee',
        description: wordsOfFee('cardReplacement', card.language),
      },
      to: { ledgerAccountId: income },
      amount: 0n,
      code: TRANSFER_CODE.fee,
      effects: [takingItsPlace(card, { isDamaged: true, actor })],
      answer: () => ({ renewed: true as const }),
    });
  },
});
