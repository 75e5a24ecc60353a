import type { Tx } from '../../platform/database/database.ts';
import type { JobState } from '../../platform/due-work/due-state.store.ts';
import type { Times } from '../../platform/due-work/due-work.store.ts';

type Row = {
  readonly late: bigint;
  readonly oldest_seconds: number;
  readonly running: bigint;
  readonly failing: bigint;
  readonly dead: bigint;
};

const STATE = "SELECT * FROM outbox_state($1, $2, $3 * interval '1 ms')";

/** State of message delivery over all tenants. A message is late when it has been due for `lateAfterMs`. */
export async function readOutboxState(tx: Tx, now: Times, lateAfterMs: number): Promise<JobState> {
  const at = [now.business, now.security].map((ms) => new Date(ms).toISOString());
  const row = await tx.first<Row>(STATE, [...at, lateAfterMs]);
  if (!row) throw new Error('the state of the outbox is one row');
  return {
    job: 'messages.deliver',
    late: Number(row.late),
    oldestSeconds: row.oldest_seconds,
    running: Number(row.running),
    failing: Number(row.failing),
    dead: Number(row.dead),
  };
}
