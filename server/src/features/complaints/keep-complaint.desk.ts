import {
  COMPLAINT_DESK_WAYS,
  COMPLAINT_SUBJECTS,
  COMPLAINT_TEXT_MAXIMUM,
  COMPLAINT_WISH_MAXIMUM,
} from '@wattle/contract/complaints/complaint.ts';
import { EMAIL_ADDRESS } from '@wattle/contract/rules/email-address.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { emailText, lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { dollarsOf } from '../../platform/money.ts';
import { readMobile } from '../../platform/text/mobile-number.domain.ts';
import { brandsOfProgramme, countryOf } from '../brands/public.ts';
import {
  accountNumber,
  brandIdentifier,
  deskCommand,
  type DeskCallInTransaction,
  type DeskOutcome,
  messageOf,
  nameOf,
  PERSONAL,
  personInput,
  referenceNumber,
  refused,
  wholeNumber,
} from '../desk/public.ts';
import { maskContact, pageOf } from '../reset/public.ts';
import { COMPLAINT_COLUMNS, rowOf } from './complaint-row.view.ts';
import {
  addEvent,
  addNamed,
  findComplaint,
  findContacts,
  findMember,
  findPaid,
  isNamed,
  lockComplaint,
  saveHandler,
  saveRemedy,
} from './complaint.store.ts';
import { nowOf, objectOf } from './complaints.desk.ts';
import { placeOf, registerComplaint } from './open-complaint.ts';

const answer = z.object(COMPLAINT_COLUMNS);
const words = messageOf(COMPLAINT_TEXT_MAXIMUM);
const contact = z
  .string()
  .overwrite(emailText)
  .min(1)
  .max(100)
  .describe('an email address or a phone number, of a person who is not in the programme')
  .register(PERSONAL, {
    mask: (to) => maskContact({ channel: to.includes('@') ? 'email' : 'sms', to }),
  });

const opening = z.object({
  subject: z.enum(COMPLAINT_SUBJECTS),
  words,
  wish: z.string().overwrite(lineText).max(COMPLAINT_WISH_MAXIMUM).default(''),
  way: z.enum(COMPLAINT_DESK_WAYS).describe('email, sms or phone: how the person hears of each step'),
  person: personInput.optional(),
  /** Name of a person who is not in the programme. */
  name: nameOf(1, 100).optional(),
  contact: contact.optional(),
  brand: brandIdentifier.optional(),
  language: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE),
  account: accountNumber.optional().describe('an account of the person, with --sequence of what it is about'),
  sequence: wholeNumber(1, 999_999_999).optional(),
});
type Opening = z.output<typeof opening>;

/** The contact of a caller who is not in the programme; undefined if it does not fit the way. */
function contactFrom({ way, contact: typed = '' }: Opening, country: string): string | undefined {
  if (way === 'email') return EMAIL_ADDRESS.test(typed) ? typed : undefined;
  const number = readMobile(typed, country);
  if (number.kind === 'mobile') return number.number;
  return way === 'phone' ? typed : undefined;
}

/** Registers a complaint for someone who calls, writes a letter or comes by. */
export const openComplaintCommand = deskCommand({
  name: 'open-complaint',
  title: 'Register a complaint',
  summary: 'Register a complaint of a caller: holder:ID with --person, or a --name and --contact',
  permission: 'act',
  done: ({ complaint }) => ({
    words: 'The complaint is registered.',
    reference: complaint,
    next: 'It is acknowledged within 24 hours.',
  }),
  input: opening,
  answer,
  async run({ tx, ctx, staff, input, requestId }: DeskCallInTransaction<Opening>): Promise<DeskOutcome> {
    const { tenantId } = staff;
    const { person, name, way, subject, wish } = input;
    const brands = await brandsOfProgramme(ctx, tenantId);
    const holder = person === undefined ? undefined : await findContacts(tx, tenantId, person);
    if (person !== undefined && !holder) return refused('not_found', { field: 'person' });
    const brand = brands.find(({ id, identifier }) =>
      holder ? id === holder.brand_id : input.brand === undefined || identifier === input.brand,
    );
    if (!brand) return refused('not_found', { field: 'brand' });
    if (holder && way !== 'phone' && (way === 'email' ? holder.email : holder.mobile) === '') {
      return refused('input_invalid', { field: 'way' });
    }
    if (!holder && name === undefined) return refused('input_invalid', { field: 'name' });
    const to = holder ? '' : contactFrom(input, countryOf(brand));
    if (to === undefined) return refused('input_invalid', { field: 'contact' });
    const caller = { tenantId, brandId: brand.id, holderId: person ?? null, cardId: null };
    const place = await placeOf(tx, ctx, caller, { accountNumber: input.account, Sequence: input.sequence });
    if (!place.ok) return refused('not_found', { field: place.field === 'Sequence' ? 'sequence' : 'account' });
    const about = place.value;
    // The complaint is taken by staff, so no browser of the person names an origin.
    const browser = { host: '', origin: `http://localhost:${ctx.config.port}` };
    const given = {
      tenantId,
      brandId: brand.id,
      holderId: person ?? null,
      name: holder ? '' : (name ?? ''),
      contact: to,
      way,
      language: holder?.language ?? input.language,
      confirmedAt: null,
      page: pageOf(ctx, brand, browser, holder ? '/complaints' : '/complaint/status'),
      subject,
      words: input.words,
      wish,
      about,
      takenBy: staff.id,
    };
    const row = await registerComplaint(tx, ctx, given, { actor: `staff:${staff.id}`, requestId });
    return { ok: true, rows: [rowOf(row, nowOf(ctx))], object: objectOf(row) };
  },
});

