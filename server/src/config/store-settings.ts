export type StoreSettings = {
  /** Hour of the Melbourne day at which a gift for a later day is unlocked and sent. */
  readonly giftHour: number;
  /** Months ahead that a gift can be given at most. */
  readonly giftMonthsAhead: number;
  /** How long the secrets of a card are shown, from when they could first be, unless they are confirmed as kept. */
  readonly secretsMs: number;
  /** How long the buyer's link to the order page is good: a gift may be a year away. */
  readonly orderLinkMs: number;
  /** How long a browser is known that placed an order or gave its code. */
  readonly browserMs: number;
  /** Wrong collection codes that end a link. */
  readonly codeTries: number;
  /** Links of one card or one order that are mailed within a day. */
  readonly linksADay: number;
  /** How long it is known who placed an order that was never paid for. The gateway is asked about a payment for as long. */
  readonly unpaidKeptMs: number;
  /**
   * How long the browser of a placed order is remembered: a gift may be a year away, and its link stays valid for a
   * while after that.
   */
  readonly paidKeptMs: number;
};

const DAY_MS = 86_400_000;

/**
 * How long secrets, links and orders of the store are kept (docs/areas/store.md, "Card numbers are in no mail", and
 * docs/areas/store.md, "Buyers are erased").
 */
export const STORE: StoreSettings = {
  giftHour: 9,
  giftMonthsAhead: 12,
  secretsMs: 14 * DAY_MS,
  orderLinkMs: 400 * DAY_MS,
  browserMs: 30 * DAY_MS,
  codeTries: 5,
  linksADay: 5,
  unpaidKeptMs: 30 * DAY_MS,
  paidKeptMs: 400 * DAY_MS,
};
