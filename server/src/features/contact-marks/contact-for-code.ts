import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import { hasChannel } from '../programme/public.ts';
import { reachedFirst } from './contact-hash.ts';
import { type ContactOnRecord, contactsOnRecord } from './contacts-on-record.ts';
import { unreachedOf } from './mark.store.ts';

/** Contacts of a person as a code is sent to them: where, since when, and where messages do not arrive. */
export type ContactsForCode = {
  /** Empty: none. */
  readonly email: string;
  /** Empty: none. */
  readonly mobile: string;
  /** Instants of the security clock. Null: never changed by the person. */
  readonly email_changed_at: string | null;
  readonly mobile_changed_at: string | null;
  /** Hashes of the contacts that messages do not reach, as hexadecimal text. */
  readonly unreached: readonly string[];
};

/** SQL: columns of `ContactsForCode`. Those of a row without a holder are of a person without contacts. */
export const contactsForCodeIn = (holder: string): string =>
  `coalesce(${holder}.email, '') AS email, coalesce(${holder}.mobile, '') AS mobile, ${holder}.email_changed_at,
   ${holder}.mobile_changed_at, ${unreachedOf(holder)} AS unreached`;

type Ctx = Parameters<typeof hasChannel>[0] & { readonly secrets: Secrets; readonly clocks: Clocks };

/**
 * Contacts that a code or a link may be sent to, those that messages reach first, mobile before email. A new one gets
 * none, because a thief of the account may have set it. All that sends a person a code chooses its contact here.
 */
export function contactsForSecrets(ctx: Ctx, tenantId: number, person: ContactsForCode): ContactOnRecord[] {
  const { config, clocks } = ctx;
  const now = clocks.security.now();
  const isNew = (at: string | null) => at !== null && now - Date.parse(at) < config.contacts.newMs;
  const changedAt = { sms: person.mobile_changed_at, email: person.email_changed_at };
  const old = contactsOnRecord(person).filter(
    ({ channel }) => hasChannel(ctx, tenantId, channel) && !isNew(changedAt[channel]),
  );
  return reachedFirst(ctx, tenantId, old, person.unreached);
}

/** Recipient of a code: by SMS, else by email, and where messages do not arrive last. Undefined: there is none. */
export function contactForCode(ctx: Ctx, tenantId: number, person: ContactsForCode): ContactOnRecord | undefined {
  return contactsForSecrets(ctx, tenantId, person)[0];
}

/** Recipient of a link, which is too long for a text message. Undefined: there is none. */
export function contactForLink(ctx: Ctx, tenantId: number, person: ContactsForCode): ContactOnRecord | undefined {
  return contactsForSecrets(ctx, tenantId, person).find(({ channel }) => channel === 'email');
}