const noting = z.object({ complaint: referenceNumber, words });

/** A note that the person does not see. */
export const noteComplaintCommand = deskCommand({
  name: 'note-complaint',
  title: 'Add a note to a complaint',
  summary: 'Write a note about a complaint, which its person does not see',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'The note is kept.', reference: complaint }),
  input: noting,
  answer,
  async run({ tx, ctx, staff, input }: DeskCallInTransaction<z.output<typeof noting>>): Promise<DeskOutcome> {
    const row = await lockComplaint(tx, staff.tenantId, input.complaint);
    if (!row) return refused('not_found', { field: 'complaint' });
    await addEvent(tx, row, { kind: 'note', staffId: staff.id, words: input.words, at: ctx.clocks.business.now() });
    return { ok: true, rows: [rowOf(row, nowOf(ctx))], object: objectOf(row) };
  },
});

const assigning = z.object({ complaint: referenceNumber, to: nameOf(2, 40).describe('the sign-in name of a member') });
type Assigning = z.output<typeof assigning>;

/** The member of staff who looks into a complaint. */
export const assignComplaintCommand = deskCommand({
  name: 'assign-complaint',
  title: 'Give a complaint to a colleague',
  summary: 'Give a complaint to a member of staff whom it is not about',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'The complaint is given to the colleague.', reference: complaint }),
  input: assigning,
  answer,
  async run({ tx, ctx, staff, input }: DeskCallInTransaction<Assigning>): Promise<DeskOutcome> {
    const row = await lockComplaint(tx, staff.tenantId, input.complaint);
    if (!row) return refused('not_found', { field: 'complaint' });
    const member = await findMember(tx, staff.tenantId, input.to.toLowerCase());
    if (!member) return refused('not_found', { field: 'to' });
    for (const id of [staff.id, member.id]) {
      if (await isNamed(tx, row, id)) return refused('named_in_complaint', { object: objectOf(row) });
    }
    await saveHandler(tx, row, member.id);
    const at = ctx.clocks.business.now();
    await addEvent(tx, row, { kind: 'assigned', staffId: staff.id, words: member.full_name, at });
    const now = await findComplaint(tx, staff.tenantId, input.complaint);
    return { ok: true, rows: [rowOf(now ?? row, nowOf(ctx))], object: objectOf(row) };
  },
});

const naming = z.object({ complaint: referenceNumber, member: nameOf(2, 40).describe('the sign-in name of a member') });
type Naming = z.output<typeof naming>;

/** A member of staff whom a complaint is about, who does not decide it from then on. */
export const nameInComplaintCommand = deskCommand({
  name: 'name-in-complaint',
  title: 'Name a colleague in a complaint',
  summary: 'Note that a complaint is about a member of staff, who may not decide it',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'It is noted whom the complaint is about.', reference: complaint }),
  input: naming,
  answer,
  async run({ tx, ctx, staff, input }: DeskCallInTransaction<Naming>): Promise<DeskOutcome> {
    const row = await lockComplaint(tx, staff.tenantId, input.complaint);
    if (!row) return refused('not_found', { field: 'complaint' });
    const member = await findMember(tx, staff.tenantId, input.member.toLowerCase());
    if (!member) return refused('not_found', { field: 'member' });
    if (!(await addNamed(tx, row, member.id))) return refused('nothing_to_do', { object: objectOf(row) });
    if (row.handler_id === member.id) await saveHandler(tx, row, null);
    const at = ctx.clocks.business.now();
    await addEvent(tx, row, { kind: 'named', staffId: staff.id, words: member.full_name, at });
    const now = await findComplaint(tx, staff.tenantId, input.complaint);
    return { ok: true, rows: [rowOf(now ?? row, nowOf(ctx))], object: objectOf(row) };
  },
});

const paying = z.object({ complaint: referenceNumber, receipt: referenceNumber });

/** Money that was loaded because of a complaint, by its receipt. */
export const linkRemedyCommand = deskCommand({
  name: 'link-remedy',
  title: 'Link a remedy to a complaint',
  summary: 'Link the receipt of a load that was made because of a complaint',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'The remedy is linked to the complaint.', reference: complaint }),
  input: paying,
  answer,
  async run({ tx, ctx, staff, input }: DeskCallInTransaction<z.output<typeof paying>>): Promise<DeskOutcome> {
    const { tenantId } = staff;
    const row = await lockComplaint(tx, tenantId, input.complaint);
    if (!row) return refused('not_found', { field: 'complaint' });
    if (await isNamed(tx, row, staff.id)) return refused('named_in_complaint', { object: objectOf(row) });
    const cents = await findPaid(tx, tenantId, input.receipt, row.holder_id);
    if (cents === undefined || cents <= 0n) return refused('not_found', { field: 'receipt', object: objectOf(row) });
    await saveRemedy(tx, row, cents, input.receipt);
    const at = ctx.clocks.business.now();
    await addEvent(tx, row, { kind: 'remedy', staffId: staff.id, words: `${dollarsOf(cents)}, ${input.receipt}`, at });
    const now = await findComplaint(tx, tenantId, input.complaint);
    return { ok: true, rows: [rowOf(now ?? row, nowOf(ctx))], object: objectOf(row) };
  },
});
