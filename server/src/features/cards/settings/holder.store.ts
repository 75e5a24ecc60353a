import type { Tx } from '../../../platform/database.ts';
import type { ManagedCard } from '../managed-card.store.ts';

const BIRTH_DATE = `SELECT date_of_birth FROM holder WHERE tenant_id = $1 AND id = $2`;

/** `1990-02-01`; null where it is not known. */
export async function readBirthDate(
  tx: Tx,
  card: Pick<ManagedCard, 'tenant_id' | 'holder_id'>,
): Promise<string | null> {
  const row = await tx.first<{ date_of_birth: string | null }>(BIRTH_DATE, [card.tenant_id, card.holder_id]);
  return row?.date_of_birth ?? null;
}
