import * as z from 'zod';
import { type DeskCallInTransaction, deskCommand, messageOf, personInput, refused } from '../desk/public.ts';
import { notifyHolder } from '../messages/public.ts';
import { hasLink } from './message-link.domain.ts';
import { addNote } from './note.store.ts';
import { NO_PERSON, objectOf } from './person.desk.ts';
import { findPerson } from './person.store.ts';

/** Two text messages in Latin letters, with the programme's name and number. */
const LONGEST = 240;

const input = z.object({
  person: personInput,
  text: messageOf(LONGEST).describe(
    `1 to ${LONGEST} characters in the language of the person, without links and card numbers`,
  ),
  by: z.enum(['email', 'sms']).default('email').describe('email or sms; the other one where there is no such contact'),
});

/**
 * Sends a message in the words of staff (docs/areas/messages-of-staff.md, "Staff write to a person in their own
 * words"). What was written is kept as a note, which goes with the person.
 */
export const messagePersonCommand = deskCommand({
  name: 'message-person',
  title: 'Send a message',
  summary: 'Send a person a message in your own words, by email or text message: holder:ID --text "…"',
  permission: 'act',
  done: () => ({
    words: 'The message is on its way.',
    next: 'Its delivery is among the messages of the person, and its words are a note.',
  }),
  positional: 'person',
  input,
  answer: z.object({ person: z.string(), note: z.string() }),
  async run({ tx, ctx, staff, input: given, requestId }: DeskCallInTransaction<z.output<typeof input>>) {
    const { tenantId } = staff;
    const person = await findPerson(tx, tenantId, given.person);
    if (!person) return NO_PERSON;
    const object = objectOf(person);
    if (hasLink(given.text)) return refused('link_given', { field: 'text', object });
    const isQueued = await notifyHolder(tx, ctx, {
      tenantId,
      brandId: person.brand_id,
      holderId: person.id,
      template: 'staffMessage',
      params: { words: given.text },
      dedupKey: `staff:${requestId}`,
      everyContact: false,
      by: given.by,
    });
    if (!isQueued) return refused('not_reached', { object });
    const note = await addNote(tx, {
      tenantId,
      holderId: person.id,
      staffId: staff.id,
      detail: null,
      text: given.text,
      nowMs: ctx.clocks.security.now(),
    });
    return { ok: true, rows: [{ person: object, note: String(note) }], object, details: { note: String(note) } };
  },
});
