import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { EMAIL_ADDRESS } from '@wattle/contract/rules/email-address.ts';
import {
  foldNameOnCard,
  NAME_ON_CARD,
  NAME_ON_CARD_MAXIMUM,
  nameOnCardOf,
} from '@wattle/contract/rules/name-on-card.ts';
import { needsPostCode } from '@wattle/contract/rules/post-code.ts';
import { PERSON_NAME, withOneName } from '@wattle/contract/rules/person-name.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { digitsText, emailText, isBlank, lineText, nameText } from '@wattle/contract/rules/typed-text.ts';
import { passesLuhn } from '@wattle/contract/rules/luhn.ts';
import * as z from 'zod';
import { isCountry, isPostCodeOf, isStateOf, restoredPostCode } from '../brands/public.ts';
import { type DayOrder, sheetDay, type TypedDay } from './sheet.domain.ts';
import { ACTIVATION_CHECKS } from '../card-facts/public.ts';
import { dollarsOf } from '../../platform/money.ts';
import { readMobile } from '../../platform/text/mobile-number.domain.ts';

const NAME_WORDS = "must be letters, digits, spaces and - ' . / alone";
const nameOf = (longest: number) =>
  z
    .string()
    .describe(`a name of up to ${longest} characters`)
    .transform(nameText)
    .pipe(
      z
        .string()
        .max(longest)
        .refine((typed) => typed === '' || PERSON_NAME.test(typed), NAME_WORDS),
    )
    .default('');
const name = nameOf(50);
/** The name to print on a card. */
export const NAME_ON_CARD_FIELD = z
  .string()
  .describe(`a name of up to ${NAME_ON_CARD_MAXIMUM} letters`)
  .transform(foldNameOnCard)
  .pipe(
    z
      .string()
      .max(NAME_ON_CARD_MAXIMUM)
      .refine((typed) => typed === '' || NAME_ON_CARD.test(typed), "must be A to Z, spaces and - ' . , alone"),
  )
  .default('');
const line = z.string().overwrite(lineText).max(32).default('');
const OPENING = /^\d{1,6}\.\d\d$/;
const dollarsTyped = (typed: string) => {
  const cents = amountInCents(typed);
  return cents === null ? undefined : dollarsOf(BigInt(cents));
};
const empty = z.literal('');
/** A number or code that is written in groups, or none. */
const digits = (pattern: RegExp, words: string) =>
  z
    .string()
    .overwrite(digitsText)
    .refine((typed) => typed === '' || pattern.test(typed), words);
const code = digits(/^\d{6}$/, 'must be 6 digits').default('');

const COUNTRY_WORDS = 'must be two capital letters: AU';
const MONTH_WORDS = 'must be a month: yyyy-MM';

