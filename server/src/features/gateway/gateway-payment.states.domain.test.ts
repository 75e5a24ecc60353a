import { expect, it } from 'vitest';
import { linesOf } from '../../../test-support/state-matrix.ts';
import { GATEWAY_PAYMENT, isLive } from './gateway-payment.states.domain.ts';

const STATES = [
  'Opening',
  'Open',
  'Unknown',
  'Paid',
  'Declined',
  'Cancelled',
  'Expired',
  'Refunded',
  'ChargedBack',
] as const;

it('the status of a payment by another card follows the gateway and accepts a charge at any time', () => {
  const no = '–not_found';
  expect(linesOf(GATEWAY_PAYMENT, STATES)).toEqual([
    // In this order: Opening Open Unknown Paid Declined Cancelled Expired Refunded ChargedBack
    `open | gateway | Open = ${no} ${no} ${no} ${no} ${no} ${no} ${no}`,
    `doubt | gateway programme | Unknown Unknown = ${no} ${no} ${no} ${no} ${no} ${no}`,
    `decline | gateway | Declined Declined Declined ${no} = ${no} ${no} ${no} ${no}`,
    `cancel | gateway | Cancelled Cancelled Cancelled ${no} ${no} = ${no} ${no} ${no}`,
    `expire | gateway | Expired Expired Expired ${no} ${no} ${no} = ${no} ${no}`,
    `book | programme | Paid Paid Paid = Paid Paid Paid ${no} ${no}`,
    `giveBack | programme | Refunded Refunded Refunded ${no} Refunded Refunded Refunded = ${no}`,
    `chargeBack | programme | ${no} ${no} ${no} ChargedBack ${no} ${no} ${no} ${no} =`,
    `win | programme | ${no} ${no} ${no} = ${no} ${no} ${no} ${no} Paid`,
  ]);
  expect(STATES.filter(isLive)).toEqual(['Opening', 'Open', 'Unknown']);
});
