/** Behaviour of a test card of the sandbox. Every other number is refused, so that no one enters a real one. */
export type SandboxCard = {
  readonly number: string;
  readonly does:
    | 'approves'
    | 'declines'
    | 'asks'
    | 'noticeFirst'
    | 'noNotice'
    | 'noticeLate'
    | 'isUnknown'
    | 'isChargedBack'
    | 'refundReturns';
};

export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { number: '4111111111111111', does: 'approves' },
  { number: '4000000000000002', does: 'declines' },
  { number: '4000000000003220', does: 'asks' },
  { number: '4000000000000077', does: 'noticeFirst' },
  { number: '4000000000000341', does: 'noNotice' },
  { number: '4000000000000119', does: 'noticeLate' },
  { number: '4000000000009235', does: 'isUnknown' },
  { number: '4000000000000259', does: 'isChargedBack' },
  { number: '4000000000005126', does: 'refundReturns' },
];

/** Code that succeeds if a card requires one. */
export const SANDBOX_3DS_CODE = '1234';
