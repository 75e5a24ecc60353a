import type { Route } from '../../http/handle.ts';
import { changeGiftRoute } from './change-gift.route.ts';
import { collectRoute } from './collect.route.ts';
import { confirmCollectedRoute } from './confirm-collected.route.ts';
import { confirmKeptRoute } from './confirm-kept.route.ts';
import { getCollectionRoute } from './get-collection.route.ts';
import { getOrderReceiptRoute } from './get-order-receipt.route.ts';
import { getOrderRoute } from './get-order.route.ts';
import { getStoreCatalogueRoute } from './get-store-catalogue.route.ts';
import { payOrderRoute } from './pay-order.route.ts';
import { placeOrderRoute } from './place-order.route.ts';
import { revealOrderCardsRoute } from './reveal-order-cards.route.ts';
import { sendLinkAgainRoute } from './send-link-again.route.ts';

/** Every call of the store. */
export const storeRoutes: readonly Route[] = [
  getStoreCatalogueRoute,
  placeOrderRoute,
  payOrderRoute,
  getOrderRoute,
  getOrderReceiptRoute,
  revealOrderCardsRoute,
  confirmKeptRoute,
  changeGiftRoute,
  sendLinkAgainRoute,
  getCollectionRoute,
  collectRoute,
  confirmCollectedRoute,
];
