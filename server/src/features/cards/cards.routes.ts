import {
  clearCards,
  getAccountLoginName,
  getCardDetails,
  getCardInitialLoadFee,
  getCards,
  isPrimaryAccount,
} from '@wattle/contract/cards/home.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle, handlePayment, handleRead, type Route } from '../../http/handle.ts';
import { dayAt, monthAt } from '../../platform/time/clock.ts';
import { toCardDetails, toCardListItem } from './card.view.ts';
import { contributeToDetails, contributeToList } from './contributions.ts';
import {
  findShownCard,
  isPrimary,
  isPrimaryOf,
  listShownCards,
  readAccountLogin,
  CARD_STATUS,
} from '../card-facts/public.ts';
import { canOrderAdditionalCard, orderAdditionalCard } from '@wattle/contract/cards/additional.ts';
import { blockCard, reportLost } from '@wattle/contract/cards/block.ts';
import { getCardReplacementFee, replaceCard } from '@wattle/contract/cards/replace.ts';
import { turnCardOff, turnCardOn } from '@wattle/contract/cards/switch.ts';
import { getCardUpgradeFee, requestUpgrade } from '@wattle/contract/cards/upgrade.ts';
import { toDollars } from '../../platform/money.ts';
import { additionalCard } from './additional/additional-card.kind.ts';
import { countCards, findCardAccount } from './additional/additional-card.store.ts';
import { lastLoss } from './block/card-report.store.ts';
import { blockOwnCard, reportCard } from './block/report-card.ts';
import { readArrival, readDelivery } from './orders/delivery.ts';
import { cardControlRoutes } from './controls/card-controls.routes.ts';
import { replacementFeeOf } from './replace/replacement.domain.ts';
import { replacement } from './replace/replacement.kind.ts';
import { revealSecureDetailsRoute } from './secure-details/reveal-secure-details.route.ts';
import { cardSettingRoutes } from './settings/card-settings.routes.ts';
import { upgradeRequest } from './upgrade/upgrade-request.kind.ts';
import { virtualCardRoutes } from './virtual/virtual-cards.routes.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { move } from '../../platform/state-table.domain.ts';
import { saveStatus } from './card.store.ts';
import { manageCard, type Managing } from './manage-card.ts';

type Input = Managing & { readonly body: { readonly Card: CardReference } };

/** Turns a card on or off. A request that finds it done succeeds and writes nothing. */
function turnCard({ body, ...managing }: Input, event: 'turnOn' | 'turnOff') {
  const action = event === 'turnOn' ? 'card.turned_on' : 'card.turned_off';
  const by = managing.session.cardId === null ? 'webAccount' : 'cardOnly';
  return manageCard(managing, action, body.Card, async (card) => {
    const switched = move(CARD_STATUS, { state: card.status, event, by });
    if (switched.kind === 'refused') return err(switched.error);
    if (switched.kind === 'changed') await saveStatus(managing.tx, card, switched.to);
    return ok({ value: { IsSuccessful: true as const }, isChanged: switched.kind === 'changed' });
  });
}

export const getCardsRoute = handleRead(getCards, async ({ query, session, tx, ctx }) => {
  const cards = await listShownCards(tx, session, ctx.clocks);
  const today = dayAt(ctx.clocks.business.now());
  const contributed = await contributeToList(ctx.cardViewParts, tx, { tenantId: session.tenantId, today, cards });
  const withImage = query.includeImages === 'true';
  return ok({ cards: cards.map((card) => toCardListItem(card, contributed(card.id), { withImage })) });
});

