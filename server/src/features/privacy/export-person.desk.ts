import * as z from 'zod';
import { dayAt } from '../../platform/time/clock.ts';
import { deskCommand, messageOf, personInput } from '../desk/public.ts';
import { addNote, findPerson, NO_PERSON, objectOf } from '../person/public.ts';
import { FORMAT_NAMES, FORMATS, readDatabase, writeReport } from '../reports/public.ts';
import { personFileRows } from './person-file.ts';

/**
 * Everything that the programme holds of a person as a file, for the person who asks for it (APP 12). Managers alone, with
 * a reason, which is among the events of the person.
 */
export const exportPersonCommand = deskCommand({
  name: 'export-person',
  title: 'Save a person’s data',
  summary: 'Everything that is held of a person as a file, for the person who asks for it: holder:ID --why "…"',
  permission: 'decide',
  done: () => ({
    words: 'The file of the person is made.',
    next: 'Check who asks before you hand it over.',
    isList: true,
  }),
  positional: 'person',
  input: z.object({ person: personInput, why: messageOf(300), format: z.enum(FORMAT_NAMES).default('pdf') }),
  answer: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  async runAlone({ ctx, staff: { id: staffId, tenantId }, input: { person: id, why, format } }) {
    const person = await ctx.database.read(tenantId, (tx) => findPerson(tx, tenantId, id));
    if (!person) return NO_PERSON;
    const rows = await personFileRows({
      database: await readDatabase(ctx),
      secrets: ctx.secrets,
      tenantId,
      holderId: person.id,
    });
    const day = dayAt(ctx.clocks.business.now());
    const report = {
      title: 'Your data',
      columns: [
        { title: 'Part', kind: 'text', width: 26 },
        { title: 'No.', kind: 'text', width: 8 },
        { title: 'Detail', kind: 'text', width: 24 },
        { title: 'Value', kind: 'text', width: 60 },
      ],
      rows,
      agrees: true,
      finding: 'Amounts without a point are in cents. Secrets such as passwords are kept as hashes and are in no file.',
    } as const;
    const content = await writeReport(ctx, { report, format, tenantId, period: day });
    await ctx.database.transact(tenantId, (tx) =>
      addNote(tx, {
        tenantId,
        holderId: person.id,
        staffId,
        detail: null,
        text: `Data file saved: ${why}`,
        nowMs: ctx.clocks.security.now(),
      }),
    );
    const row = { name: `data-${id}-${day}.${format}`, type: FORMATS[format], content: content.toString('base64') };
    return {
      ok: true,
      rows: [row],
      object: objectOf(person),
      isReveal: true,
      details: { format, entries: rows.length },
    };
  },
});
