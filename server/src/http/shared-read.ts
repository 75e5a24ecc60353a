import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../context.ts';
import { isLostToAll } from '../platform/database-fault.ts';
import { openReadGroup, type ReadGroup, type ReadWork } from '../platform/batches/group-read.ts';
import { isNoAnswerOfReplica, type Position } from '../platform/replica.ts';
import { type Claims, sessionOf, sessionsOf } from './auth.ts';
import type { Session } from './handle.ts';

type Known = Session | undefined;
type Outcome = Result<unknown, ErrorName>;
type Work = ReadWork<Known, Outcome>;

/** Facts about the caller of a read, where a standby is set. */
export type ReadFrom = {
  /** Behind what the caller has done last; undefined: not known, so that no standby answers. */
  readonly position?: Position | undefined;
  /** Whether a standby is asked first. */
  readonly mayBeOld?: boolean | undefined;
};

export type SharedReads = {
  /**
   * Reads for the caller, batched with other calls of the tenant. The work gets the live session of the
   * claims, if any. It may run twice. While the primary is away, a standby answers that has what the caller has done.
   */
  read(claims: Claims, work: Work, from?: ReadFrom): Promise<Outcome>;
  /** Answer of a standby; undefined where none can. The work may run on the primary after it. */
  fromStandby(claims: Claims, work: Work, position: Position | undefined): Promise<Outcome | undefined>;
};

/** One group per tenant, because row-level security applies to a whole transaction. */
export function openSharedReads(ctx: AppContext): SharedReads {
  const groups = new Map<number, ReadGroup<Claims, Known>>();

  function groupOf(tenantId: number): ReadGroup<Claims, Known> {
    const known = groups.get(tenantId);
    if (known) return known;
    const made = openReadGroup<Claims, Known>({
      read: (work) => ctx.database.read(tenantId, work),
      know: (tx, claims) => sessionsOf(ctx, tx, tenantId, claims),
      isLost: isLostToAll,
    });
    groups.set(tenantId, made);
    return made;
  }

  /** A session that the standby does not know is the primary's to judge. */
  async function fromStandby(claims: Claims, work: Work, position: Position | undefined): Promise<Outcome | undefined> {
    if (!ctx.replica || position === undefined) return undefined;
    try {
      return await ctx.replica.read(claims.tenantId, position, async (tx) => {
        const session = await sessionOf(ctx, tx, claims);
        return session && work(tx, session);
      });
    } catch (error) {
      if (isNoAnswerOfReplica(error)) return undefined;
      throw error;
    }
  }

  return {
    fromStandby,
    async read(claims, work, { position, mayBeOld = false } = {}) {
      const early = mayBeOld ? await fromStandby(claims, work, position) : undefined;
      if (early) return early;
      try {
        return await groupOf(claims.tenantId).submit(claims, work);
      } catch (error) {
        const late = isLostToAll(error) && !mayBeOld ? await fromStandby(claims, work, position) : undefined;
        if (late) return late;
        throw error;
      }
    },
  };
}