/** Cards of a caller, and what they do with them. */
export const cardRoutes: readonly Route[] = [
  getCardsRoute,

  handleRead(getCardDetails, async ({ body, session, tx, ctx }) => {
    const card = await findShownCard(tx, session, body.Card, ctx.clocks);
    if (!card) return err('invalid_card_details');
    const view = { tenantId: session.tenantId, today: dayAt(ctx.clocks.business.now()), cards: [card] };
    const isLost = card.status === 'Lost' || card.status === 'Stolen';
    const [contributed, isPrimaryHolder, Report, Delivery] = await Promise.all([
      contributeToDetails(ctx.cardViewParts, tx, view),
      isPrimaryOf(tx, session, card.member_account_id),
      isLost ? lastLoss(tx, session.tenantId, card.id) : null,
      readDelivery(tx, card),
    ]);
    return ok(toCardDetails(card, { ...contributed(card.id), Report, Delivery }, { isPrimary: isPrimaryHolder }));
  }),

  /** The server keeps no list between calls, so there is nothing to clear. */
  handleRead(clearCards, async () => ok({ IsSuccessful: true as const })),

  handleRead(isPrimaryAccount, async ({ session, tx }) => ok(await isPrimary(tx, session))),

  handleRead(getAccountLoginName, async ({ session, tx }) => {
    const login = await readAccountLogin(tx, session);
    if (!login) throw new Error('a live session without its web account');
    const { account_number: accountNumber, extension } = login;
    return ok({
      AccountLoginNumber: extension === null ? accountNumber : `${accountNumber}-${extension}`,
      IsAccountUsernameForNominee: extension !== null,
    });
  }),

  handleRead(getCardInitialLoadFee, async ({ body, session, tx, ctx }) => {
    const card = await findShownCard(tx, session, body.Card, ctx.clocks);
    return card ? ok({ InitialLoadFee: toDollars(BigInt(card.settings.initialLoadFee)) }) : err('invalid_card_details');
  }),

  handle(turnCardOff, (input) => turnCard(input, 'turnOff')),
  handle(turnCardOn, (input) => turnCard(input, 'turnOn')),
  revealSecureDetailsRoute,
  handle(blockCard, blockOwnCard),

  handle(reportLost, (input) => reportCard(input, input.body.IsStolen ? 'stolen' : 'lost')),

  handleRead(getCardReplacementFee, async ({ body, session, tx, ctx }) => {
    const card = await findShownCard(tx, session, body.Card, ctx.clocks);
    if (!card) return err('invalid_card_details');
    return ok({
      ReplacementFee: toDollars(replacementFeeOf(card.status, card.settings)),
      StolenReplacementFee: toDollars(replacementFeeOf('Stolen', card.settings)),
      ArrivesBy: await readArrival(tx, ctx.clocks.business.now(), card.settings),
    });
  }),

  handlePayment(replaceCard, replacement),
  ...cardSettingRoutes,
  ...cardControlRoutes,
  ...virtualCardRoutes,

  handleRead(canOrderAdditionalCard, async ({ body, session, tx, ctx }) => {
    const { tenantId, brandId, holderId } = session;
    const account = await findCardAccount(tx, tenantId, { brandId, holderId, accountNumber: body.memberNumber });
    if (!account) return err('invalid_card_details', 'memberNumber');
    const { settings } = account;
    const now = ctx.clocks.business.now();
    const cards = await countCards(tx, tenantId, account.member_account_id, monthAt(now));
    const fee = BigInt(settings.additionalCardFee);
    return ok({
      IsValid:
        settings.additionalCards &&
        account.is_primary &&
        account.is_verified &&
        !account.is_held &&
        cards < settings.cardsOfAccountMax &&
        (!body.checkBalance || account.available >= fee),
      AdditionalCardFee: toDollars(fee),
      CardCount: cards,
      MaximumCardCount: settings.cardsOfAccountMax,
      ArrivesBy: await readArrival(tx, now, settings),
    });
  }),

  handlePayment(orderAdditionalCard, additionalCard),

  handleRead(getCardUpgradeFee, async ({ body, session, tx, ctx }) => {
    const card = await findShownCard(tx, session, body.Card, ctx.clocks);
    return card ? ok({ UpgradeFee: toDollars(BigInt(card.settings.upgradeFee)) }) : err('invalid_card_details');
  }),

  handlePayment(requestUpgrade, upgradeRequest),
];
