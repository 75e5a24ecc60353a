import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../test-support/state-matrix.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { KYC_CASE, KYC_STATES } from './kyc-case.states.domain.ts';

describe('a case of verification', () => {
  it('follows the verdicts of the identity service and the desk', () => {
    const locked = '–kyc_locked';
    expect(linesOf(KYC_CASE, KYC_STATES)).toEqual([
      // In this order: Open Verified Pending NotVerified LockedOut
      `verify | service | Verified = Verified Verified ${locked}`,
      `leavePending | service | Pending = = Pending ${locked}`,
      `fail | service | NotVerified = NotVerified = ${locked}`,
      'lockOut | service | LockedOut = LockedOut LockedOut =',
      'passByHand | staff | Verified = Verified Verified Verified',
    ]);
  });

  it('is passed by hand by the desk alone', () => {
    expect(move(KYC_CASE, { state: 'Open', event: 'passByHand', by: 'service' })).toMatchObject({ kind: 'refused' });
    expect(move(KYC_CASE, { state: 'Open', event: 'verify', by: 'staff' })).toMatchObject({ kind: 'refused' });
  });
});
