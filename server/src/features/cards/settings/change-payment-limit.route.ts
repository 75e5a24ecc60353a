import { changePaymentLimit } from '@wattle/contract/cards/settings/change-payment-limit.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { isInUse, manageCard } from '../manage-card.ts';
import { tellCardChanged } from '../tell-card.ts';
import { lockManagedCard, type ManagedCard, savePaymentLimit } from '../managed-card.store.ts';
import { isRaised } from './spend-limits.domain.ts';

export const changePaymentLimitRoute = handle(
  changePaymentLimit,
  ({ body, ...managing }) =>
    manageCard(managing, 'account.payment_limit_changed', body.CardSummary, async (card) => {
      const { paymentLimits, paymentLimitMax } = card.settings;
      if (!paymentLimits || !card.is_primary || !isInUse(card)) return err('card_problem');
      const cents = body.NewPaymentLimit * 100;
      if (paymentLimitMax !== null && cents > paymentLimitMax) return err('limit_above_maximum', 'NewPaymentLimit');
      const limit = BigInt(cents);
      const isChanged = card.payment_limit !== limit;
      if (isChanged) await savePaymentLimit(managing.tx, card, limit);
      if (isRaised(inForce(card), limit)) {
        const { tx, ctx, request } = managing;
        const told = { tenantId: card.tenant_id, cardId: card.id, cause: request.id };
        await tellCardChanged(tx, ctx, { ...told, change: 'paymentLimitRaised', amount: limit });
      }
      return ok({ value: { IsSuccessful: true as const }, isChanged, details: { dollars: body.NewPaymentLimit } });
    }),
  {
    async needsProof({ body, session, tx }) {
      const card = await lockManagedCard(tx, session, body.CardSummary);
      return card !== undefined && isRaised(inForce(card), body.NewPaymentLimit * 100);
    },
  },
);

function inForce(card: ManagedCard): bigint | number | null {
  return card.payment_limit ?? card.settings.paymentLimit;
}
