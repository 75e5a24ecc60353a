import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import { Busy } from '../../../platform/busy.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Guard, type GuardKey, guardOfName, isLocked, readGuard } from '../../lockouts/public.ts';

/** Wrong codes of new contacts are counted by person, so another request or contact gives no new tries. */
export function contactCodeGuard(ctx: Pick<AppContext, 'secrets'>, session: Session): GuardKey {
  const { holderId, webAccountId } = session;
  const person = holderId === null ? `web:${webAccountId}` : `holder:${holderId}`;
  return guardOfName(ctx, session, 'contactCode', person);
}

/** Throws Busy while a person may not enter codes of new contacts. */
export function refuseLocked({ clocks }: Pick<AppContext, 'clocks'>, guard: Guard): void {
  const now = clocks.security.now();
  if (!isLocked(guard, now)) return;
  throw new Busy('wrong codes of new contacts', Math.ceil(((guard.lockedUntil ?? now) - now) / 1000));
}

/** The same, before a code is sent that could not be entered. */
export async function refuseNewCode(tx: Tx, ctx: AppContext, session: Session): Promise<void> {
  refuseLocked(ctx, await readGuard(tx, contactCodeGuard(ctx, session)));
}
