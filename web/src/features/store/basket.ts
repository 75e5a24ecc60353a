import type { OrderedCard, StoreKind } from '@wattle/contract/store/store.ts';
import { currentBrand } from '../../brand/brand.ts';
import { forget, readStored, store } from '../../browser/storage.ts';
import { createStore, useStore } from '../../observable.ts';

/** A card of the basket: what is ordered, and what the form that made it held, so that it can be changed. */
export type BasketCard = OrderedCard & {
  readonly Kind: StoreKind;
  /** Typed values by field. */
  readonly typed: Readonly<Record<string, string>>;
};

const BASKET = 'wattle.store.basket';
const ORDER = 'wattle.store.order';

const keyOf = (key: string) => `${key}.${currentBrand()?.BrandIdentifier ?? ''}`;

function isCard(value: unknown): value is BasketCard {
  return typeof value === 'object' && value !== null && 'ProductId' in value && 'Amount' in value && 'typed' in value;
}

function storedBasket(): readonly BasketCard[] {
  const kept = readStored('sessionStorage', keyOf(BASKET));
  return Array.isArray(kept) && kept.every(isCard) ? kept : [];
}

const baskets = createStore<readonly BasketCard[]>(storedBasket());

/** The basket of this tab: it names people and places, so it ends with the tab. */
export function useBasket(): readonly BasketCard[] {
  return useStore(baskets);
}

function setBasket(cards: readonly BasketCard[]): void {
  store('sessionStorage', keyOf(BASKET), cards);
  baskets.set(cards);
}

/** Replaces a card of the basket, or adds one at the end. */
export function saveToBasket(card: BasketCard, at: number | null): void {
  const cards = baskets.get();
  setBasket(at === null || !cards[at] ? [...cards, card] : cards.with(at, card));
}

export function removeFromBasket(at: number): void {
  setBasket(baskets.get().toSpliced(at, 1));
}

export function emptyBasket(): void {
  forget('sessionStorage', keyOf(BASKET));
  baskets.set([]);
}

/** The order that was placed last, and for which basket; only the browser's cookie opens it. */
export type PlacedOrder = { readonly id: string; readonly basket: string };

export function readPlacedOrder(): PlacedOrder | null {
  const kept = readStored('localStorage', keyOf(ORDER));
  if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('basket' in kept)) return null;
  return typeof kept.id === 'string' && typeof kept.basket === 'string' ? { id: kept.id, basket: kept.basket } : null;
}

export function savePlacedOrder(order: PlacedOrder): void {
  store('localStorage', keyOf(ORDER), order);
}
