import { toInstant, type Tx } from '../../../platform/database/database.ts';
import type { Times } from '../../../platform/due-work/due-work.store.ts';

const WAITING = `
SELECT 'messages.' || channel AS work, count(*)::integer AS waiting, min(due_at)::text AS oldest FROM outbox_message
 WHERE tenant_id = $1 AND delivered_at IS NULL AND dead_at IS NULL AND due_at <= $3 GROUP BY channel
UNION ALL
SELECT job, count(*)::integer, min(due_at)::text FROM due_work
 WHERE tenant_id = $1 AND job = ANY ($2::text[]) AND done_at IS NULL AND dead_at IS NULL
   AND due_at <= CASE clock WHEN 'business' THEN $3::timestamptz ELSE $4 END GROUP BY job
ORDER BY work`;

export type WaitingWork = { readonly work: string; readonly waiting: number; readonly oldest: string };

/** Due work of a programme that waits for another system: messages by channel, and work of these jobs. */
export async function listWaitingOutside(
  tx: Tx,
  tenantId: number,
  jobs: readonly string[],
  now: Times,
): Promise<WaitingWork[]> {
  const at = [now.business, now.security].map((ms) => new Date(ms));
  const rows = await tx.query<WaitingWork>(WAITING, [tenantId, jobs, ...at]);
  return rows.map((row) => ({ ...row, oldest: toInstant(row.oldest) }));
}
