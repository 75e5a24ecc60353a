import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import type { PayerRules } from '../../../config/gateway-settings.ts';
import type { FormFields } from '../../http-json.ts';
import type { NewGatewayPayment } from '../port.ts';

/** A session may not expire earlier than 30 minutes after it was made. It is closed before, when its payment ends. */
const SHORTEST_MS = 31 * 60_000;

/** Letters that are left for the suffix: the account's prefix takes up to 10 of 22, and a separator 2. */
const SUFFIX_MOST = 10;

/** When the session of a payment expires, in seconds. The same for each repetition, whose body must be the same. */
export function expiresAt({ openedAt, closesAt }: Pick<NewGatewayPayment, 'openedAt' | 'closesAt'>): number {
  return Math.floor(Math.max(closesAt, openedAt + SHORTEST_MS) / 1000);
}

/**
 * Fields of a Checkout Session. The price is ours alone: Stripe would else offer it in the payer's currency. The intent
 * has our reference too, because events about charges do not name the session.
 */
export function sessionFields(
  payment: NewGatewayPayment,
  { payers, customer }: { readonly payers: PayerRules; readonly customer: string | undefined },
): FormFields {
  const { reference, amount, currency, describes, language, saveCard, purpose } = payment;
  const refuses = payers.refusesFunding[purpose].filter((funding) => funding !== 'unknown');
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: reference,
    success_url: payment.returnUrl,
    cancel_url: payment.cancelUrl,
    locale: LANGUAGE_TAG[language].split('-')[0],
    expires_at: String(expiresAt(payment)),
    allowed_payment_method_types: ['card'],
    adaptive_pricing: { enabled: 'false' },
    line_items: [
      {
        quantity: '1',
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: String(amount),
          product_data: { name: describes },
        },
      },
    ],
    metadata: { reference, purpose },
    payment_intent_data: {
      metadata: { reference, purpose },
      setup_future_usage: saveCard === true ? 'on_session' : undefined,
      statement_descriptor_suffix: suffixOf(payment.describesShort),
    },
    payment_method_options:
      refuses.length > 0 ? { card: { restrictions: { funding_types_blocked: refuses } } } : undefined,
    customer,
    saved_payment_method_options:
      customer === undefined ? undefined : { allow_redisplay_filters: ['always', 'limited'] },
  };
}

/** Text behind the account's prefix. Stripe refuses some signs, and a text without a letter. */
function suffixOf(text: string): string | undefined {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^\w .,&/-]/g, '')
    .slice(0, SUFFIX_MOST)
    .trim();
  return /[a-z]/i.test(plain) ? plain : undefined;
}
