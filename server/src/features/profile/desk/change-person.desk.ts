import { phoneText } from '@wattle/contract/rules/mobile-number.ts';
import { PERSON_NAME } from '@wattle/contract/rules/person-name.ts';
import { emailText, lineText, nameText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { readMobile } from '../../../platform/text/mobile-number.domain.ts';
import { foldLoginName, maskName, revokeAllSessions } from '../../access/public.ts';
import { countryOf, findBrandById } from '../../brands/public.ts';
import {
  deskCommand,
  type DeskCallInTransaction,
  type DeskOutcome,
  PERSONAL,
  personInput,
  refused,
} from '../../desk/public.ts';
import { openOrEndCase } from '../../messages/public.ts';
import { saveContact } from '../contact/contact.store.ts';
import { isNameOfAnother, renameLogin, saveUsername } from '../contact/login-names.store.ts';
import { yieldName } from '../contact/yield-name.ts';
import { isTitle } from '../titles.domain.ts';
import { saveProfile } from '../profile-changes.store.ts';
import { effectOfAddress, effectOfContact, effectOfName, personBefore } from './change-effects.ts';
import { announceChange } from './announce-change.ts';
import { type ChangedPerson, dropOpenChanges, lockPersonToChange, type PersonBefore } from './changed-person.store.ts';
import { isStopped } from './desk-change.store.ts';
import { keepContacts } from './keep-contacts.ts';

const ANSWER = z.object({ person: z.string(), changed: z.string() });
const NO_PERSON = refused('not_found', { field: 'person' });
const objectOf = ({ id }: ChangedPerson) => `holder:${id}`;

/** The person; a refusal where there is none, no one whose details could change, or one that says it was not them. */
async function personOf({ tx, staff, input }: DeskCallInTransaction<{ readonly person: bigint }>) {
  const person = await lockPersonToChange(tx, staff.tenantId, input.person);
  if (!person || person.is_erased) return NO_PERSON;
  const object = objectOf(person);
  if (await isStopped(tx, staff.tenantId, person.id)) return refused('changes_stopped', { field: 'person', object });
  return person;
}

const isRefused = (found: ChangedPerson | ReturnType<typeof refused>): found is ReturnType<typeof refused> =>
  'error' in found;

const contactInput = z.object({
  person: personInput,
  channel: z.enum(['email', 'mobile']),
  to: z
    .string()
    .overwrite(lineText)
    .min(3)
    .max(254)
    .describe('the new email address or mobile number')
    .register(PERSONAL, { mask: maskName }),
});
type ContactCall = DeskCallInTransaction<z.output<typeof contactInput>>;

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** The contact as it would be stored; empty for an invalid one. */
async function typedContact({ ctx, input: { channel, to } }: ContactCall, brandId: number) {
  if (channel === 'email') return { value: emailText(to), isLandline: false };
  const number = readMobile(phoneText(to), countryOf(await findBrandById(ctx, brandId)));
  return { value: number.kind === 'mobile' ? number.number : '', isLandline: number.kind === 'landline' };
}

/** The contact as it will be stored, or the refusal of a wrong one. */
async function readContact(call: ContactCall) {
  const { tx, staff, input } = call;
  const { channel } = input;
  const person = await personOf(call);
  if (isRefused(person)) return person;
  const object = objectOf(person);
  const { value, isLandline } = await typedContact(call, person.brand_id);
  if (isLandline) return refused('landline_given', { field: 'to', object });
  if (value === '' || (channel === 'email' && !EMAIL.test(value)))
    return refused('input_invalid', { field: 'to', object });
  if (value === person[channel]) return refused('nothing_to_do', { field: 'to', object });
  const place = { tenantId: staff.tenantId, brandId: person.brand_id };
  for (const { id } of person.sign_ins) {
    if (await isNameOfAnother(tx, place, foldLoginName(value), id))
      return refused('email_taken', { field: 'to', object });
  }
  return { ok: true as const, person, channel, value, object };
}

/** Changes the contacts and sign-in names of a person, and signs them out everywhere. */
export const changeContactCommand = deskCommand({
  name: 'change-contact',
  title: 'Change email or mobile',
  summary: 'Change the email or mobile of a person; the old contact is told, and they are signed out: holder:ID',
  permission: 'act',
  done: (_row, input) => ({
    words: input.channel === 'email' ? 'The email is changed.' : 'The mobile number is changed.',
    next: 'The old contact was told and can undo it for 48 hours. The person is signed out.',
  }),
  positional: 'person',
  input: contactInput,
  answer: ANSWER,
  async check(call: ContactCall): Promise<DeskOutcome> {
    const contact = await readContact(call);
    return contact.ok ? { ok: true, rows: [], object: contact.object } : contact;
  },
  async effect(call: ContactCall) {
    const person = await personBefore(call);
    if (!person) return [];
    const to = (await typedContact(call, person.brand_id)).value;
    const brand = await findBrandById(call.ctx, person.brand_id);
    const loginMethodId = brand?.settings.LoginMethodId ?? 0;
    const { tenantId } = call.staff;
    return effectOfContact(call.tx, { ...person, tenantId, loginMethodId }, call.input.channel, to);
  },
  async run(call: ContactCall): Promise<DeskOutcome> {
    const contact = await readContact(call);
    if (!contact.ok) return contact;
    const { tx, ctx, staff } = call;
    const { person, channel, value, object } = contact;
    const { tenantId } = staff;
    const nowMs = ctx.clocks.security.now();
    const was = await personBefore(call);
    if (!was) return NO_PERSON;
    const contactChangeId = await keepContacts(call, was, { channel, value });
    const [from, to] = [foldLoginName(person[channel]), foldLoginName(value)];
    for (const { id: webAccountId, username } of person.sign_ins) {
      const login = { tenantId, brandId: person.brand_id, webAccountId };
      await yieldName(tx, ctx, { place: login, webAccountId, name: to, cause: `desk:${contactChangeId}` });
      const renaming = { channel, from, to, reservedUntil: nowMs + ctx.config.contacts.newMs };
      if (!(await renameLogin(tx, login, renaming))) return refused('email_taken', { field: 'to', object });
      if (from !== '' && foldLoginName(username) === from) await saveUsername(tx, login, to);
      const ended = await revokeAllSessions(tx, tenantId, webAccountId, { nowMs, because: 'contact_changed' });
      for (const id of ended) ctx.live.publishEnded(tx, tenantId, id);
    }
    const before = { value: person[channel] };
    await announceChange(call, was, { what: channel, contactChangeId, before, after: { value } });
    // A code that was sent for another contact would replace this one.
    await dropOpenChanges(tx, tenantId, { holderId: person.id, channel, nowMs });
    // It is as young as any other change: what a new contact may not prove yet, this one may not either.
    await saveContact(tx, tenantId, { holderId: person.id, channel, value, changedAt: nowMs });
    await openOrEndCase(tx, ctx, tenantId, person.id);
    return { ok: true, rows: [{ person: object, changed: channel }], object, details: { channel } };
  },
});

const line = (most: number, least = 1) => z.string().overwrite(lineText).min(least).max(most);
/** The street is hidden, the place is not. */
const street = () => line(32).register(PERSONAL, { mask: () => '••••' });
const addressInput = z.object({
  person: personInput,
  line1: street(),
  line2: street().optional(),
  suburb: line(32),
  state: line(18),
  postCode: line(9),
  country: z
    .string()
    .overwrite(lineText)
    .regex(/^[A-Z]{2}$/)
    .describe('a country as AU')
    .optional(),
  /** The address for letters, beside where the person lives. */
  postal: z.boolean().optional(),
});
type AddressCall = DeskCallInTransaction<z.output<typeof addressInput>>;

const typedAddress = ({ line1, line2 = '', suburb, state, postCode, country = 'AU' }: AddressCall['input']) => ({
  AddressLine1: line1,
  AddressLine2: line2,
  Suburb: suburb,
  State: state,
  PostCode: postCode,
  CountryCode: country,
});

export const changeAddressCommand = deskCommand({
  name: 'change-address',
  title: 'Change the address',
  summary: 'Change where a person lives, or with --postal where letters go; their contacts are told: holder:ID',
  permission: 'act',
  done: (_row, input) => ({
    words: input.postal === true ? 'The address for letters is changed.' : 'The address is changed.',
    next: 'The person was told, and can undo it for 48 hours.',
  }),
  positional: 'person',
  input: addressInput,
  answer: ANSWER,
  async check(call: AddressCall): Promise<DeskOutcome> {
    const person = await personOf(call);
    return isRefused(person) ? person : { ok: true, rows: [], object: objectOf(person) };
  },
  async effect(call: AddressCall) {
    const person = await personBefore(call);
    if (!person) return [];
    const to = typedAddress(call.input);
    return call.input.postal === true
      ? effectOfAddress('Address for letters', person.correspondence_address, to)
      : effectOfAddress('Address', person.address, to);
  },
  async run(call: AddressCall): Promise<DeskOutcome> {
    const person = await personOf(call);
    if (isRefused(person)) return person;
    const { postal } = call.input;
    const address = typedAddress(call.input);
    const was = await personBefore(call);
    if (!was) return NO_PERSON;
    const what = postal === true ? 'postalAddress' : 'address';
    const column = postal === true ? 'correspondence_address' : 'address';
    const values = { before: { [column]: was[column] }, after: { [column]: address } };
    await announceChange(call, was, { what, contactChangeId: null, ...values });
    const of = { tenantId: call.staff.tenantId, holderId: person.id };
    await saveProfile(call.tx, of, postal === true ? { CorrespondenceAddress: address } : { Address: address });
    const changed = postal === true ? 'postalAddress' : 'address';
    return { ok: true, rows: [{ person: objectOf(person), changed }], object: objectOf(person), details: { changed } };
  },
});

const aName = z
  .string()
  .overwrite(nameText)
  .regex(PERSON_NAME)
  .max(50)
  .describe('a name of letters, up to 50 characters');
const nameInput = z.object({
  person: personInput,
  /** The surname, or the only name of a person. */
  surname: aName,
  firstName: aName.optional(),
  middleName: aName.optional(),
  title: z.string().overwrite(lineText).refine(isTitle).describe('Mr, Mrs, Ms, Miss, Mx, Dr or Prof').optional(),
  /** The surname is the person's one name: the others are emptied. */
  oneName: z.boolean().optional(),
});
type NameCall = DeskCallInTransaction<z.output<typeof nameInput>>;

/**
 * First and middle name as they would be stored. Names that are not given stay, and a person with one name has neither.
 */
function typedNames({ surname, firstName, middleName, title, oneName }: NameCall['input']) {
  if (oneName === true) return { surname, firstName: '', middleName: '', title };
  return { surname, firstName, middleName, title };
}

/** The person; a refusal where one name and another are given. */
function personToName(call: NameCall) {
  const { oneName, firstName, middleName } = call.input;
  if (oneName === true && firstName !== undefined) return refused('input_invalid', { field: 'firstName' });
  if (oneName === true && middleName !== undefined) return refused('input_invalid', { field: 'middleName' });
  return personOf(call);
}

const namesOf = ({ title, first_name, middle_name, surname }: PersonBefore) => ({
  title,
  first_name,
  middle_name,
  surname,
});

/**
 * Sets the names that are given, as papers show them; others stay, and with `oneName` are emptied. `name-card` sets the
 * name on a card.
 */
export const changeNameCommand = deskCommand({
  name: 'change-name',
  title: 'Change the name',
  summary:
    'Change the name of a person, as papers show it, with --one-name to the surname alone; contacts are told: holder:ID',
  permission: 'act',
  done: () => ({ words: 'The name is changed.', next: 'The person was told, and can undo it for 48 hours.' }),
  positional: 'person',
  input: nameInput,
  answer: ANSWER,
  async check(call: NameCall): Promise<DeskOutcome> {
    const person = await personToName(call);
    return isRefused(person) ? person : { ok: true, rows: [], object: objectOf(person) };
  },
  async effect(call: NameCall) {
    const person = await personBefore(call);
    return person ? effectOfName(person, typedNames(call.input)) : [];
  },
  async run(call: NameCall): Promise<DeskOutcome> {
    const person = await personToName(call);
    if (isRefused(person)) return person;
    const { surname, firstName, middleName, title } = typedNames(call.input);
    const was = await personBefore(call);
    if (!was) return NO_PERSON;
    const before = namesOf(was);
    const after = {
      title: title ?? was.title,
      first_name: firstName ?? was.first_name,
      middle_name: middleName ?? was.middle_name,
      surname,
    };
    await announceChange(call, was, { what: 'name', contactChangeId: null, before, after });
    const of = { tenantId: call.staff.tenantId, holderId: person.id };
    await saveProfile(call.tx, of, {
      Surname: surname,
      ...(firstName !== undefined && { FirstName: firstName }),
      ...(middleName !== undefined && { MiddleName: middleName }),
      ...(title !== undefined && { Title: title }),
    });
    return { ok: true, rows: [{ person: objectOf(person), changed: 'name' }], object: objectOf(person) };
  },
});
