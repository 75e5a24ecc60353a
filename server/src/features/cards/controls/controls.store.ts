import type { CardControl } from '@wattle/contract/cards/controls.ts';
import { type Tx, toInstant } from '../../../platform/database/database.ts';
import type { ManagedCard } from '../managed-card.store.ts';
import type { BlockedControls } from './controls.domain.ts';

type Named = Pick<ManagedCard, 'tenant_id' | 'id'>;
type Row = { readonly blocked_controls: readonly CardControl[]; readonly gambling_opens_at: string | null };

/** Controls in the columns of a card. */
export function toBlockedControls({ blocked_controls, gambling_opens_at }: Row): BlockedControls {
  return {
    blocked: blocked_controls,
    gamblingOpensAt: gambling_opens_at === null ? null : Date.parse(toInstant(gambling_opens_at)),
  };
}

/** Controls that the holder of a card has turned off. */
export async function readControls(tx: Tx, card: Named): Promise<BlockedControls> {
  const row = await tx.first<Row>(
    'SELECT blocked_controls, gambling_opens_at FROM card WHERE tenant_id = $1 AND id = $2',
    [card.tenant_id, card.id],
  );
  if (!row) throw new Error(`card ${card.id} is gone`);
  return toBlockedControls(row);
}

/** The card must be locked. */
export async function saveControls(tx: Tx, card: Named, { blocked, gamblingOpensAt }: BlockedControls): Promise<void> {
  await tx.run('UPDATE card SET blocked_controls = $3, gambling_opens_at = $4 WHERE tenant_id = $1 AND id = $2', [
    card.tenant_id,
    card.id,
    blocked,
    gamblingOpensAt === null ? null : new Date(gamblingOpensAt),
  ]);
}
