import { createVirtualCard, deleteVirtualCard, getVirtualCards } from '@wattle/contract/cards/virtual.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { handle, type Route } from '../../../http/handle.ts';
import { dayAt, monthAt, startOfDay } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { CARD_STATUS } from '../../card-facts/public.ts';
import { saveStatus } from '../card.store.ts';
import { addCard, drawCardId } from '../issue-card.store.ts';
import { manageCard, type Managing, readCard } from '../manage-card.ts';
import type { ManagedCard } from '../managed-card.store.ts';
import { drawPrintedId, maskedNumberOf, monthAfter, numberFor } from '../replace/new-number.ts';
import { readLastFours } from '../replace/replacement.store.ts';
import { countVirtualCards, findVirtualProduct, lockAccount, type VirtualProduct } from './virtual-card.store.ts';

type Offer = { readonly product: VirtualProduct | undefined; readonly left: number };

/** Virtual cards that may be made for a card. Nominees may make none, as they may order no additional cards. */
async function offerOf(tx: Tx, card: ManagedCard, now: number): Promise<Offer> {
  const { product: productId, aDay, most } = card.settings.virtualCards;
  const isOpen = card.is_primary && card.is_reloadable && card.status === 'Active' && productId !== null;
  const product = isOpen ? await findVirtualProduct(tx, card, productId) : undefined;
  if (!product) return { product: undefined, left: 0 };
  const counted = { since: startOfDay(dayAt(now)), month: monthAt(now) };
  const { madeToday, alive } = await countVirtualCards(tx, card, counted);
  return { product, left: Math.max(0, Math.min(aDay - madeToday, most - alive)) };
}

const PREFIX_DIGITS = 6;

async function issue(
  { tx, ctx }: Managing,
  card: ManagedCard,
  product: VirtualProduct,
  { Card: like, Kind: virtualKind }: BodyOf<typeof createVirtualCard>,
) {
  const now = ctx.clocks.business.now();
  const { tenant_id: tenantId, member_account_id: memberAccountId } = card;
  const numbers = product.settings.cardNumbers ?? card.settings.cardNumbers;
  const digits = like.MaskedCardNumber.replaceAll(' ', '');
  const number = await numberFor(tx, ctx.secrets, product.settings, async () => ({
    prefix: numbers?.prefix ?? digits.slice(0, PREFIX_DIGITS),
    length: numbers?.length ?? digits.length,
    taken: await readLastFours(tx, tenantId, memberAccountId),
  }));
  const id = await drawCardId(tx);
  const cardId = await drawPrintedId(tx, tenantId);
  const expiry = monthAfter(monthAt(now), product.settings.validMonths);
  addCard(tx, ctx.secrets, id, {
    tenantId,
    brandId: product.brand_id,
    productId: product.id,
    memberAccountId,
    holderId: card.holder_id,
    number,
    cardId,
    expiry,
    status: 'Active',
    cardName: productTexts(product.language, 'cards')[`virtual.name.${virtualKind}`] ?? card.card_name,
    isAllocated: true,
    virtualKind,
    createdAt: now,
  });
  return { id, maskedNumber: maskedNumberOf(number, cardId), expiry };
}

/** Virtual cards that a holder makes. */
export const virtualCardRoutes: readonly Route[] = [
  handle(getVirtualCards, ({ body, ...reading }) =>
    readCard(reading, body.Card, async (card) => {
      const { product, left } = await offerOf(reading.tx, card, reading.ctx.clocks.business.now());
      const { aDay, most } = card.settings.virtualCards;
      return ok({ IsOffered: product !== undefined, CardsLeft: left, CardsADay: aDay, MaximumCardCount: most });
    }),
  ),

  handle(createVirtualCard, ({ body, ...managing }) =>
    manageCard(managing, 'card.virtual_made', body.Card, async (card) => {
      await lockAccount(managing.tx, card);
      const { product, left } = await offerOf(managing.tx, card, managing.ctx.clocks.business.now());
      if (!product || left === 0) return err('card_problem');
      const { id, maskedNumber, expiry } = await issue(managing, card, product, body);
      const Card = { ...body.Card, MaskedCardNumber: maskedNumber, ExpirationDate: expiry };
      return ok({ value: { Card }, isChanged: true, details: { made: String(id), kind: body.Kind } });
    }),
  ),

  handle(deleteVirtualCard, ({ body, ...managing }) =>
    manageCard(managing, 'card.virtual_deleted', body.Card, async (card) => {
      if (card.virtual_kind === null) return err('card_problem');
      const closed = move(CARD_STATUS, { state: card.status, event: 'close', by: 'webAccount' });
      if (closed.kind === 'refused') return err(closed.error);
      if (closed.kind === 'changed') await saveStatus(managing.tx, card, closed.to);
      return ok({ value: { IsSuccessful: true as const }, isChanged: closed.kind === 'changed' });
    }),
  ),
];
