import type { AppContext } from '../context.ts';
import { addStaff, listStaff } from '../features/desk/public.ts';
import { STAFF, STAFF_PASSWORD } from './staff.ts';

/** Adds the demo's staff to a tenant that has none. */
export async function seedStaff(ctx: AppContext, tenantId: number): Promise<void> {
  const known = await ctx.database.read(tenantId, (tx) => listStaff(tx, tenantId));
  if (known.length > 0) return;
  const members = await Promise.all(
    STAFF.filter((member) => member.tenantId === tenantId).map(async ({ name, fullName }) => ({
      tenantId,
      name,
      fullName,
      role: 'manager' as const,
      passwordHash: await ctx.secrets.hashSecret(STAFF_PASSWORD),
      nowMs: ctx.clocks.security.now(),
    })),
  );
  await ctx.database.transact(tenantId, async (tx) => {
    for (const member of members) await addStaff(tx, member);
  });
}
