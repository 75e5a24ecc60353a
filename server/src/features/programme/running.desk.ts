import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { positionOf } from '../../platform/database/replica.ts';
import { readLastVerify } from '../../platform/sealed-log/verify-run.ts';
import { deskCommand } from '../desk/public.ts';
import { hasChannel } from './systems.ts';
import { countWaiting, readLastPurchase, readReplayed } from './running.store.ts';

const HOUR_MS = 3_600_000;
/** A standby that is this far behind would lose this much in a failover, and reads of long lists wait for it. */
const BEHIND_BYTES = 16n * 1024n * 1024n;

const SHOWN = {
  /** `email` and `sms` are there while the programme has no such channel, `cardMaker` while orders wait for its address. */
  part: z.enum(['network', 'verify', 'replication', 'email', 'sms', 'cardMaker']),
  state: z.enum(['ok', 'none', 'broken', 'behind', 'away', 'off']),
  /** Last purchase that was received, or the end of the last run of verify. */
  at: z.string(),
  /** Number of broken places, kilobytes by which the standby is behind, or orders that wait. */
  count: z.number(),
  by: z.string(),
};
type Row = z.output<z.ZodObject<typeof SHOWN>>;

/** How far the standby of this server is behind its primary. */
async function replicationOf(ctx: AppContext): Promise<Row> {
  const row = { part: 'replication', at: '', count: 0, by: '' } as const;
  if (!ctx.replica) return { ...row, state: 'none' };
  try {
    const written = BigInt(await positionOf(ctx.database));
    const replayed = await ctx.replica.readShared(readReplayed);
    if (replayed === undefined) return { ...row, state: 'none' };
    const behind = written > replayed ? written - replayed : 0n;
    return { ...row, state: behind > BEHIND_BYTES ? 'behind' : 'ok', count: Number(behind / 1024n) };
  } catch {
    return { ...row, state: 'away' };
  }
}

async function verifyOf(tx: Tx): Promise<Row> {
  const run = await readLastVerify(tx);
  if (!run) return { part: 'verify', state: 'none', at: '', count: 0, by: '' };
  const { broken, ended_at: at, run_by: by } = run;
  return { part: 'verify', state: broken === 0 ? 'ok' : 'broken', at: toInstant(at), count: broken, by };
}

/**
 * State of card network, ledger checks and standby of the programme, which `outside`, `bank-trouble` and `dead-letters`
 * do not show.
 */
export const runningCommand = deskCommand({
  name: 'running',
  title: 'What runs and when it was last seen',
  summary:
    'When the card network last told a purchase, the last run of verify, and how far the standby is behind, and channels of messages that are off',
  permission: 'look',
  input: z.object({}),
  answer: z.object(SHOWN),
  async run({ ctx, tx, staff: { tenantId } }) {
    const at = await readLastPurchase(tx, tenantId, ctx.clocks.business.now() - HOUR_MS);
    const network: Row = {
      part: 'network',
      state: at === null ? 'none' : 'ok',
      at: at === null ? '' : toInstant(at),
      count: 0,
      by: '',
    };
    const off = (['email', 'sms'] as const).filter((channel) => !hasChannel(ctx, tenantId, channel));
    const channels = off.map((part): Row => ({ part, state: 'off', at: '', count: 0, by: '' }));
    const orders = ctx.outside.cardMaker ? 0 : await countWaiting(tx, tenantId, 'cards.make');
    const makers: Row[] = orders === 0 ? [] : [{ part: 'cardMaker', state: 'off', at: '', count: orders, by: '' }];
    return { ok: true, rows: [network, await verifyOf(tx), await replicationOf(ctx), ...channels, ...makers] };
  },
});
