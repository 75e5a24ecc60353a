import type { ActingRules, RuledAsk } from '../purchase-rules/public.ts';
import { happenedAt } from './happened-at.domain.ts';
import { readMerchant } from './merchant.ts';
import type { WithCard } from './noted-purchase.ts';

/**
 * Facts of a purchase for the programme's rules; undefined where none is on. No rule weighs a check of 0.00 or a balance.
 */
export function ruledAsk(
  { message, card, isInquiry = false }: WithCard,
  { rules, pastOf, cardOf }: ActingRules,
  homeCountry: string,
  now: number,
): RuledAsk | undefined {
  if (rules.length === 0 || message.amount === 0 || isInquiry) return undefined;
  const { merchant, channel } = message;
  const { name, category } = readMerchant(merchant, channel);
  const { country = null, acceptorId: acceptor = null, mcc } = merchant;
  return {
    rules,
    past: pastOf(card.id, homeCountry),
    card: cardOf(card.id),
    asked: {
      at: happenedAt(message.at, now),
      cents: BigInt(message.amount),
      channel,
      mcc,
      category,
      country,
      isAbroad: country !== homeCountry,
      shop: { name, acceptor },
      isWallet: message.wallet !== undefined,
      isVerified: message.threeDs === 'authenticated',
    },
  };
}
