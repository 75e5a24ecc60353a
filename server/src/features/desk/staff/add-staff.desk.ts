import * as z from 'zod';
import { deskCommand, type DeskCallInTransaction } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { inDays } from '../done.ts';
import { endOfAccess, untilInput } from './access-until.ts';
import { ROLES } from './role.domain.ts';
import { firstHalfOf, makeSetUpCode } from './set-up-code.ts';
import { staffFullName, staffName } from './staff-name.ts';
import { addStaff, findStaff } from './staff.store.ts';

const input = z.object({ name: staffName, fullName: staffFullName, role: z.enum(ROLES), until: untilInput.optional() });

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
  async check({ ctx, tx, staff, input: { name, until } }: DeskCallInTransaction<z.output<typeof input>>) {
    if (until !== undefined && endOfAccess(until) <= ctx.clocks.security.now())
      return refused('input_invalid', { field: 'until' });
    const taken = await findStaff(tx, staff.tenantId, name);
    return taken ? refused('name_taken', { field: 'name' }) : { ok: true, rows: [] };
  },
  async effect({ input: { name, fullName, role, until } }) {
    const after = until === undefined ? role : `${role} until ${inDays(until)}`;
    return [{ what: `${fullName} (${name})`, before: 'no access', change: 'may sign in', after }];
  },
  async run({ tx, ctx, staff: { tenantId }, input: { name, fullName, role, until }, key }) {
    const { secondHalf, setUp } = makeSetUpCode(ctx, { tenantId, name }, firstHalfOf(ctx.secrets, key));
    const nowMs = ctx.clocks.security.now();
    const accessEndsAtMs = until === undefined ? undefined : endOfAccess(until);
    const id = await addStaff(tx, { tenantId, name, fullName, role, setUp, accessEndsAtMs, nowMs });
    if (id === undefined) return refused('name_taken', { field: 'name' });
    const codeUntil = new Date(setUp.endsAtMs).toISOString();
    return { ok: true, rows: [{ name, role, secondHalfOfCode: secondHalf, until: codeUntil }], object: `staff:${id}` };
  },
});
