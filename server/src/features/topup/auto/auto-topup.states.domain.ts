import { DONE, refused, type StateTable, to } from '../../../platform/state-table.domain.ts';

/**
 * Pending: its code was not entered. Active: it fires. Retry: a debit was referred and is retried. Expired: debits are
 * returned permanently, until it is cancelled or set up again. Cancelled: it has ended.
 */
export const AUTO_TOPUP_STATES = ['Pending', 'Active', 'Retry', 'Expired', 'Cancelled'] as const;
export type AutoTopupState = (typeof AUTO_TOPUP_STATES)[number];

/**
 * `changeBank`: another bank account, which needs a code. `lapse`: the code came too late or was wrong too often.
 * `refer`: a debit was returned and may be retried. `fail`: it was returned permanently. `credit`: one was credited.
 * `takeBack`: one was returned after its credit. `lose`: the payer's bank has ended or refused its agreement.
 */
export type AutoTopupEvent =
  | 'activate'
  | 'changeAmounts'
  | 'changeBank'
  | 'cancel'
  | 'lapse'
  | 'returnDeposit'
  | 'refer'
  | 'fail'
  | 'credit'
  | 'takeBack'
  | 'lose';

export type AutoTopupActor = 'person' | 'programme' | 'bank' | 'desk';

type Refusal = 'not_permitted' | 'auto_topup_refused' | 'auto_topup_cancelled';

const by = (...actors: readonly AutoTopupActor[]) => {
  const may = (actor: AutoTopupActor) => (actors.includes(actor) ? true : 'not_permitted');
  return { person: may('person'), programme: may('programme'), bank: may('bank'), desk: may('desk') } as const;
};
const ENDED = refused('auto_topup_cancelled');

/** Transitions of an automatic top-up. The route answers 20207 or 27418 by who ended it. */
export const AUTO_TOPUP: StateTable<AutoTopupState, AutoTopupEvent, AutoTopupActor, Refusal> = {
  activate: {
    // The bank: the payer has approved its agreement there.
    may: by('person', 'bank'),
    in: { Pending: to('Active'), Active: DONE, Retry: DONE, Expired: refused('auto_topup_refused'), Cancelled: ENDED },
  },
  changeAmounts: {
    may: by('person'),
    in: { Pending: DONE, Active: DONE, Retry: DONE, Expired: refused('auto_topup_refused'), Cancelled: ENDED },
  },
  changeBank: {
    may: by('person'),
    in: {
      Pending: to('Pending'),
      Active: to('Pending'),
      Retry: to('Pending'),
      Expired: to('Pending'),
      Cancelled: ENDED,
    },
  },
  cancel: {
    may: by('person', 'desk'),
    in: {
      Pending: to('Cancelled'),
      Active: to('Cancelled'),
      Retry: to('Cancelled'),
      Expired: to('Cancelled'),
      Cancelled: ENDED,
    },
  },
  lapse: {
    may: by('programme'),
    in: { Pending: to('Cancelled'), Active: DONE, Retry: DONE, Expired: DONE, Cancelled: DONE },
  },
  returnDeposit: {
    may: by('bank'),
    in: {
      Pending: to('Cancelled'),
      Active: to('Cancelled'),
      Retry: to('Cancelled'),
      Expired: to('Cancelled'),
      Cancelled: DONE,
    },
  },
  refer: {
    may: by('bank'),
    in: { Pending: DONE, Active: to('Retry'), Retry: to('Retry'), Expired: DONE, Cancelled: DONE },
  },
  fail: {
    may: by('bank'),
    in: { Pending: DONE, Active: to('Expired'), Retry: to('Expired'), Expired: DONE, Cancelled: DONE },
  },
  credit: {
    may: by('programme'),
    in: { Pending: DONE, Active: DONE, Retry: to('Active'), Expired: DONE, Cancelled: DONE },
  },
  takeBack: {
    may: by('bank'),
    in: {
      Pending: to('Cancelled'),
      Active: to('Cancelled'),
      Retry: to('Cancelled'),
      Expired: to('Cancelled'),
      Cancelled: DONE,
    },
  },
  lose: {
    may: by('bank'),
    in: { Pending: to('Expired'), Active: to('Expired'), Retry: to('Expired'), Expired: DONE, Cancelled: DONE },
  },
};

/** Refusal for an agreement that has ended: 20207 where the person cancelled it, 27418 where anybody else did. */
export function endedRefusal(row: { readonly ended_by: string | null }): 'auto_topup_cancelled' | 'auto_topup_ended' {
  return row.ended_by === 'person' ? 'auto_topup_cancelled' : 'auto_topup_ended';
}