const cardRow = z.object({
  /** Reference of this row by the issuer. A repeat is the same card. */
  reference: z.string().regex(/^[A-Za-z0-9-]{1,40}$/, 'must be 1 to 40 letters, digits or hyphens'),
  product: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be the number of a product')
    .transform(Number),
  account: digits(/^[1-9]\d{8}$/, 'must be 9 digits').default(''),
  /** Account that the card of a payment nominee spends from. */
  nomineeOf: digits(/^[1-9]\d{8}$/, 'must be 9 digits').default(''),
  title: nameOf(10),
  firstName: name,
  middleName: name,
  surname: name,
  /** Embossed; empty: it follows from the name. */
  nameOnCard: NAME_ON_CARD_FIELD,
  dateOfBirth: z.union([empty, z.iso.date('must be a day: yyyy-MM-dd')], 'must be a day: yyyy-MM-dd').default(''),
  email: z
    .union(
      [
        empty,
        z
          .string()
          .overwrite(emailText)
          .regex(EMAIL_ADDRESS, 'must be an email address')
          .max(100)
          .describe('an email address'),
      ],
      'must be an email address',
    )
    .default(''),
  mobile: z.string().overwrite(lineText).max(40).describe('a mobile number').default(''),
  addressLine1: line,
  addressLine2: line,
  suburb: line,
  state: z.string().overwrite(lineText).max(18).default(''),
  postCode: z.string().overwrite(lineText).max(9).default(''),
  country: z
    .union(
      [
        empty,
        z
          .string()
          .regex(/^[A-Z]{2}$/, { error: COUNTRY_WORDS, abort: true })
          .refine((code) => isCountry(code), 'is no country of ISO 3166: the United Kingdom is GB')
          .describe('two capital letters, as AU'),
      ],
      COUNTRY_WORDS,
    )
    .default(''),
  language: z.enum(['', ...LANGUAGES], `must be ${LANGUAGES.join(' or ')}`).default(''),
  /** The mother's, for cards whose activation asks for it. */
  maidenName: name,
  check: z.enum(['', ...ACTIVATION_CHECKS], `must be ${ACTIVATION_CHECKS.join(', ')}`).default(''),
  /** Given where the card maker has already assigned numbers. */
  cardNumber: digits(/^(\d{16}|\d{19})$/, 'must be 16 or 19 digits')
    .refine((number) => number === '' || passesLuhn(number), 'has a wrong check digit')
    .default(''),
  cardId: digits(/^\d{11}$/, 'must be 11 digits').default(''),
  expiry: z.union([empty, z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, MONTH_WORDS)], MONTH_WORDS).default(''),
  /** Printed for a card that is activated; empty: drawn, and sent by a message. */
  activationCode: code,
  /** Printed on a card that needs no activation. */
  accessCode: code,
  /** Whether a letter of the programme announces the card. Cards that people already hold get none. */
  letter: z.enum(['', 'yes', 'no'], 'must be yes or no').default(''),
  /** Dollars that are loaded once the card is made, as 20.00; empty: none. Two people load money, so the desk alone takes it. */
  opening: z
    .string()
    .overwrite((typed) => (isBlank(typed) ? '' : (dollarsTyped(typed) ?? lineText(typed))))
    .refine((typed) => typed === '' || OPENING.test(typed), 'must be an amount in dollars: 20.00')
    .transform((typed) => (Number(typed) === 0 ? '' : typed))
    .default(''),
  /** Whether the plastic is still to be made. Empty: only where the number is drawn. */
  plastic: z.enum(['', 'yes', 'no'], 'must be yes or no').default(''),
});

/** A row, with its mobile number as E.164 beside the one that was typed. */
export type CardRow = z.output<typeof cardRow> & { readonly mobileNumber: string };

/** A given number is already printed on a card. A card with a drawn number has to be made. */
export const isCardToBeMade = ({ cardNumber, plastic }: CardRow) => cardNumber === '' && plastic !== 'no';

/** Whether the activation code of a row is drawn and sent in a message. */
export const isCodeSent = ({ accessCode, activationCode }: CardRow) => accessCode === '' && activationCode === '';

/** Money that a row asks for. */
export const openingOf = ({ opening }: Pick<CardRow, 'opening'>): bigint => BigInt(opening.replace('.', '') || '0');

/** The name on the card of a row. */
export const embossedNameOf = (row: CardRow) => row.nameOnCard || nameOnCardOf(row);

export type RowFinding = { readonly field: string; readonly reason: string };

/** Finding of a row that cannot be read. */
export const BROKEN: RowFinding = { field: '', reason: 'quotes or the number of values are wrong' };

/** Reference of a row; empty where it may be a card number that is in the wrong column. */
export function namedReference({ reference = '' }: Readonly<Record<string, string>>): string {
  return /^[A-Za-z0-9-]{1,40}$/.test(reference) && !/\d{13}/.test(reference) ? reference : '';
}

/** Fields of a card and its holder that the desk may give; numbers and codes are drawn. */
export const CARD_FIELDS = z.object(cardRow.shape).omit({
  reference: true,
  product: true,
  account: true,
  nomineeOf: true,
  cardNumber: true,
  cardId: true,
  expiry: true,
  activationCode: true,
  accessCode: true,
  letter: true,
  opening: true,
  plastic: true,
}).shape;

/** Columns that a file may have, in any order. */
export const COLUMNS: readonly string[] = Object.keys(cardRow.shape);
export const REQUIRED_COLUMNS = ['reference', 'product'] as const;

export type CheckedRow =
  | { readonly ok: true; readonly row: CardRow }
  | { readonly ok: false; readonly findings: readonly RowFinding[] };

/** Facts that rows are checked by. */
export type Reading = {
  /** Business day. */
  readonly today: string;
  /** Country in which people write their phone numbers. */
  readonly country: string;
  /** Order of days such as 3/4/1990. Undefined: a row is asked about. */
  readonly days?: DayOrder | undefined;
};

