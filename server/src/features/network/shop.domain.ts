/** Facts by which a merchant-locked card recognises its shop. */
export type Shop = {
  /** Its name, empty where none was sent; for a company that bills under its own name, only that name: Uber for UBER *EATS. */
  readonly name: string;
  /** Name with the product, to which cards were locked before; undefined: the same. */
  readonly readAs?: string;
  /** Company that collects its payments: PayPal for PAYPAL *SPOTIFY. Empty for none. */
  readonly collector: string;
  readonly acceptor: string | undefined;
};

/** Merchant that a card is locked to. A collector of null was not stored. */
export type LockedTo = Omit<Shop, 'collector' | 'readAs'> & { readonly collector: string | null };

/** The same number at its bank, or the same name with the same collector, whatever the case of its letters. */
export function isSameShop(locked: LockedTo, asked: Shop): boolean {
  if (locked.acceptor !== undefined && locked.acceptor === asked.acceptor) return true;
  const isSameCollector = locked.collector === null || locked.collector === asked.collector;
  const name = locked.name.toLowerCase();
  return name !== '' && isSameCollector && [asked.name, asked.readAs].some((one) => one?.toLowerCase() === name);
}
