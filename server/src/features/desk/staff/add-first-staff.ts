import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { DeskRefusal } from '../desk-refusal.ts';
import { refused } from '../desk-refusal.ts';
import { makeSetUpCode } from './set-up-code.ts';
import { addStaff, lockManagers } from './staff.store.ts';

/** With two, one can ask and the other approve: more are added at the desk. */
const FIRST = 2;

type First = { readonly tenantId: number; readonly name: string; readonly fullName: string };

/**
 * Adds one of the first two managers of a tenant, for the owner of the database. With two managers it refuses
 * (`nothing_to_do`): from then on adding staff takes two people.
 */
export function addFirstStaff(
  ctx: Pick<AppContext, 'database' | 'clocks' | 'secrets' | 'config'>,
  { tenantId, name, fullName }: First,
): Promise<{ readonly ok: true; readonly code: string; readonly endsAt: string } | DeskRefusal> {
  return ctx.database.transact(tenantId, async (tx) => {
    const managers = await lockManagers(tx, tenantId);
    if (managers === undefined) return refused('not_found', { field: 'tenant' });
    if (managers >= FIRST) return refused('nothing_to_do');
    const { code, setUp } = makeSetUpCode(ctx, { tenantId, name });
    const nowMs = ctx.clocks.security.now();
    const id = await addStaff(tx, { tenantId, name, fullName, role: 'manager', setUp, nowMs });
    if (id === undefined) return refused('name_taken', { field: 'name' });
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'system',
      action: 'desk.first-staff',
      object: `staff:${id}`,
      outcome: 'ok',
    });
    return { ok: true, code, endsAt: new Date(setUp.endsAtMs).toISOString() };
  });
}
