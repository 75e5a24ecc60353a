import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { listStaff } from './staff.store.ts';

export const staff = deskCommand({
  name: 'staff',
  title: 'List staff',
  summary: 'List the staff of the programme',
  permission: 'look',
  input: z.object({}),
  answer: z.object({ name: z.string(), fullName: z.string(), role: z.string(), status: z.string() }),
  async run({ tx, staff: caller }) {
    const members = await listStaff(tx, caller.tenantId);
    return {
      ok: true,
      rows: members.map((member) => ({
        name: member.name,
        fullName: member.full_name,
        role: member.role,
        status: member.ended_at !== null ? 'ended' : member.password_hash === null ? 'no password yet' : 'active',
      })),
    };
  },
});
