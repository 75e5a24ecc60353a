import type { AutoTopupRow } from './auto-topup.store.ts';

/** The refusal of one that is over: 20207 where the person has cancelled it, 27418 where anybody else has. */
export function overBy({ ended_by }: Pick<AutoTopupRow, 'ended_by'>): 'auto_topup_cancelled' | 'auto_topup_ended' {
  return ended_by === 'person' ? 'auto_topup_cancelled' : 'auto_topup_ended';
}
