import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { guardOfName, guardOfOwner, isLocked, readGuard } from '../lockouts/public.ts';
import type { CardOfPerson, PersonRow, SignInOfPerson } from './person.store.ts';

/** A lock that failed sign-ins have set. */
export type Lock = {
  /** As `unlock` takes it: `web:12` or `card:7`. */
  readonly signIn: string;
  readonly kind: string;
  /** Security time. */
  readonly until: number;
  /** Wrong tries of the day. */
  readonly tries: number;
};

type Ways = {
  readonly tenantId: number;
  readonly signIns: readonly SignInOfPerson[];
  readonly cards: readonly CardOfPerson[];
};

/** Current locks of a person, the longest first. It only reads, so it delays no guess. */
export async function locksOf(
  tx: Tx,
  ctx: AppContext,
  { brand_id }: Pick<PersonRow, 'brand_id'>,
  { tenantId, signIns, cards }: Ways,
): Promise<readonly Lock[]> {
  const nowMs = ctx.clocks.security.now();
  const keys = [
    ...signIns.flatMap(({ id, brand_id: brandId }) => [
      { signIn: `web:${id}`, key: guardOfOwner(ctx, { tenantId, brandId }, 'account', id) },
      { signIn: `web:${id}`, key: guardOfName(ctx, { tenantId, brandId }, 'currentPassword', String(id)) },
    ]),
    ...cards.map(({ id }) => ({
      signIn: `card:${id}`,
      key: guardOfOwner(ctx, { tenantId, brandId: brand_id }, 'card', id),
    })),
  ];
  const locks: Lock[] = [];
  for (const { signIn, key } of keys) {
    const guard = await readGuard(tx, key);
    if (!isLocked(guard, nowMs)) continue;
    locks.push({ signIn, kind: key.kind, until: guard.lockedUntil ?? nowMs, tries: guard.dayFailures });
  }
  return locks.toSorted((a, b) => b.until - a.until);
}
