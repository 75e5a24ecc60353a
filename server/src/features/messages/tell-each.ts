import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { type Telling, tellHolder } from './tell-holder.ts';

type Concerned = { readonly brand_id: number; readonly holder_id: bigint };

/** A notice of an event of a holder. */
export type NoticeOf<One> = (one: One) => Pick<Telling, 'template' | 'params' | 'shown' | 'dedupKey'>;

/** Notifies a holder of one event. */
export async function tellOne<One extends Concerned>(
  ctx: AppContext,
  tx: Tx,
  tenantId: number,
  one: One,
  noticeOf: NoticeOf<One>,
): Promise<void> {
  const { brand_id: brandId, holder_id: holderId } = one;
  await tellHolder(tx, ctx, { tenantId, brandId, holderId, ...noticeOf(one), everyContact: false });
}

/** Notifies holders of events once each, and records that in the transaction of the notice. */
export async function tellEach<One extends Concerned>(
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
      await tellOne(ctx, tx, tenantId, one, given.noticeOf);
      await given.save(tx, one);
    });
  }
}
