import * as z from 'zod';
import { deskCommand, type DeskCallInTransaction } from '../desk-command.ts';
import { becomes } from '../effects/effect.domain.ts';
import { refused } from '../desk-refusal.ts';
import { deleteFactors } from '../second-factor/second-factor.store.ts';
import { forgiveStaff } from '../sign-in/staff-guard.store.ts';
import { revokeStaffSessions } from '../sign-in/staff-session.store.ts';
import { firstHalfOf, makeSetUpCode } from './set-up-code.ts';
import { staffName } from './staff-name.ts';
import { findStaff, lockStaff, saveSetUp } from './staff.store.ts';

const input = z.object({ name: staffName });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function findMember({ tx, staff, input: { name } }: Call) {
  const member = await lockStaff(tx, staff.tenantId, name);
  return member?.ended_at === null ? member : undefined;
}

/**
 * For a member who has forgotten the password, lost the second factor, is locked out, or has let the set-up code
 * expire.
 */
export const renewStaff = deskCommand({
  name: 'renew-staff',
  title: 'Renew a colleague’s sign-in',
  summary: 'Give a member of staff a new set-up code; the old password, second factors, sessions and locks end',
  permission: 'staff',
  done: (row) => ({
    words: `${row.name} gets a new set-up code.`,
    next: 'Each of you hands over half of it. The old password no longer works.',
    isList: true,
  }),
  input,
  positional: 'name',
  answer: z.object({ name: z.string(), secondHalfOfCode: z.string(), until: z.string() }),
  shownOnce: ['secondHalfOfCode'],
  forAsker: ({ secrets }, key) => ({ firstHalfOfCode: firstHalfOf(secrets, key) }),
  async check(call: Call) {
    const member = await findMember(call);
    return member ? { ok: true, rows: [], object: `staff:${member.id}` } : refused('not_found', { field: 'name' });
  },
  async effect(call: Call) {
    const member = await findStaff(call.tx, call.staff.tenantId, call.input.name);
    if (!member) return [];
    return [
      {
        what: `${member.full_name} (${member.name})`,
        before: member.role,
        change: 'a new set-up code',
        after: member.role,
      },
      becomes('Password, second factors and sessions', 'in use', 'none', 'end'),
    ];
  },
  async run(call) {
    const {
      tx,
      ctx,
      staff,
      input: { name },
      key,
    } = call;
    const { tenantId } = staff;
    const member = await findMember(call);
    if (!member) return refused('not_found', { field: 'name' });
    const nowMs = ctx.clocks.security.now();
    const { secondHalf, setUp } = makeSetUpCode(ctx, { tenantId, name }, firstHalfOf(ctx.secrets, key));
    await saveSetUp(tx, tenantId, member.id, setUp);
    await deleteFactors(tx, tenantId, member.id);
    await revokeStaffSessions(tx, tenantId, { staffId: member.id, nowMs });
    await forgiveStaff(tx, ctx.secrets, { tenantId, name }, nowMs);
    const until = new Date(setUp.endsAtMs).toISOString();
    return { ok: true, rows: [{ name, secondHalfOfCode: secondHalf, until }], object: `staff:${member.id}` };
  },
});
