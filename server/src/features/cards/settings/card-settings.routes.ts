import { changeName, changePaymentLimit, getSpendLimits, toggleContactless } from '@wattle/contract/cards/settings.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle, handleRead, type Route } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { findShownCard, isPrimaryOf } from '../../card-facts/public.ts';
import { isInUse, manageCard } from '../manage-card.ts';
import {
  lockManagedCard,
  type ManagedCard,
  saveCardName,
  saveContactless,
  savePaymentLimit,
} from '../managed-card.store.ts';
import { notifyCardChanged } from '../notify-card.ts';
import { changePinRoute } from './change-pin.route.ts';
import { changeSpendLimitRoute } from './change-spend-limit.route.ts';
import { isRaised, spendLimitsOf } from './spend-limits.domain.ts';

function inForce(card: ManagedCard): bigint | number | null {
  return card.payment_limit ?? card.settings.paymentLimit;
}

/** Routes of the settings of a card. */
export const cardSettingRoutes: readonly Route[] = [
  handle(toggleContactless, ({ body, ...managing }) =>
    manageCard(managing, 'card.contactless_changed', body.Card, async (card) => {
      const { contactless, contactlessSwitch } = card.settings;
      if (!contactless || !contactlessSwitch || card.is_virtual || !isInUse(card)) return err('card_problem');
      const isChanged = card.contactless_on !== body.NewContactlessValue;
      if (isChanged) await saveContactless(managing.tx, card, body.NewContactlessValue);
      return ok({ value: { IsSuccessful: true as const }, isChanged, details: { on: body.NewContactlessValue } });
    }),
  ),

  handle(changeName, ({ body, ...managing }) =>
    manageCard(managing, 'card.named', body.Card, async (card) => {
      if (!isInUse(card)) return err('card_problem');
      const isChanged = card.card_name !== body.CardName;
      if (isChanged) await saveCardName(managing.tx, card, body.CardName);
      return ok({ value: { IsSuccessful: true as const }, isChanged });
    }),
  ),

  handleRead(getSpendLimits, async ({ body, session, tx, ctx }) => {
    const card = await findShownCard(tx, session, body.Card, ctx.clocks);
    if (!card) return err('invalid_card_details');
    if (!card.settings.purchaseLimits || !(await isPrimaryOf(tx, session, card.member_account_id)))
      return err('card_problem');
    return ok({ PaymentLimits: spendLimitsOf(card.settings).map((cents) => toDollars(BigInt(cents))) });
  }),

  changeSpendLimitRoute,

  handle(
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
          const notice = { tenantId: card.tenant_id, cardId: card.id, cause: request.id };
          await notifyCardChanged(tx, ctx, { ...notice, change: 'paymentLimitRaised', amount: limit });
        }
        return ok({ value: { IsSuccessful: true as const }, isChanged, details: { dollars: body.NewPaymentLimit } });
      }),
    {
      async needsProof({ body, session, tx }) {
        const card = await lockManagedCard(tx, session, body.CardSummary);
        return card !== undefined && isRaised(inForce(card), body.NewPaymentLimit * 100);
      },
    },
  ),

  changePinRoute,
];
