import * as z from 'zod';
import { deskCommand, type DeskCallInTransaction } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { inDays } from '../done.ts';
import { becomes } from '../effects/effect.domain.ts';
import { endOfAccess, lastDayOfAccess, untilInput } from './access-until.ts';
import { LEAST_MANAGERS, lockManagerRows, saveAccessEnd } from './member.store.ts';
import { staffName } from './staff-name.ts';
import { findStaff, lockStaff, type StaffRow } from './staff.store.ts';

/** Without a last day, access does not end by itself. */
const input = z.object({ name: staffName, until: untilInput.optional() });
type Call = DeskCallInTransaction<z.output<typeof input>>;

const lastDayOf = ({ access_ends_at: endsAt }: StaffRow) => (endsAt === null ? undefined : lastDayOfAccess(endsAt));
const words = (until: string | undefined) => (until === undefined ? 'without an end' : `until ${inDays(until)}`);

async function judge({ ctx, tx, staff, input: { name, until } }: Call) {
  const managers = await lockManagerRows(tx, staff.tenantId);
  const member = await lockStaff(tx, staff.tenantId, name);
  if (!member || member.ended_at !== null) return refused('not_found', { field: 'name' });
  const object = `staff:${member.id}`;
  if (member.id === staff.id) return refused('not_permitted', { field: 'name', object });
  if (lastDayOf(member) === until) return refused('nothing_to_do', { field: 'until', object });
  if (until === undefined) return { ok: true, member, object } as const;
  if (endOfAccess(until) <= ctx.clocks.security.now()) return refused('input_invalid', { field: 'until', object });
  if (member.role === 'manager' && member.access_ends_at === null && managers <= LEAST_MANAGERS)
    return refused('managers_needed', { field: 'name', object });
  return { ok: true, member, object } as const;
}

/**
 * Sets the last day of a member's access, moves it or takes it away, by two people; none of them is the member. Two
 * managers without an end always stay.
 */
export const limitStaffCommand = deskCommand({
  name: 'limit-staff',
  title: 'Limit a colleague’s access',
  summary:
    'Set the last day of a member’s access (--until), or take it away; sign-in is refused and sessions end with it',
  permission: 'staff',
  done: (row) => ({ words: `${row.fullName} has access ${words(row.until || undefined)}.` }),
  positional: 'name',
  input,
  answer: z.object({ name: z.string(), fullName: z.string(), until: z.string() }),
  async check(call: Call) {
    const found = await judge(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect({ tx, staff: { tenantId }, input: { name, until } }: Call) {
    const member = await findStaff(tx, tenantId, name);
    if (!member || member.ended_at !== null || lastDayOf(member) === until) return [];
    return [becomes(`Access of ${member.full_name} (${name})`, words(lastDayOf(member)), words(until))];
  },
  async run(call: Call) {
    const found = await judge(call);
    if (!found.ok) return found;
    const { member, object } = found;
    const { until } = call.input;
    const endsAtMs = until === undefined ? null : endOfAccess(until);
    await saveAccessEnd(call.tx, call.staff.tenantId, member.id, endsAtMs);
    return { ok: true, rows: [{ name: member.name, fullName: member.full_name, until: until ?? '' }], object };
  },
});
