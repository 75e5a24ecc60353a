import { DONE, refused, type StateTable, to } from '../../../platform/state-table.domain.ts';

/** Open: the person's part is not done. Pending: the service has not decided. NotVerified: it could not match. */
export const KYC_STATES = ['Open', 'Verified', 'Pending', 'NotVerified', 'LockedOut'] as const;
export type KycState = (typeof KYC_STATES)[number];

/** Events of a case, from the service and the desk. */
export type KycEvent = 'verify' | 'leavePending' | 'fail' | 'lockOut' | 'passByHand';

/** The identity service, and the staff at the desk. */
export type KycActor = 'service' | 'staff';

const SERVICE = { service: true, staff: 'kyc_locked' } as const;
const STAFF = { service: 'kyc_locked', staff: true } as const;
const LOCKED = refused('kyc_locked');

/** State table of a verification case. A verdict is final: later events change nothing. */
export const KYC_CASE: StateTable<KycState, KycEvent, KycActor, 'kyc_locked'> = {
  verify: {
    may: SERVICE,
    in: {
      Open: to('Verified'),
      Verified: DONE,
      Pending: to('Verified'),
      NotVerified: to('Verified'),
      LockedOut: LOCKED,
    },
  },
  leavePending: {
    may: SERVICE,
    in: { Open: to('Pending'), Verified: DONE, Pending: DONE, NotVerified: to('Pending'), LockedOut: LOCKED },
  },
  fail: {
    may: SERVICE,
    in: { Open: to('NotVerified'), Verified: DONE, Pending: to('NotVerified'), NotVerified: DONE, LockedOut: LOCKED },
  },
  lockOut: {
    may: SERVICE,
    in: {
      Open: to('LockedOut'),
      Verified: DONE,
      Pending: to('LockedOut'),
      NotVerified: to('LockedOut'),
      LockedOut: DONE,
    },
  },
  passByHand: {
    may: STAFF,
    in: {
      Open: to('Verified'),
      Verified: DONE,
      Pending: to('Verified'),
      NotVerified: to('Verified'),
      LockedOut: to('Verified'),
    },
  },
};
