import type { AutoTopupRow } from './auto-topup.store.ts';

/** Refusal for an agreement that has ended: 20207 where the person cancelled it, 27418 where anybody else did. */
export function overBy({ ended_by }: Pick<AutoTopupRow, 'ended_by'>): 'auto_topup_cancelled' | 'auto_topup_ended' {
  return ended_by === 'person' ? 'auto_topup_cancelled' : 'auto_topup_ended';
}
