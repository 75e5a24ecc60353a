import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Counted, countMessages } from './hour.store.ts';
import type { KeptAnswer } from './inbound.ts';

export type AskOutcome = 'approved' | 'declined' | 'silent' | 'refused';
export type ToldOutcome = 'confirmed' | 'adopted' | 'done' | 'refused';

/** An ask that was answered. */
export type EndedAsk = Counted & {
  readonly key: string;
  readonly outcome: AskOutcome;
  readonly did: string | null;
  readonly msUsed: number;
  readonly answer: KeptAnswer;
};

// The first answer stays: a repeat that came at the same time has the same, or came too late.
const END_ASKS = `
UPDATE processor_event e SET outcome = ended.outcome, did = ended.did, ms_used = ended.ms_used, answer = ended.answer
FROM ${arrayRows('ended', 2, {
  connection_id: 'integer',
  key: 'text',
  outcome: 'text',
  did: 'text',
  ms_used: 'integer',
  answer: 'jsonb',
})}
WHERE e.tenant_id = $1 AND e.connection_id = ended.connection_id AND e.key = ended.key AND e.outcome IS NULL`;

/** Stores the answers of asks and counts them. */
export function endAsks(tx: Tx, tenantId: number, all: readonly EndedAsk[]): void {
  const ended = all.toSorted((a, b) => a.connectionId - b.connectionId || (a.key < b.key ? -1 : 1));
  const column = <T>(of: (one: EndedAsk) => T) => ended.map(of);
  tx.later(END_ASKS, [
    tenantId,
    column(({ connectionId }) => connectionId),
    column(({ key }) => key),
    column(({ outcome }) => outcome),
    column(({ did }) => did),
    column(({ msUsed }) => Math.round(msUsed)),
    column(({ answer }) => JSON.stringify(answer)),
  ]);
  countMessages(tx, tenantId, ended);
}

const END_TOLD = `
UPDATE processor_event e SET outcome = $4, did = $5 FROM processor_event before
 WHERE e.tenant_id = $1 AND e.connection_id = $2 AND e.key = $3
   AND before.tenant_id = $1 AND before.connection_id = $2 AND before.key = $3
RETURNING before.outcome`;

/** A told event that was carried out. */
export type EndedTold = Counted & { readonly key: string; readonly outcome: ToldOutcome; readonly did: string | null };

/**
 * Stores what came of a told event, and lets it wait no longer. It is counted once, however often it is read again.
 * Answers whether it was counted.
 */
export async function endTold(tx: Tx, tenantId: number, ended: EndedTold): Promise<boolean> {
  const { connectionId, key, outcome, did } = ended;
  await tx.run('DELETE FROM processor_waiting WHERE tenant_id = $1 AND connection_id = $2 AND key = $3', [
    tenantId,
    connectionId,
    key,
  ]);
  const named = [tenantId, connectionId, key, outcome, did];
  const before = await tx.first<{ outcome: string | null }>(END_TOLD, named);
  if (before?.outcome !== null) return false;
  countMessages(tx, tenantId, [ended]);
  return true;
}

/** Counts what has no more to it than that it came. */
export function endTaken(tx: Tx, tenantId: number, taken: Counted): void {
  countMessages(tx, tenantId, [taken]);
}
