import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../context.ts';
import { isLostToAll } from '../platform/database-fault.ts';
import { openReadGroup, type ReadGroup, type ReadWork } from '../platform/group-read.ts';
import { type Claims, sessionsOf } from './auth.ts';
import type { Session } from './handle.ts';

type Known = Session | undefined;

export type SharedReads = {
  /**
   * Reads for the caller, batched with other calls of the tenant. The work gets the live session of the
   * claims, if any. It may run twice.
   */
  read(claims: Claims, work: ReadWork<Known, Result<unknown, ErrorName>>): Promise<Result<unknown, ErrorName>>;
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

  return { read: (claims, work) => groupOf(claims.tenantId).submit(claims, work) };
}
