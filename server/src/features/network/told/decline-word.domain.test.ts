import { expect, it } from 'vitest';
import { declinedElsewhere } from './decline-word.domain.ts';

it.each([
  ['INSUFFICIENT_FUNDS', 'noFunds'],
  ['insufficient_funds', 'noFunds'],
  ['CARD_PAUSED', 'cardOff'],
  ['card_inactive', 'cardOff'],
  ['CVV_INVALID', 'wrongSecurityCode'],
  ['incorrect-pin', 'wrongPin'],
  ['VELOCITY_EXCEEDED', 'overLimit'],
  // Nothing that the cardholder can change.
  ['webhook_timeout', 'elsewhere'],
  ['suspected_fraud', 'elsewhere'],
  ['constructor', 'elsewhere'],
  ['', 'elsewhere'],
])('the processor’s word %s is our reason %s', (word, reason) => {
  expect(declinedElsewhere(word).reason).toBe(reason);
});
