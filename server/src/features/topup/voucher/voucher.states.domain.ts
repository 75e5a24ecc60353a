import { move, refused, type StateTable, to } from '../../../platform/state-table.domain.ts';

export type VoucherStatus = 'Issued' | 'Active' | 'Redeemed' | 'Expired' | 'Blocked';
export type VoucherEvent = 'sell' | 'redeem' | 'expire' | 'block' | 'cancel';
/** A cardholder, the staff at the desk, and due work. */
export type VoucherActor = 'cardholder' | 'staff' | 'programme';

const WRONG_CODE = refused('access_code_wrong');
const NOBODY = { cardholder: 'access_code_wrong', staff: 'access_code_wrong', programme: 'access_code_wrong' } as const;

/** Transitions of a voucher. Issued: made, and valid immediately. Active: sold over a counter. */
export const VOUCHER: StateTable<VoucherStatus, VoucherEvent, VoucherActor, 'access_code_wrong'> = {
  sell: {
    may: { ...NOBODY, staff: true },
    in: { Issued: to('Active'), Active: WRONG_CODE, Redeemed: WRONG_CODE, Expired: WRONG_CODE, Blocked: WRONG_CODE },
  },
  redeem: {
    may: { ...NOBODY, cardholder: true },
    in: {
      Issued: to('Redeemed'),
      Active: to('Redeemed'),
      Redeemed: WRONG_CODE,
      Expired: WRONG_CODE,
      Blocked: WRONG_CODE,
    },
  },
  expire: {
    may: { ...NOBODY, programme: true },
    in: {
      Issued: to('Expired'),
      Active: to('Expired'),
      Redeemed: WRONG_CODE,
      Expired: WRONG_CODE,
      Blocked: to('Expired'),
    },
  },
  block: {
    may: { ...NOBODY, staff: true },
    in: {
      Issued: to('Blocked'),
      Active: to('Blocked'),
      Redeemed: WRONG_CODE,
      Expired: WRONG_CODE,
      Blocked: WRONG_CODE,
    },
  },
  // Over before its day: its value is no longer set aside.
  cancel: {
    may: { ...NOBODY, staff: true },
    in: {
      Issued: to('Expired'),
      Active: to('Expired'),
      Redeemed: WRONG_CODE,
      Expired: WRONG_CODE,
      Blocked: to('Expired'),
    },
  },
};

/** Whether a cardholder can redeem a voucher in this status on this day (`yyyy-MM-dd`). */
export function isRedeemable(status: VoucherStatus, expiresOn: string, today: string): boolean {
  return move(VOUCHER, { state: status, event: 'redeem', by: 'cardholder' }).kind === 'changed' && expiresOn >= today;
}
