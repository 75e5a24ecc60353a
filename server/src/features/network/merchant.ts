import type { Shop } from './shop.domain.ts';
import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import { categoryOfMerchant, isCash, readBillingCompany, readMerchantName } from '../transactions/public.ts';

export type SentMerchant = {
  readonly name: string;
  readonly city?: string | undefined;
  readonly country: string;
  readonly mcc: string;
  readonly acceptorId?: string | undefined;
};

/** A merchant as the network sent it, with what a cardholder reads. */
export function readMerchant(sent: SentMerchant, channel: Channel) {
  const { name } = readMerchantName(sent.name, sent.city);
  const cash = isCash(sent.mcc, channel);
  return {
    name,
    /** Where cleaning changed it. */
    raw: name === sent.name ? null : sent.name,
    category: cash ? ('cash' as const) : categoryOfMerchant(sent.mcc),
    kind: cash ? ('cash' as const) : ('purchase' as const),
  };
}

export function shopOf({ name: sent, city, acceptorId }: SentMerchant): Shop {
  const { name, collector } = readMerchantName(sent, city);
  const company = readBillingCompany(sent);
  return { name: company ?? name, readAs: name, collector: collector ?? '', acceptor: acceptorId };
}
