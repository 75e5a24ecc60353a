import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type HolderNotice, notifyHolder } from './notify-holder.ts';

type NotifiedRow = { readonly brand_id: number; readonly holder_id: bigint };

/** A notice of an event of a holder. */
export type NoticeOf<One> = (one: One) => Pick<HolderNotice, 'template' | 'params' | 'shown' | 'dedupKey'>;

/** Notifies a holder of one event. */
export async function notifyOne<One extends NotifiedRow>(
  ctx: AppContext,
  tx: Tx,
  tenantId: number,
  one: One,
  noticeOf: NoticeOf<One>,
): Promise<void> {
  const { brand_id: brandId, holder_id: holderId } = one;
  await notifyHolder(tx, ctx, { tenantId, brandId, holderId, ...noticeOf(one), everyContact: false });
}

/** Notifies holders of events once each, and records that in the transaction of the notice. */
export async function notifyEach<One extends NotifiedRow>(
  ctx: AppContext,
  tenantId: number,
  given: {
    readonly list: (tx: Tx) => Promise<readonly One[]>;
    readonly noticeOf: NoticeOf<One>;
    readonly save: (tx: Tx, one: One) => Promise<void>;
  },
): Promise<void> {
  for (const one of await ctx.database.read(tenantId, given.list)) {
    await ctx.database.transact(tenantId, async (tx) => {
      await notifyOne(ctx, tx, tenantId, one, given.noticeOf);
      await given.save(tx, one);
    });
  }
}
