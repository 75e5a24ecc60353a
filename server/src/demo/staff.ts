import type { AppContext } from '../compose/context.ts';
import { addStaff, listStaff } from '../features/desk/public.ts';

/** The staff of the demo programmes, two a tenant: one asks, the other one approves. */
export const STAFF = [
  { tenantId: 1, programme: 'Harbour Mutual', name: 'kate', fullName: 'Kate Lowe' },
  { tenantId: 1, programme: 'Harbour Mutual', name: 'omar', fullName: 'Omar Aziz' },
  { tenantId: 2, programme: 'Southern Programmes', name: 'mia', fullName: 'Mia Costa' },
  { tenantId: 2, programme: 'Southern Programmes', name: 'lars', fullName: 'Lars Holm' },
] as const;

/** Public on purpose, like every secret of the demo. */
export const STAFF_PASSWORD = 'Desk-Banksia-2026';

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
