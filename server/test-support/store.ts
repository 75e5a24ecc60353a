import type { CardSecrets, OrderedCard, OrderView, StoreKind } from '@wattle/contract/store/store.ts';
import { closeUnusedAccounts, storeJobs } from '../src/features/store/due.ts';
import type { TestApp } from './app.ts';
import { type Browser, openBrowser } from './cookies.ts';
import { givenRunner, sweep } from './due-work.ts';
import { givenBrand, givenProduct, type TestBrand, type TestProduct } from './factories.ts';
import { type Opened, payByCard, takeNoticesNow } from './outside/gateway.ts';
import { sent } from './resets.ts';

export type TestShop = { readonly brand: TestBrand; readonly products: Readonly<Record<StoreKind, TestProduct>> };

const NUMBERS = { cardNumbers: { prefix: '903600', length: 16 } };

/** A brand whose store sells a card of each kind, with the specified limits. */
export async function givenShop({ ctx }: TestApp, given: Parameters<typeof givenBrand>[1] = {}): Promise<TestShop> {
  const brand = await givenBrand(ctx, given);
  const product = (isVirtual: boolean, isReloadable: boolean, maximum: number) =>
    givenProduct(ctx, {
      brand,
      isVirtual,
      isReloadable,
      settings: { ...NUMBERS, store: { minimum: 20_00, maximum, suggested: [50_00] } },
    });
  return {
    brand,
    products: {
      virtual: await product(true, false, 500_00),
      singleload: await product(false, false, 500_00),
      reloadable: await product(false, true, 999_00),
    },
  };
}

export const ADDRESS = {
  AddressLine1: '12 Wilson St',
  AddressLine2: '',
  Suburb: 'Newtown',
  State: 'NSW',
  PostCode: '2042',
  CountryCode: 'AU',
};

/** Card of a basket; default: for the buyer, 50.00, plastic to Newtown. */
export function card(shop: TestShop, kind: StoreKind, given: Partial<OrderedCard> = {}): OrderedCard {
  return {
    ProductId: shop.products[kind].id,
    Amount: 50,
    Gift: null,
    Delivery: kind === 'virtual' ? null : { Name: 'Amelia Chen', Address: ADDRESS },
    ...given,
  };
}

export const GIFT = {
  RecipientName: 'Mia',
  SenderName: 'Amelia',
  Email: 'mia.torres@example.com',
  Message: 'Happy birthday',
  DeliverOn: null,
};

export const BUYER = { Language: 'enAU', Email: 'amelia.chen@example.com', DateOfBirth: '1990-02-01' } as const;

type Refusal = { readonly error?: readonly string[]; readonly field?: string };

/** Browser at a store with its calls. */
export function shopper(test: TestApp, shop: TestShop, browser: Browser = openBrowser(test.app)) {
  const headers = { 'wattle-brand': shop.brand.identifier };
  /** By path of the call: `store/getOrder`. */
  const call = async <T>(path: string, body: object) => {
    const response = await browser.post(`/api/${path}`, body, headers);
    return response.json<T & Refusal>();
  };
  return {
    browser,
    call,
    place: (Items: readonly OrderedCard[], more: object = {}) =>
      call<{ OrderId: string }>('store/placeOrder', { ...BUYER, Items, ...more }),
    pay: (OrderId: string) => call<Opened>('store/payOrder', { OrderId }),
    order: (OrderId: string) => call<OrderView>('store/getOrder', { OrderId }),
    reveal: (OrderId: string) => call<{ Cards: CardSecrets[] }>('store/revealOrderCards', { OrderId }),
  };
}

export type Shopper = ReturnType<typeof shopper>;

/** A placed order, paid with an approved card. */
export async function givenPaidOrder(
  test: TestApp,
  shop: TestShop,
  items: readonly OrderedCard[],
  at: Shopper = shopper(test, shop),
): Promise<{ readonly OrderId: string; readonly at: Shopper; readonly order: OrderView }> {
  const { OrderId } = await at.place(items);
  await payByCard(test, await at.pay(OrderId), 'approves');
  test.ctx.advance(5_000);
  await takeNoticesNow(test);
  return { OrderId, at, order: await at.order(OrderId) };
}

/** Runs due work of the store and sends queued mails. */
export async function runStore(test: TestApp) {
  for (const job of storeJobs) if ('scope' in job) await sweep(test.ctx, job);
  const runner = givenRunner(test.ctx, [closeUnusedAccounts]);
  await runner.runDue();
  await runner.stop();
  return (await sent(test)).mails;
}

/** Secret part of a mailed link. */
export const linkIn = (text: string | undefined): string => /\/store\/collect\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
