import type { Secrets } from '../../platform/secrets/secrets.ts';

export type Contact = { readonly channel: 'email' | 'sms' | 'push'; readonly to: string };

/** Keyed hash of a contact of a programme's holder. It does not reveal the contact. */
export function contactHash(secrets: Pick<Secrets, 'identifierHash'>, tenantId: number, contact: Contact): Buffer {
  return secrets.identifierHash(`${tenantId}:contact:${contact.channel}`, contact.to.toLowerCase());
}

/** The contacts of a list that are not among the hashes, as hexadecimal text, of contacts that messages do not reach. */
export function reachedOf<C extends Contact>(
  { secrets }: { readonly secrets: Pick<Secrets, 'identifierHash'> },
  tenantId: number,
  contacts: readonly C[],
  unreached: readonly string[],
): C[] {
  if (unreached.length === 0) return [...contacts];
  return contacts.filter((contact) => !unreached.includes(contactHash(secrets, tenantId, contact).toString('hex')));
}

/**
 * The same contacts, those that messages reach first. None is dropped: where no contact is reached, the rules for a
 * person without any contact must not begin to hold.
 */
export function reachedFirst<C extends Contact>(
  ctx: { readonly secrets: Pick<Secrets, 'identifierHash'> },
  tenantId: number,
  contacts: readonly C[],
  unreached: readonly string[],
): C[] {
  const reached = new Set(reachedOf(ctx, tenantId, contacts, unreached));
  return [...reached, ...contacts.filter((contact) => !reached.has(contact))];
}
