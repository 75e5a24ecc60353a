import type { AgreementState as AtBank } from '../../../outside/npp/agreements/port.ts';
import { DONE, type StateTable, to } from '../../../platform/state-table.domain.ts';

/**
 * Asked: the bank's answer is awaited. Pending: the payer is to approve it in their bank's app. Active: it may be
 * debited. Paused: by one side, which alone resumes it. Declined, Expired, Failed, Cancelled: it has ended, and another
 * one is needed.
 */
export const AGREEMENT_STATES = [
  'Asked',
  'Pending',
  'Active',
  'Paused',
  'Declined',
  'Expired',
  'Failed',
  'Cancelled',
] as const;
export type AgreementState = (typeof AGREEMENT_STATES)[number];

/** `take`: the bank has registered it. The others are what the bank says of it. */
export type AgreementEvent = 'take' | 'activate' | 'pause' | 'decline' | 'lapse' | 'fail' | 'cancel';
export type AgreementActor = 'programme' | 'bank';

const BANK = { programme: 'not_permitted', bank: true } as const;
const OVER = { Declined: DONE, Expired: DONE, Failed: DONE, Cancelled: DONE } as const;
const ENDS = (state: 'Declined' | 'Expired' | 'Failed' | 'Cancelled') => ({
  may: BANK,
  in: { Asked: to(state), Pending: to(state), Active: to(state), Paused: to(state), ...OVER },
});

/** Transitions of an agreement. One that has ended stays so, whatever a late answer says. */
export const AGREEMENT: StateTable<AgreementState, AgreementEvent, AgreementActor, 'not_permitted'> = {
  take: { may: BANK, in: { Asked: to('Pending'), Pending: DONE, Active: DONE, Paused: DONE, ...OVER } },
  activate: {
    may: BANK,
    in: { Asked: to('Active'), Pending: to('Active'), Active: DONE, Paused: to('Active'), ...OVER },
  },
  // Another side may have paused it meanwhile.
  pause: {
    may: BANK,
    in: { Asked: to('Paused'), Pending: to('Paused'), Active: to('Paused'), Paused: to('Paused'), ...OVER },
  },
  decline: ENDS('Declined'),
  lapse: ENDS('Expired'),
  fail: ENDS('Failed'),
  // The programme drops one that the bank was not asked for yet.
  cancel: { ...ENDS('Cancelled'), may: { programme: true, bank: true } },
};

const EVENTS = {
  pending: 'take',
  active: 'activate',
  paused: 'pause',
  declined: 'decline',
  expired: 'lapse',
  failed: 'fail',
  unsupported: 'fail',
  cancelled: 'cancel',
} as const satisfies Readonly<Record<AtBank['is'], AgreementEvent>>;

/** Event that a state at the bank is. */
export const eventOf = ({ is }: AtBank): AgreementEvent => EVENTS[is];

/** Whether it has not ended. */
export const isOpen = (state: AgreementState): boolean =>
  state === 'Asked' || state === 'Pending' || state === 'Active' || state === 'Paused';
