import * as z from 'zod';
import { deskCommand, type DeskCallInTransaction } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { becomes } from '../effects/effect.domain.ts';
import { LEAST_MANAGERS, lockManagerRows, saveRole } from './member.store.ts';
import { ROLES } from './role.domain.ts';
import { staffName } from './staff-name.ts';
import { findStaff, lockStaff } from './staff.store.ts';

const input = z.object({ name: staffName, role: z.enum(ROLES) });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function memberOf({ tx, staff: { tenantId }, input: { name, role } }: Call) {
  const managers = await lockManagerRows(tx, tenantId);
  const member = await lockStaff(tx, tenantId, name);
  if (!member || member.ended_at !== null) return refused('not_found', { field: 'name' });
  const object = `staff:${member.id}`;
  if (member.role === role) return refused('nothing_to_do', { field: 'role', object });
  if (member.role === 'manager' && member.access_ends_at === null && managers <= LEAST_MANAGERS)
    return refused('managers_needed', { field: 'role', object });
  return { ok: true, member, object } as const;
}

/** Gives a member of staff another role, by two people; none of them is the member. It counts from their next call on. */
export const changeRoleCommand = deskCommand({
  name: 'change-role',
  title: 'Change a colleague’s role',
  summary: 'Make a member of staff a viewer, an agent or a manager',
  permission: 'staff',
  done: (row) => ({ words: `${row.fullName} is ${row.role === 'agent' ? 'an' : 'a'} ${row.role} now.` }),
  positional: 'name',
  input,
  answer: z.object({ name: z.string(), fullName: z.string(), role: z.string() }),
  async check(call: Call) {
    const found = await memberOf(call);
    if (!found.ok) return found;
    const isOwn = found.member.id === call.staff.id;
    return isOwn
      ? refused('not_permitted', { field: 'name', object: found.object })
      : { ok: true, rows: [], object: found.object };
  },
  async effect({ tx, staff: { tenantId }, input: { name, role } }: Call) {
    const member = await findStaff(tx, tenantId, name);
    if (!member || member.ended_at !== null || member.role === role) return [];
    return [becomes(`${member.full_name} (${name})`, member.role, role)];
  },
  async run(call: Call) {
    const found = await memberOf(call);
    if (!found.ok) return found;
    const { member, object } = found;
    if (member.id === call.staff.id) return refused('not_permitted', { field: 'name', object });
    await saveRole(call.tx, call.staff.tenantId, member.id, call.input.role);
    return { ok: true, rows: [{ name: member.name, fullName: member.full_name, role: call.input.role }], object };
  },
});
