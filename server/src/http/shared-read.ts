import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../compose/context.ts';
import { isLostToAll } from '../platform/database/database-fault.ts';
import { openReadGroup, type ReadGroup, type ReadWork } from '../platform/batches/group-read.ts';
import { isNoAnswerOfReplica, type Position } from '../platform/database/replica.ts';
import { type Claims, sessionOf, sessionsOf } from './auth.ts';
import type { Session } from './handle.ts';

type Known = Session | undefined;
type Outcome = Result<unknown, ErrorName>;
type Work = ReadWork<Known, Outcome>;

/** Read position of the caller, if there is a standby. */
export type ReadFrom = {
  /** Position of the caller's last write; undefined: unknown, so no standby answers. */
  readonly position?: Position | undefined;
  /** True: a standby is asked first. */
  readonly mayBeOld?: boolean | undefined;
};

export type SharedReads = {
  /**
   * Reads for the caller, batched with other calls of the tenant. The work gets the live session of the claims, if any.
   * It may run twice. While the primary is unavailable, a standby that has the caller's last write answers.
   */
  read(claims: Claims, work: Work, from?: ReadFrom): Promise<Outcome>;
  /** Response of a standby; undefined if none can answer. The work may then run on the primary. */
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

  /** A session unknown to the standby is checked by the primary. */
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