/** Checks a row by itself. */
export function checkRow(values: Readonly<Record<string, string>>, { today, country, days }: Reading): CheckedRow {
  const born: TypedDay = isBlank(values.dateOfBirth ?? '') ? { day: '' } : sheetDay(values.dateOfBirth ?? '', days);
  const parsed = cardRow.safeParse({ ...values, dateOfBirth: 'day' in born ? born.day : '' });
  const unread = 'reason' in born ? [{ field: 'dateOfBirth', reason: born.reason }] : [];
  if (!parsed.success) {
    const findings = parsed.error.issues.map((issue) => ({
      field: String(issue.path[0] ?? ''),
      reason: issue.code === 'too_big' ? `may have ${issue.maximum} characters at most` : issue.message,
    }));
    return { ok: false, findings: [...findings, ...unread] };
  }
  const mobile = readMobile(parsed.data.mobile, country);
  const row = {
    ...parsed.data,
    ...withOneName(parsed.data),
    mobileNumber: mobile.kind === 'mobile' ? mobile.number : '',
    postCode: restoredPostCode(addressOf(parsed.data)),
  };
  const found = findInRow(row, today);
  const findings = [...unread, ...found.filter(({ field }) => field !== 'dateOfBirth' || unread.length === 0)];
  if (row.mobile !== '' && mobile.kind !== 'mobile') {
    const reason = mobile.kind === 'landline' ? 'is a landline: it must be a mobile number' : 'must be a mobile number';
    findings.push({ field: 'mobile', reason });
  }
  return findings.length > 0 ? { ok: false, findings } : { ok: true, row };
}

function addressOf({ country, state, postCode }: Pick<CardRow, 'country' | 'state' | 'postCode'>) {
  return { CountryCode: country || 'AU', State: state, PostCode: postCode };
}

function findInRow(row: CardRow, today: string): RowFinding[] {
  const found: RowFinding[] = [];
  const note = (field: string, reason: string) => found.push({ field, reason });
  const isNamed = row.surname !== '';
  if (isNamed && row.dateOfBirth === '') note('dateOfBirth', 'is missing');
  if (row.nomineeOf !== '' && !isNamed) note('nomineeOf', 'needs a name');
  if (row.nomineeOf !== '' && row.opening !== '')
    note('opening', 'a nominee spends what the account has: leave it empty');
  if (row.nomineeOf !== '' && row.account !== '') note('account', 'a nominee has none of their own');
  if (row.dateOfBirth > today) note('dateOfBirth', 'has not come yet');
  for (const field of ['email', 'mobile', 'addressLine1', 'maidenName'] as const)
    if (!isNamed && row[field] !== '') note(field, 'needs a name');
  if (!isStateOf(row.country || 'AU', row.state)) note('state', 'is none of the country');
  if (row.postCode !== '' && !isPostCodeOf(addressOf(row))) note('postCode', 'is none of the state');
  const needed = needsPostCode(row.country || 'AU') ? (['suburb', 'postCode'] as const) : (['suburb'] as const);
  if (row.addressLine1 !== '') for (const field of needed) if (row[field] === '') note(field, 'is missing');
  if (row.expiry !== '' && row.expiry < today.slice(0, 7)) note('expiry', 'has passed');
  if (row.accessCode !== '' && row.activationCode !== '')
    note('accessCode', 'a card has an activation code or an access code');
  if (row.accessCode === '' && row.activationCode === '' && row.mobile === '' && row.email === '')
    note('activationCode', 'is missing, and there is no mobile number or email to send one to');
  if (row.letter === 'yes') {
    if (row.addressLine1 === '') note('letter', 'needs an address');
    if (row.accessCode !== '') note('letter', 'is for a card that is activated');
    if (row.activationCode !== '') note('letter', 'says that the code comes by a message: leave activationCode empty');
  }
  if (row.plastic === 'yes' && row.cardNumber !== '')
    note('plastic', 'a card whose number is given exists: leave plastic empty, or leave the number out');
  if (isNamed && isCardToBeMade(row) && embossedNameOf(row) === '')
    note('nameOnCard', 'is missing: the name has no Latin letters that a card could bear');
  if (row.check === 'maidenName' && row.maidenName === '') note('maidenName', 'is missing: the activation asks for it');
  return found;
}
