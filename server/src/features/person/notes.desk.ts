import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import {
  type DeskCallInTransaction,
  deskCommand,
  inDays,
  messageOf,
  pageInput,
  pageOf,
  personInput,
  refused,
} from '../desk/public.ts';
import { MASKED_DETAILS, type MaskedDetail, valueOf } from './masked.ts';
import { addNote, deleteCare, listNotes, saveCare } from './note.store.ts';
import { NO_PERSON, objectOf, yes } from './person.desk.ts';
import { findPerson, lockPerson } from './person.store.ts';

export const notesCommand = deskCommand({
  name: 'notes',
  title: 'List the notes about a person',
  summary: 'List the notes of staff about a person, newest first: holder:ID',
  permission: 'look',
  positional: 'person',
  input: z.object({ person: personInput, ...pageInput }),
  answer: z.object({ note: z.string(), at: z.string(), by: z.string(), text: z.string() }),
  async run({ tx, ctx, staff, input }) {
    const person = await findPerson(tx, staff.tenantId, input.person);
    if (!person) return NO_PERSON;
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listNotes(tx, staff.tenantId, person.id, most));
    const rows = shown.map(({ id, at, by, text }) => ({ note: String(id), at: toInstant(at), by, text }));
    return { ok: true, rows, hasMore, object: objectOf(person) };
  },
});

const noteInput = z.object({ person: personInput, text: messageOf(1_000) });

export const addNoteCommand = deskCommand({
  name: 'add-note',
  title: 'Add a note',
  summary: 'Write a note about a person, which everybody at the desk can read: holder:ID --text "…"',
  permission: 'act',
  done: () => ({ words: 'The note is kept.', next: 'Everyone at the desk can read it with the person.' }),
  positional: 'person',
  input: noteInput,
  answer: z.object({ note: z.string(), person: z.string() }),
  async run({ tx, ctx, staff, input }: DeskCallInTransaction<z.output<typeof noteInput>>) {
    const person = await findPerson(tx, staff.tenantId, input.person);
    if (!person) return NO_PERSON;
    const id = await addNote(tx, {
      tenantId: staff.tenantId,
      holderId: person.id,
      staffId: staff.id,
      detail: null,
      text: input.text,
      nowMs: ctx.clocks.security.now(),
    });
    const object = objectOf(person);
    return { ok: true, rows: [{ note: String(id), person: object }], object, details: { note: String(id) } };
  },
});

const WORDS_OF_DETAIL: Readonly<Record<MaskedDetail, string>> = {
  email: 'email',
  mobile: 'mobile number',
  homePhone: 'home phone',
  born: 'date of birth',
  address: 'address',
  postalAddress: 'address for letters',
  otherContact: 'other contact',
};

const revealInput = z.object({
  person: personInput,
  detail: z.enum(MASKED_DETAILS),
  /** Why it is needed, in a line. */
  because: z.string().overwrite(lineText).min(5).max(400).describe('why you need it, in 5 to 400 characters'),
});

/** Shows one masked detail. Who asked for which, and why, is recorded and in the person’s timeline. */
export const revealCommand = deskCommand({
  name: 'reveal',
  title: 'Show a masked detail',
  summary: 'Show one masked detail of a person; who asked and why is recorded: holder:ID --detail email --because "…"',
  permission: 'act',
  done: (row, input) => ({
    words: `The ${WORDS_OF_DETAIL[input.detail]} is ${input.detail === 'born' ? inDays(row.value) : row.value}.`,
    next: 'Your name and the reason are recorded.',
  }),
  positional: 'person',
  input: revealInput,
  answer: z.object({ person: z.string(), detail: z.string(), value: z.string() }),
  async run({ tx, ctx, staff, input }: DeskCallInTransaction<z.output<typeof revealInput>>) {
    const { detail } = input;
    const person = await findPerson(tx, staff.tenantId, input.person);
    if (!person) return NO_PERSON;
    const object = objectOf(person);
    const value = valueOf(person, detail);
    if (value === '') return refused('nothing_to_do', { field: 'detail', object });
    const note = await addNote(tx, {
      tenantId: staff.tenantId,
      holderId: person.id,
      staffId: staff.id,
      detail,
      text: input.because,
      nowMs: ctx.clocks.security.now(),
    });
    return { ok: true, rows: [{ person: object, detail, value }], object, details: { detail, note: String(note) } };
  },
});

const careInput = z.object({
  person: personInput,
  hardship: z.boolean().optional(),
  largePrint: z.boolean().optional(),
  /** Someone else who may be called: name, number, and what they are to the person. */
  otherContact: z.string().overwrite(lineText).max(200).optional(),
  /** Takes the flag off. */
  remove: z.boolean().optional(),
});

/** Flags a vulnerable customer, and says how they are helped. The whole is set again each time. */
export const flagPersonCommand = deskCommand({
  name: 'flag-person',
  title: 'Flag a vulnerable customer',
  summary: 'Flag a vulnerable customer: --hardship, --large-print, --other-contact "…"; --remove takes the flag off',
  permission: 'act',
  done: (_row, input) => ({
    words: input.remove === true ? 'The flag is taken off.' : 'The person is flagged as vulnerable.',
    next: 'Everyone at the desk sees it with the person.',
  }),
  positional: 'person',
  input: careInput,
  answer: z.object({ person: z.string(), vulnerable: z.string(), hardship: z.string(), largePrint: z.string() }),
  async run({ tx, ctx, staff, input }: DeskCallInTransaction<z.output<typeof careInput>>) {
    const person = await lockPerson(tx, staff.tenantId, input.person);
    if (!person) return NO_PERSON;
    const object = objectOf(person);
    const row = { person: object, vulnerable: yes(input.remove !== true), hardship: 'no', largePrint: 'no' };
    if (input.remove === true) {
      const isGone = await deleteCare(tx, staff.tenantId, person.id);
      return isGone ? { ok: true, rows: [row], object } : refused('nothing_to_do', { object });
    }
    const care = {
      isInHardship: input.hardship === true,
      wantsLargePrint: input.largePrint === true,
      otherContact: input.otherContact ?? '',
    };
    const nowMs = ctx.clocks.security.now();
    await saveCare(tx, { ...care, tenantId: staff.tenantId, holderId: person.id, staffId: staff.id, nowMs });
    const shown = { ...row, hardship: yes(care.isInHardship), largePrint: yes(care.wantsLargePrint) };
    return { ok: true, rows: [shown], object };
  },
});
