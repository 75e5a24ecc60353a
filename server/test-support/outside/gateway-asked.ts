import { randomUUID } from 'node:crypto';
import type { GatewayRefund, NewGatewayPayment, PaymentAt } from '../../src/outside/gateway/port.ts';

/** A payment of 50.00 that is asked of a gateway, open for 20 minutes. */
export function askedPayment(given: Partial<NewGatewayPayment> = {}): NewGatewayPayment {
  return {
    reference: `1.${randomUUID()}`,
    amount: 50_00n,
    currency: 'AUD',
    describes: 'Top-up',
    describesShort: 'Wattle top-up',
    language: 'enAU',
    returnUrl: 'https://cards.example/payment-return',
    cancelUrl: 'https://cards.example/payment-return?cancelled=1',
    openedAt: 0,
    closesAt: 20 * 60_000,
    payer: 'payer-1',
    purpose: 'topUp',
    recipient: { wallet: 'wallet-1', givenName: 'Amelia', familyName: 'Chen' },
    ...given,
  };
}

/** A payment as it is known where a gateway is asked by our reference. */
export const paymentAt = (reference: string): PaymentAt => ({
  reference,
  gatewayId: null,
  openedAt: 0,
  amount: 50_00n,
});

/** A refund that was not sent before. */
export const askedRefund = (refund: Omit<GatewayRefund, 'firstSentAt'>): GatewayRefund => ({
  ...refund,
  firstSentAt: null,
});
