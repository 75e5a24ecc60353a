import type { Tx } from '../../../platform/database/database.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { CARD_STATUS, type InnerStatus } from '../../card-facts/public.ts';
import { lockStatus, saveStatusLater } from './issued-card.store.ts';

/** Status after closing a card, by its status under its lock; undefined if it is already closed. */
export function closedFrom(status: InnerStatus): InnerStatus | undefined {
  const moved = move(CARD_STATUS, { state: status, event: 'close', by: 'programme' });
  return moved.kind === 'changed' ? moved.to : undefined;
}

/** Makes a card that was issued locked usable. */
export async function releaseCard(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  const status = await lockStatus(tx, tenantId, id);
  if (status === undefined) return;
  const moved = move(CARD_STATUS, { state: status, event: 'release', by: 'programme' });
  if (moved.kind === 'changed') saveStatusLater(tx, tenantId, id, moved.to);
}
