import { EMAIL_ADDRESS } from './email-address.ts';
import { phoneText } from './mobile-number.ts';
import { digitsText, emailText, lineText, plainText } from './typed-text.ts';

/** Kinds of PayIDs: a phone number, an email address, the number of a business, a name that an organisation chose. */
export const PAY_ID_KINDS = ['phone', 'email', 'business', 'organisation'] as const;
export type PayIdKind = (typeof PAY_ID_KINDS)[number];

/** The scheme takes longer ones nowhere. */
const LONGEST = 256;

/** A country code, a hyphen, and a number that does not begin with 0. */
const PHONE = /^\+[0-9]{1,3}-[1-9][0-9]{1,29}$/;
/** A mobile or a landline of Australia, with 0 or 61 before it. */
const AUSTRALIAN = /^(?:0|\+?61)([2-478]\d{8})$/;
/** A number of another country whose code is set off by a hyphen or a space. */
const ABROAD = /^\+(\d{1,3})[ -](.+)$/;
const COMPANY_DIGITS = 9;
const BUSINESS_DIGITS = 11;
/** Printable and without capitals, at least 2, and no space at the ends. */
const ORGANISATION = /^[!-@[-~][ -@[-~]{0,254}[!-@[-~]$/;

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Whether 11 digits are an Australian Business Number, by their check modulo 89. */
export function isBusinessNumber(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = ABN_WEIGHTS.reduce((total, weight, at) => total + weight * (Number(digits[at]) - (at === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

/** A PayID as the network knows it, from typed text: `0400 000 112` is `+61-400000112`. Null: no PayID. */
export function payIdOf(typed: string): string | null {
  const text = lineText(typed);
  if (text === '' || text.length > LONGEST) return null;
  const email = emailText(text).toLowerCase();
  if (text.includes('@') && EMAIL_ADDRESS.test(email)) return email;
  const digits = digitsText(text);
  if (digits.length === BUSINESS_DIGITS && isBusinessNumber(digits)) return digits;
  const phone = phoneOf(text);
  if (phone !== null) return phone;
  // A company's or a scheme's number: those of schemes have no published check.
  if (/^\d+$/.test(digits)) return digits.length === COMPANY_DIGITS ? digits : null;
  const name = plainText(text).toLowerCase();
  return !/^[+\d ()-]+$/.test(name) && ORGANISATION.test(name) ? name : null;
}

function phoneOf(text: string): string | null {
  const plain = plainText(text);
  if (PHONE.test(plain)) return plain;
  const [, subscriber] = AUSTRALIAN.exec(phoneText(plain)) ?? [];
  if (subscriber !== undefined) return `+61-${subscriber}`;
  const [, country, number = ''] = ABROAD.exec(plain) ?? [];
  const written = `+${country}-${digitsText(number)}`;
  return country !== undefined && PHONE.test(written) ? written : null;
}

/** Kind of a PayID in the form of the network. */
export function kindOfPayId(payId: string): PayIdKind {
  if (PHONE.test(payId)) return 'phone';
  if (/^(\d{9}|\d{11})$/.test(payId)) return 'business';
  return EMAIL_ADDRESS.test(payId) ? 'email' : 'organisation';
}

/** A PayID as people read it: `0400 000 112`, `89 900 000 022`. */
export function readablePayId(payId: string): string {
  const [, mobile = ''] = /^\+61-(4\d{8})$/.exec(payId) ?? [];
  if (mobile !== '') return `0${mobile.slice(0, 3)} ${mobile.slice(3, 6)} ${mobile.slice(6)}`;
  const [, area = '', line = ''] = /^\+61-([2378])(\d{8})$/.exec(payId) ?? [];
  if (line !== '') return `(0${area}) ${line.slice(0, 4)} ${line.slice(4)}`;
  if (kindOfPayId(payId) !== 'business') return payId.replace(/^(\+\d{1,3})-/, '$1 ');
  const head = payId.length - COMPANY_DIGITS;
  return `${payId.slice(0, head)} ${payId.slice(head).replace(/\d{3}(?=\d)/g, '$& ')}`.replace(/^ /, '');
}

const DOTS = '•••';

/** A PayID as staff see it in a list: the ends alone. */
export function maskPayId(payId: string): string {
  const at = payId.lastIndexOf('@');
  if (at > 0) return `${payId.slice(0, 1)}${DOTS}${payId.slice(at)}`;
  return payId.length <= 6 ? `${payId.slice(0, 1)}${DOTS}` : `${payId.slice(0, 3)}${DOTS}${payId.slice(-3)}`;
}
