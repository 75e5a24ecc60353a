import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import type { ManagedCard } from '../managed-card.store.ts';

export type ReportKind = 'block' | 'lost' | 'stolen' | 'replace';
type Named = Pick<ManagedCard, 'tenant_id' | 'id'>;

const ADD = `
INSERT INTO card_report (tenant_id, card_id, kind, reference, actor, at) VALUES ($1, $2, $3, $4, $5, $6)`;

export type NewReport = {
  readonly kind: ReportKind;
  readonly reference: string;
  readonly actor: string;
  readonly at: number;
};

/** Saves a report, without waiting for the result. */
export function addReport(tx: Tx, card: Named, { kind, reference, actor, at }: NewReport): void {
  tx.later(ADD, [card.tenant_id, card.id, kind, reference, actor, new Date(at)]);
}

const LAST = `
SELECT reference FROM card_report WHERE tenant_id = $1 AND card_id = $2 AND kind = ANY ($3::text[]) ORDER BY id DESC LIMIT 1`;

/** The reference number of the last report of these kinds. */
export async function lastReference(tx: Tx, card: Named, kinds: readonly ReportKind[]): Promise<string | null> {
  const row = await tx.first<{ reference: string }>(LAST, [card.tenant_id, card.id, kinds]);
  return row?.reference ?? null;
}

const LAST_LOSS = `
SELECT reference, actor, at FROM card_report
WHERE tenant_id = $1 AND card_id = $2 AND kind IN ('lost', 'stolen') ORDER BY id DESC LIMIT 1`;

/** The last report of a card as lost or stolen, as answers show it. */
export async function lastLoss(tx: Tx, tenantId: number, cardId: bigint): Promise<CardDetails['Report']> {
  const row = await tx.first<{ reference: string; actor: string; at: string }>(LAST_LOSS, [tenantId, cardId]);
  if (!row) return null;
  const { reference, actor, at } = row;
  return { By: actor.startsWith('staff:') ? 'staff' : 'you', At: toInstant(at), ReferenceNumber: reference };
}
