import { err, ok } from '@wattle/contract/errors.ts';
import { getStoreCatalogue } from '@wattle/contract/store/get-store-catalogue.ts';
import { handlePublic } from '../../http/handle.ts';
import { dayAt } from '../../platform/clock.ts';
import { toDollars } from '../../platform/money.ts';
import { listSold } from './catalogue.store.ts';
import { lastGiftDay } from './gift-day.domain.ts';
import { findStore } from './open-store.ts';
import { artAddress } from './order.view.ts';

const dollars = (cents: number) => toDollars(BigInt(cents));

export const getStoreCatalogueRoute = handlePublic(getStoreCatalogue, async ({ query, ctx, request }) => {
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
});
