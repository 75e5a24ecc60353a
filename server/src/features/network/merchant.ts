import type { MessageMerchant } from '../../outside/processors/purchase-message.ts';
import type { Shop } from './shop.domain.ts';
import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import {
  categoryOfMerchant,
  isCash,
  readBillingCompany,
  readMerchantName,
  UNNAMED_MERCHANT,
} from '../transactions/public.ts';

/** A merchant as the network sent it, with what a cardholder reads. */
export function readMerchant(sent: MessageMerchant, channel: Channel) {
  const given = sent.name ?? sent.acceptorId ?? UNNAMED_MERCHANT;
  const { name } = readMerchantName(given, sent.city);
  const cash = isCash(sent.mcc, channel);
  return {
    name,
    /** Where cleaning changed it. */
    raw: name === given ? null : given,
    category: cash ? ('cash' as const) : categoryOfMerchant(sent.mcc),
    kind: cash ? ('cash' as const) : ('purchase' as const),
  };
}

/** Its name is empty where a processor tells neither name nor number. */
export function shopOf({ name: sent, city, acceptorId }: MessageMerchant): Shop {
  const given = sent ?? acceptorId;
  if (given === undefined) return { name: '', collector: '', acceptor: undefined };
  const { name, collector } = readMerchantName(given, city);
  const company = readBillingCompany(given);
  return { name: company ?? name, readAs: name, collector: collector ?? '', acceptor: acceptorId };
}
