import { toE164 } from '../../platform/text/mobile-number.domain.ts';

/** An email address, or a mobile number as E.164, of a person. */
export type ContactOnRecord = { readonly channel: 'email' | 'sms'; readonly to: string };

/** The contacts on record of a person, as messages go to them, mobile first. */
export function contactsOnRecord({
  email,
  mobile,
}: {
  readonly email: string;
  readonly mobile: string;
}): ContactOnRecord[] {
  const number = toE164(mobile);
  const contacts: ContactOnRecord[] = [];
  if (number !== undefined) contacts.push({ channel: 'sms', to: number });
  if (email !== '') contacts.push({ channel: 'email', to: email });
  return contacts;
}
