import { createHash } from 'node:crypto';
import type { PayerCard } from './port.ts';

/** Behaviour of a test card of the sandbox. Every other number is refused, so that no one enters a real one. */
export type SandboxCard = {
  readonly number: string;
  readonly does:
    | 'approves'
    | 'declines'
    | 'declinesOnce'
    | 'asks'
    | 'noticeFirst'
    | 'noNotice'
    | 'noticeLate'
    | 'isUnknown'
    | 'isChargedBack'
    | 'isWon'
    | 'isInquired'
    | 'isWarned'
    | 'isPrepaid'
    | 'isForeign'
    | 'refundFails'
    | 'refundReturns';
};

export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { number: '4111111111111111', does: 'approves' },
  { number: '4000000000000002', does: 'declines' },
  { number: '4000000000000101', does: 'declinesOnce' },
  { number: '4000000000003220', does: 'asks' },
  { number: '4000000000000077', does: 'noticeFirst' },
  { number: '4000000000000341', does: 'noNotice' },
  { number: '4000000000000119', does: 'noticeLate' },
  { number: '4000000000009235', does: 'isUnknown' },
  { number: '4000000000000259', does: 'isChargedBack' },
  { number: '4000000000000010', does: 'isWon' },
  { number: '4000000000001976', does: 'isInquired' },
  { number: '4000000000005423', does: 'isWarned' },
  { number: '5105105105105100', does: 'isPrepaid' },
  { number: '4000005540000008', does: 'isForeign' },
  { number: '4000000000000028', does: 'refundFails' },
  { number: '4000000000005126', does: 'refundReturns' },
];

/** Code that succeeds if a card requires one. */
export const SANDBOX_3DS_CODE = '1234';

/** A test card as the gateway reports it. The numbers are public, and so are their fingerprints. */
export function payerCardOf({ number, does }: SandboxCard): PayerCard {
  return {
    fingerprint: createHash('sha256').update(`sandbox ${number}`).digest('base64url').slice(0, 24),
    ending: number.slice(-4),
    funding: does === 'isPrepaid' ? 'prepaid' : 'credit',
    country: does === 'isForeign' ? 'NZ' : 'AU',
    brand: number.startsWith('5') ? 'mastercard' : 'visa',
  };
}

/** The test card behind what was paid with. */
export function sandboxCardOf(card: PayerCard | null | undefined): SandboxCard | undefined {
  return SANDBOX_CARDS.find((one) => payerCardOf(one).fingerprint === card?.fingerprint);
}
