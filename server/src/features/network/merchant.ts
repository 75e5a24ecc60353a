import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import { categoryOfMerchant, cleanMerchantName, isCash } from '../transactions/public.ts';

export type SentMerchant = {
  readonly name: string;
  readonly city?: string | undefined;
  readonly country: string;
  readonly mcc: string;
  readonly acceptorId?: string | undefined;
};

/** A merchant as the network sent it, with what a cardholder reads. */
export function readMerchant(sent: SentMerchant, channel: Channel) {
  const name = cleanMerchantName(sent.name, sent.city);
  const cash = isCash(sent.mcc, channel);
  return {
    name,
    /** Where cleaning changed it. */
    raw: name === sent.name ? null : sent.name,
    category: cash ? ('cash' as const) : categoryOfMerchant(sent.mcc),
    kind: cash ? ('cash' as const) : ('purchase' as const),
  };
}

/** A shop, as a card that is locked to one knows it again. */
export type Shop = {
  readonly name: string;
  /** Who collects for it, in capitals: PAYPAL of PAYPAL *SPOTIFY. Empty: nobody. */
  readonly collector: string;
  readonly acceptor: string | undefined;
};

export function shopOf({ name, city, acceptorId }: SentMerchant): Shop {
  const [before, after] = name.replace(/\s+/g, ' ').split('*', 2);
  const collector = after === undefined ? '' : (before ?? '').trim().toUpperCase();
  return { name: cleanMerchantName(name, city), collector, acceptor: acceptorId };
}

/** What a card is locked to. A collector of null was not kept. */
export type LockedTo = Omit<Shop, 'collector'> & { readonly collector: string | null };

/** The same number at its bank, or the same name with the same collector, whatever the case of its letters. */
export function isSameShop(locked: LockedTo, asked: Shop): boolean {
  if (locked.acceptor !== undefined && locked.acceptor === asked.acceptor) return true;
  const isSameCollector = locked.collector === null || locked.collector === asked.collector;
  return isSameCollector && locked.name.toLowerCase() === asked.name.toLowerCase();
}
