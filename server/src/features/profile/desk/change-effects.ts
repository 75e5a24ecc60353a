import { fullNameOf } from '@wattle/contract/rules/person-name.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { shownPhone } from '../../../platform/text/mobile-number.domain.ts';
import { acceptedKinds, foldLoginName, maskName } from '../../access/public.ts';
import { becomes, type DeskCallInTransaction, type Effect, ends } from '../../desk/public.ts';
import type { ContactChannel } from '../contact/contact.store.ts';
import { listNames } from '../contact/login-names.store.ts';
import { findPersonBefore, type PersonBefore } from './changed-person.store.ts';

/** The person whose details would change; undefined: they were erased meanwhile. */
export const personBefore = ({
  tx,
  ctx,
  staff,
  input,
}: DeskCallInTransaction<{ readonly person: bigint }>): Promise<PersonBefore | undefined> =>
  findPersonBefore(tx, staff.tenantId, input.person, ctx.clocks.security.now());

const NONE = 'none';
const masked = (contact: string) =>
  contact === '' ? NONE : maskName(contact.includes('@') ? contact : shownPhone(contact));

/** Effect of a changed contact: on the contact, on the sign-in names, and on open sessions. */
export async function effectOfContact(
  tx: Tx,
  person: PersonBefore & { readonly tenantId: number; readonly loginMethodId: number },
  channel: ContactChannel,
  to: string,
): Promise<readonly Effect[]> {
  const from = person[channel];
  const names: bigint[] = [];
  // A brand may sign no one in by a mobile number, though it keeps it as a name.
  const isName = acceptedKinds(person.loginMethodId).includes(channel);
  for (const { id } of isName && from !== '' ? person.sign_ins : []) {
    const login = { tenantId: person.tenantId, brandId: person.brand_id, webAccountId: id };
    const opened = await listNames(tx, login, channel);
    if (opened.some(({ kind, name }) => kind === channel && foldLoginName(name) === foldLoginName(from)))
      names.push(id);
  }
  return [
    becomes(channel === 'email' ? 'Email' : 'Mobile', masked(from), masked(to)),
    ...names.map(() => becomes('Signs in with', masked(from), masked(to))),
    ...ends('Sessions of the person', person.sessions),
    ...(from === '' ? [] : [{ what: `We tell the old ${OLD[channel]}`, before: '', change: '', after: masked(from) }]),
  ];
}

const OLD = { email: 'email', mobile: 'number' } as const;

type Address = Readonly<Record<string, string>> | null;
const FIELDS = ['AddressLine1', 'AddressLine2', 'Suburb', 'State', 'PostCode', 'CountryCode'] as const;

/** The street is hidden, the place is not, as on the page of a person. */
function maskAddress(address: Address): string {
  if (!address?.['AddressLine1']) return NONE;
  return `••••, ${[address['Suburb'], address['State'], address['PostCode']].filter(Boolean).join(' ')}`;
}

export function effectOfAddress(what: string, before: Address, after: NonNullable<Address>): readonly Effect[] {
  const isSame = (fields: readonly string[]) =>
    fields.every((field) => (before?.[field] ?? '') === (after[field] ?? ''));
  const change = isSame(FIELDS) ? 'stays' : isSame(FIELDS.slice(2)) ? 'another street' : 'another place';
  return [{ what, before: maskAddress(before), change, after: maskAddress(after) }];
}

export type ChangedName = {
  readonly surname: string;
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly title?: string | undefined;
};

export function effectOfName(person: PersonBefore, to: ChangedName): readonly Effect[] {
  const { firstName = person.first_name, middleName, title } = to;
  const now = fullNameOf({ firstName: person.first_name, surname: person.surname });
  return [
    becomes('Name', now, fullNameOf({ firstName, surname: to.surname })),
    ...(middleName === undefined || middleName === person.middle_name
      ? []
      : [becomes('Middle name', person.middle_name || NONE, middleName || NONE)]),
    ...(title === undefined ? [] : [becomes('Title', person.title || NONE, title)]),
  ];
}
