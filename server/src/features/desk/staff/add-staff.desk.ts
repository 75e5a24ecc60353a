import * as z from 'zod';
import { deskCommand, type DeskCallInTransaction } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { ROLES } from './role.domain.ts';
import { firstHalfOf, makeSetUpCode } from './set-up-code.ts';
import { staffFullName, staffName } from './staff-name.ts';
import { addStaff, findStaff } from './staff.store.ts';

const input = z.object({ name: staffName, fullName: staffFullName, role: z.enum(ROLES) });

/** A new member of staff. Asker and approver each hand over half of the set-up code; the member chooses the password. */
export const addStaffCommand = deskCommand({
  name: 'add-staff',
  title: 'Add staff',
  summary: 'Add a member of staff, as viewer, agent or manager',
  permission: 'staff',
  done: (row, input) => ({
    words: `${input.fullName} is added as ${row.role}.`,
    next: 'Each of you hands over half of the set-up code.',
    isList: true,
  }),
  input,
  answer: z.object({ name: z.string(), role: z.string(), secondHalfOfCode: z.string(), until: z.string() }),
  shownOnce: ['secondHalfOfCode'],
  forAsker: ({ secrets }, key) => ({ firstHalfOfCode: firstHalfOf(secrets, key) }),
  async check({ tx, staff, input: { name } }: DeskCallInTransaction<z.output<typeof input>>) {
    const taken = await findStaff(tx, staff.tenantId, name);
    return taken ? refused('name_taken', { field: 'name' }) : { ok: true, rows: [] };
  },
  async effect({ input: { name, fullName, role } }) {
    return [{ what: `${fullName} (${name})`, before: 'no access', change: 'may sign in', after: role }];
  },
  async run({ tx, ctx, staff: { tenantId }, input: { name, fullName, role }, key }) {
    const { secondHalf, setUp } = makeSetUpCode(ctx, { tenantId, name }, firstHalfOf(ctx.secrets, key));
    const id = await addStaff(tx, { tenantId, name, fullName, role, setUp, nowMs: ctx.clocks.security.now() });
    if (id === undefined) return refused('name_taken', { field: 'name' });
    const until = new Date(setUp.endsAtMs).toISOString();
    return { ok: true, rows: [{ name, role, secondHalfOfCode: secondHalf, until }], object: `staff:${id}` };
  },
});
