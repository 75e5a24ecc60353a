import { err, ok } from '@wattle/contract/errors.ts';
import { collect, confirmCollected, getCollection } from '@wattle/contract/store/collection.ts';
import { confirmKept, getOrder, payOrder, revealOrderCards } from '@wattle/contract/store/orders.ts';
import { getStoreCatalogue, COLLECTION_CODE_LENGTH, type CardSecrets } from '@wattle/contract/store/store.ts';
import { handlePublic, type Route } from '../../http/handle.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { findChargeOf, initiateCharge, lookAtPayment } from '../gateway/public.ts';
import { findStore, ownOrder, rememberBrowser } from './store-caller.ts';
import { listSold } from './catalogue.store.ts';
import { changeGiftRoute } from './change-gift.route.ts';
import { findTarget, namedLink, openLink, senderOfCancelled } from './collection.ts';
import { getOrderReceiptRoute } from './get-order-receipt.route.ts';
import { lastGiftDay } from './gift-day.domain.ts';
import { findLink, saveLinkEnded } from './link.store.ts';
import {
  addBrowser,
  saveItemKept,
  saveOpened,
  saveOrderKept,
  savePreparedItem,
  savePreparedOrder,
} from './order-changes.store.ts';
import { mayBeUnreported, ORDER_PURPOSE } from './order-payment.ts';
import { listItems, lockOrder, type ItemRow, type OrderRow } from './order.store.ts';
import { artAddress, pictureOf, revealable, toCardSecrets } from './order.view.ts';
import { placeOrderRoute } from './place-order.route.ts';
import { sendLinkAgainRoute } from './send-link-again.route.ts';
import { viewOrder } from './view-order.ts';
import { randomInt } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import { openAccountOfNobody } from '../issuing/public.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Brand } from '../brands/public.ts';
import { readIssuedNumber } from '../cards/public.ts';

type Showing = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly order: OrderRow;
  readonly items: readonly ItemRow[];
  readonly requestId: string;
};

/** The secrets of cards. Each showing is audited, and the caller has proved that they may be shown. */
async function showCards(tx: Tx, { ctx, brand, order, items, requestId }: Showing): Promise<CardSecrets[]> {
  const { tenant_id: tenantId } = order;
  const shown: CardSecrets[] = [];
  for (const item of items) {
    const card = item.card_id === null ? undefined : await readIssuedNumber(tx, ctx.secrets, tenantId, item.card_id);
    if (!card) throw new Error('a card of an issued order is missing');
    shown.push(toCardSecrets(ctx, brand, item, card));
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'visitor',
      action: 'store.card_shown',
      object: `card:${item.card_id}`,
      outcome: 'ok',
      requestId,
      details: { order: String(order.id) },
    });
  }
  return shown;
}

function drawCode(): string {
  return String(randomInt(10 ** COLLECTION_CODE_LENGTH)).padStart(COLLECTION_CODE_LENGTH, '0');
}

type PreparedItem = { readonly item: ItemRow; readonly code: string; readonly hash: string };

/**
 * Prepares the cards of an order before it is paid: an empty account and a code for each, and the code of its links.
 * The booking of the charge then needs only the database. Repeated, it does nothing.
 */
async function prepareOrder(ctx: AppContext, order: OrderRow): Promise<void> {
  if (order.code_cipher !== null) return;
  const { tenant_id: tenantId, brand_id: brandId, id } = order;
  const items = await ctx.database.read(tenantId, (tx) => listItems(tx, tenantId, id));
  const drawn: PreparedItem[] = [];
  for (const item of items) {
    const code = drawCode();
    drawn.push({ item, code, hash: await ctx.secrets.hashSecret(code) });
  }
  await ctx.database.transact(tenantId, async (tx) => {
    const locked = await lockOrder(tx, tenantId, id);
    if (!locked || locked.code_cipher !== null) return;
    for (const { item, code, hash } of drawn) {
      const memberAccountId = await openAccountOfNobody(tx, { tenantId, brandId });
      const sealed = ctx.secrets.encrypt(code, 'storeItem', item.id);
      await savePreparedItem(tx, tenantId, item.id, { ...sealed, codeHash: hash, memberAccountId });
    }
    await savePreparedOrder(tx, tenantId, id, ctx.secrets.encrypt(drawCode(), 'storeOrder', id));
  });
}

