import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/**
 * State of a payment by another card. `Opening`: it is not known whether the gateway has a page for it. `Unknown`: it
 * may have been paid, and the gateway has not confirmed it. `Refunded`: the charge could not be settled.
 */
export type GatewayPaymentState =
  | 'Opening'
  | 'Open'
  | 'Unknown'
  | 'Paid'
  | 'Declined'
  | 'Cancelled'
  | 'Expired'
  | 'Refunded'
  | 'ChargedBack';
export type GatewayPaymentEvent =
  | 'open'
  | 'doubt'
  | 'decline'
  | 'cancel'
  | 'expire'
  | 'book'
  | 'giveBack'
  | 'chargeBack'
  | 'win';
/** Actors: the gateway, by a signed notice or a response, and the programme, which settles the charge. */
export type GatewayPaymentActor = 'gateway' | 'programme';

const NO = refused('not_found');
const BY_GATEWAY = { gateway: true, programme: 'not_found' } as const;
const BY_PROGRAMME = { gateway: 'not_found', programme: true } as const;

/** Ends without a charge, only while nothing else is known. */
const ending = <S extends 'Declined' | 'Cancelled' | 'Expired'>(state: S) => ({
  Opening: to(state),
  Open: to(state),
  Unknown: to(state),
  Paid: NO,
  Declined: state === 'Declined' ? DONE : NO,
  Cancelled: state === 'Cancelled' ? DONE : NO,
  Expired: state === 'Expired' ? DONE : NO,
  Refunded: NO,
  ChargedBack: NO,
});

/**
 * Transitions of payments by other cards. A charge is booked or refunded from any state, because money that the gateway
 * has taken counts, however late its notice arrives and whatever it said before.
 */
export const GATEWAY_PAYMENT: StateTable<GatewayPaymentState, GatewayPaymentEvent, GatewayPaymentActor, 'not_found'> = {
  open: {
    may: BY_GATEWAY,
    in: {
      Opening: to('Open'),
      Open: DONE,
      Unknown: NO,
      Paid: NO,
      Declined: NO,
      Cancelled: NO,
      Expired: NO,
      Refunded: NO,
      ChargedBack: NO,
    },
  },
  doubt: {
    may: { gateway: true, programme: true },
    in: {
      Opening: to('Unknown'),
      Open: to('Unknown'),
      Unknown: DONE,
      Paid: NO,
      Declined: NO,
      Cancelled: NO,
      Expired: NO,
      Refunded: NO,
      ChargedBack: NO,
    },
  },
  decline: { may: BY_GATEWAY, in: ending('Declined') },
  cancel: { may: BY_GATEWAY, in: ending('Cancelled') },
  expire: { may: BY_GATEWAY, in: ending('Expired') },
  book: {
    may: BY_PROGRAMME,
    in: {
      Opening: to('Paid'),
      Open: to('Paid'),
      Unknown: to('Paid'),
      Paid: DONE,
      Declined: to('Paid'),
      Cancelled: to('Paid'),
      Expired: to('Paid'),
      Refunded: NO,
      ChargedBack: NO,
    },
  },
  giveBack: {
    may: BY_PROGRAMME,
    in: {
      Opening: to('Refunded'),
      Open: to('Refunded'),
      Unknown: to('Refunded'),
      // A second charge of a settled payment is refunded; the payment does not change.
      Paid: NO,
      Declined: to('Refunded'),
      Cancelled: to('Refunded'),
      Expired: to('Refunded'),
      Refunded: DONE,
      ChargedBack: NO,
    },
  },
  chargeBack: {
    may: BY_PROGRAMME,
    in: {
      Opening: NO,
      Open: NO,
      Unknown: NO,
      Paid: to('ChargedBack'),
      Declined: NO,
      Cancelled: NO,
      Expired: NO,
      Refunded: NO,
      ChargedBack: DONE,
    },
  },
  win: {
    may: BY_PROGRAMME,
    in: {
      Opening: NO,
      Open: NO,
      Unknown: NO,
      Paid: DONE,
      Declined: NO,
      Cancelled: NO,
      Expired: NO,
      Refunded: NO,
      ChargedBack: to('Paid'),
    },
  },
};

const LIVE: readonly GatewayPaymentState[] = ['Opening', 'Open', 'Unknown'];

/** Whether it is undecided. */
export function isLive(state: GatewayPaymentState): boolean {
  return LIVE.includes(state);
}
