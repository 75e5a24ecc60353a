import type { Tx } from '../../platform/database/database.ts';
import type { Channel } from './message.types.ts';

export type WaitingMessages = {
  readonly channel: Channel;
  readonly waiting: number;
  /** Time for which the oldest message has been due. */
  readonly oldestSeconds: number;
};

export type DeadCount = {
  readonly channel: Channel;
  readonly template: string;
  readonly reason: string;
  readonly messages: number;
};

/** Messages that were given up, by channel, template and reason, over all tenants. */
export async function countDeadMessages(tx: Tx): Promise<DeadCount[]> {
  const rows = await tx.query<Omit<DeadCount, 'messages'> & { messages: bigint }>('SELECT * FROM outbox_dead()');
  return rows.map((row) => ({ ...row, messages: Number(row.messages) }));
}

type Row = { readonly channel: Channel; readonly waiting: bigint; readonly oldest_seconds: number };

/** Messages of each channel that are due and not delivered, over all tenants. */
export async function readWaitingMessages(tx: Tx, businessMs: number): Promise<WaitingMessages[]> {
  const rows = await tx.query<Row>('SELECT * FROM outbox_waiting($1)', [new Date(businessMs)]);
  return rows.map(({ channel, waiting, oldest_seconds: oldestSeconds }) => ({
    channel,
    waiting: Number(waiting),
    oldestSeconds: Math.round(oldestSeconds),
  }));
}