const dollars = (cents: number) => toDollars(BigInt(cents));

/** Calls of guests who buy cards. */
export const storeRoutes: readonly Route[] = [
  handlePublic(getStoreCatalogue, async ({ query, ctx, request }) => {
    const brand = await findStore(ctx, request, query.brand);
    if (!brand) return err('not_found');
    const sold = await ctx.database.read(brand.tenantId, (tx) => listSold(tx, brand.tenantId, brand.id));
    const today = dayAt(ctx.clocks.business.now());
    const { settings } = brand;
    return ok({
      Products: sold.map((product) => ({
        ProductId: product.id,
        Kind: product.kind,
        ProductName: product.name,
        Scheme: product.scheme,
        Art: artAddress(brand, product.art),
        IsDarkArt: product.isDarkArt,
        MinimumAmount: dollars(product.sold.minimum),
        MaximumAmount: dollars(product.sold.maximum),
        SuggestedAmounts: product.sold.suggested.map(dollars),
        ValidMonths: product.settings.validMonths,
        AllowsCash: product.settings.cash,
      })),
      Fee: dollars(settings.StoreFee),
      MaximumCards: settings.MaximumCardPurchaseNum,
      MaximumTotal: dollars(settings.StoreMaximumTotal),
      MinimumAge: settings.StoreMinimumAge,
      ReloadableMinimumAge: settings.ReloadableCardMinimumAge,
      Today: today,
      LastGiftDay: lastGiftDay(today, ctx.config.store.giftMonthsAhead),
    });
  }),

  handlePublic(
    payOrder,
    async (call) => {
      const { ctx, request, body } = call;
      const own = await ownOrder(call);
      const order = own && (await ctx.database.read(own.scope.tenantId, own.find));
      if (!own || !order) return err('not_found');
      if (order.state !== 'Placed') return err('card_problem');
      await prepareOrder(ctx, order);
      const language = body.Language ?? order.language;
      const charge = await initiateCharge(ctx, {
        ...own.scope,
        purpose: ORDER_PURPOSE,
        subject: String(order.id),
        amount: order.cards_total + order.fee,
        request,
        page: '/store/order-confirmation',
        actor: 'visitor',
        payer: null,
        describes: productTexts(language, 'store')['charge'] ?? '',
        describesShort: 'cards',
        language,
      });
      // Orders have no maximum that a payment could exceed.
      if (!charge.ok) return err('payment_on_its_way');
      const { url, Sid, Sst, Page } = charge.value;
      return ok({ url, Sid, Sst, Page });
    },
    { rate: 'store' },
  ),

  /**
   * Reads the order, and asks the gateway where no notice arrived. The word of the browser never counts as a payment.
   */
  handlePublic(getOrder, async (call) => {
    const { ctx } = call;
    const own = await ownOrder(call);
    if (!own) return err('not_found');
    const { tenantId } = own.scope;
    const open = await ctx.database.read(tenantId, async (tx) => {
      const order = await own.find(tx);
      return order?.state === 'Placed' ? findChargeOf(tx, tenantId, ORDER_PURPOSE, String(order.id)) : undefined;
    });
    if (open && mayBeUnreported(open)) await lookAtPayment(ctx, tenantId, open.id);
    return ctx.database.read(tenantId, async (tx) => {
      const order = await own.find(tx);
      return order ? ok(await viewOrder(tx, ctx, own.brand, order)) : err('not_found');
    });
  }),

  handlePublic(revealOrderCards, async (call) => {
    const { ctx, request } = call;
    const own = await ownOrder(call);
    if (!own) return err('not_found');
    const { tenantId } = own.scope;
    return ctx.database.transact(tenantId, async (tx) => {
      const order = await own.find(tx);
      if (!order) return err('not_found');
      const all = await listItems(tx, tenantId, order.id);
      const items = revealable(order, all, ctx.clocks.security.now());
      if (items.length === 0) return err('token_expired');
      return ok({ Cards: await showCards(tx, { ctx, brand: own.brand, order, items, requestId: request.id }) });
    });
  }),

  handlePublic(confirmKept, async (call) => {
    const { ctx } = call;
    const own = await ownOrder(call);
    if (!own) return err('not_found');
    const { tenantId } = own.scope;
    return ctx.database.transact(tenantId, async (tx) => {
      const order = await own.find(tx);
      if (!order) return err('not_found');
      // An order without cards to show has nothing to confirm.
      if (order.state !== 'Issued') return err('token_expired');
      await saveOrderKept(tx, tenantId, order.id, ctx.clocks.security.now());
      const kept = await own.find(tx);
      return kept ? ok(await viewOrder(tx, ctx, own.brand, kept)) : err('not_found');
    });
  }),

  /** Shows no secret and counts nothing, because robots open and submit links in mails. */
  handlePublic(
    getCollection,
    async (call) => {
      const { ctx } = call;
      const named = await namedLink(call);
      if (!named) return err('not_found');
      const { brand, scope, tokenHash } = named;
      return ctx.database.read(scope.tenantId, async (tx) => {
        const mailed = await findLink(tx, scope, tokenHash);
        const target = await findTarget(tx, mailed, ctx.clocks.security.now());
        if ('ok' in target) {
          const sender = await senderOfCancelled(tx, mailed);
          return sender === null ? target : ok({ Leads: 'gift' as const, Gift: null, CancelledBy: sender });
        }
        const { item, link } = target;
        if (!item) return ok({ Leads: 'order' as const, Gift: null, CancelledBy: null });
        const gift = {
          RecipientName: item.recipient_name ?? '',
          SenderName: item.sender_name ?? '',
          Message: item.message ?? '',
          ...pictureOf(brand, item),
          Amount: toDollars(item.amount),
          OpenBy: toInstant(link.ends_at),
        };
        return ok({ Leads: 'gift' as const, Gift: gift, CancelledBy: null });
      });
    },
    { rate: 'store' },
  ),

  handlePublic(
    collect,
    async (call) => {
      const { ctx, request, cookies } = call;
      const named = await namedLink(call);
      if (!named) return err('not_found');
      const { brand, scope, tokenHash } = named;
      // In turns before a connection is taken; the lock of the row serialises the servers.
      return ctx.turns.take(`store-link:${tokenHash.toString('hex')}`, () =>
        ctx.database.transact(scope.tenantId, async (tx) => {
          const target = await openLink(tx, call, named);
          if ('ok' in target) return target;
          const { order, item } = target;
          if (!item) {
            await addBrowser(tx, scope.tenantId, order.id, rememberBrowser({ ctx, cookies }));
            return ok({ OrderId: order.public_id, Cards: [] });
          }
          await saveOpened(tx, scope.tenantId, item.id, ctx.clocks.security.now());
          const cards = await showCards(tx, { ctx, brand, order, items: [item], requestId: request.id });
          return ok({ OrderId: null, Cards: cards });
        }),
      );
    },
    { rate: 'store' },
  ),

  handlePublic(
    confirmCollected,
    async (call) => {
      const { ctx } = call;
      const named = await namedLink(call);
      if (!named) return err('not_found');
      const { tenantId } = named.scope;
      return ctx.turns.take(`store-link:${named.tokenHash.toString('hex')}`, () =>
        ctx.database.transact(tenantId, async (tx) => {
          const target = await openLink(tx, call, named);
          if ('ok' in target) return target;
          if (!target.item) return err('token_invalid');
          const now = ctx.clocks.security.now();
          await saveItemKept(tx, tenantId, target.item.id, now);
          await saveLinkEnded(tx, target.link, now);
          return ok({ IsSuccessful: true as const });
        }),
      );
    },
    { rate: 'store' },
  ),
  placeOrderRoute,
  changeGiftRoute,
  sendLinkAgainRoute,
  getOrderReceiptRoute,
];
