import type { Language } from '@wattle/contract/rules/languages.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
/** The people of the demo. Their secrets are public on purpose; production refuses to create them. */
export type DemoPerson = {
  /** How the rest of the demo names them. */
  readonly key: string;
  /** Two digits: the end of the mobile number. */
  readonly number: string;
  readonly brand: string;
  readonly title: string;
  readonly firstName: string;
  readonly surname: string;
  readonly isVerified: boolean;
  readonly language: Language;
  /** Absent: a card-only person. */
  readonly login?: { readonly account: string; readonly username: 'email' | 'account'; readonly extension?: string };
};

export const PASSWORD = 'Golden-Wattle-2026';
export const SECURITY = { question: 1, answer: 'banksia', maidenName: 'Harper', dateOfBirth: '1990-02-01' } as const;
export const PIN = '4826';

type Short = readonly [
  key: string,
  number: string,
  brand: string,
  title: string,
  firstName: string,
  surname: string,
  more?: Partial<DemoPerson>,
];

const SHORT: readonly Short[] = [
  [
    'amelia',
    '01',
    'wattle',
    'Ms',
    'Amelia',
    'Chen',
    { isVerified: true, login: { account: '200100017', username: 'email' } },
  ],
  [
    'liWei',
    '02',
    'wattle',
    'Mr',
    'Li',
    'Wei',
    { language: 'zhCN', login: { account: '200100025', username: 'email' } },
  ],
  [
    'ruby',
    '03',
    'wattle',
    'Ms',
    'Ruby',
    'Taylor',
    { isVerified: true, login: { account: '200100017', username: 'account', extension: '01' } },
  ],
  ['noah', '04', 'wattle', 'Mr', 'Noah', 'Williams'],
  [
    'jack',
    '05',
    'stumps',
    'Mr',
    'Jack',
    'Martin',
    { isVerified: true, login: { account: '200200015', username: 'account' } },
  ],
  ['isla', '06', 'stumps', 'Ms', 'Isla', 'Brown'],
  [
    'aroha',
    '07',
    'tui',
    'Ms',
    'Aroha',
    'Ngata',
    { isVerified: true, login: { account: '200300013', username: 'email' } },
  ],
  [
    'grace',
    '08',
    'ledgerline',
    'Ms',
    'Grace',
    'Kim',
    { isVerified: true, login: { account: '200400011', username: 'email' } },
  ],
  ['tom', '09', 'wattle', 'Mr', 'Tom', 'Reed'],
  ['priya', '10', 'wattle', 'Ms', 'Priya', 'Nair', { login: { account: '200100207', username: 'email' } }],
  // People with a record and no login, whose new cards ask for a proof of identity.
  ['newByName', '33', 'wattle', 'Mr', 'Ravi', 'Iyer'],
  ['newByQuestions', '34', 'wattle', 'Ms', 'Mei', 'Tan'],
  // Members of the sign-up with product disclosure statement: one without a login, one with, one who left.
  ['memberCurrent', '30', 'stumps', 'Mx', 'Robin', 'Vale'],
  ['memberWithLogin', '31', 'stumps', 'Mx', 'Sasha', 'Field', { login: { account: '100200301', username: 'account' } }],
  ['memberClosed', '32', 'stumps', 'Mx', 'Jordan', 'Lane'],
];

export const PEOPLE: readonly DemoPerson[] = SHORT.map(([key, number, brand, title, firstName, surname, more]) => ({
  key,
  number,
  brand,
  title,
  firstName,
  surname,
  isVerified: false,
  language: 'enAU',
  ...more,
}));

/** A second name of memberWithLogin, so that a sign-up finds it taken. */
export const TAKEN_USERNAME = { person: 'memberWithLogin', name: 'taken.name' } as const;

/** Whom they have saved to pay again. */
export const PAYEES = [
  { of: 'amelia', type: PAYEE_TYPE.external, name: 'Rent', bsb: '000101', accountNumber: '12345678' },
  { of: 'amelia', type: PAYEE_TYPE.internal, name: 'Li Wei', bsb: '', accountNumber: '200100025' },
  { of: 'amelia', type: PAYEE_TYPE.bpay, name: 'Power', bsb: '23796', accountNumber: '87348538' },
] as const;

/** Whom they have paid before, a month ago: a payment to them asks for no proof. Cents. */
export const PAID_DESTINATIONS = [
  { of: 'amelia', destination: 'external:000101:12345678', cents: 640_00n, purpose: 1 },
  { of: 'amelia', destination: 'internal:200100025', cents: 25_00n },
  { of: 'amelia', destination: 'bpay:23796:87348538', cents: 118_40n },
  { of: 'jack', destination: 'internal:200200023', cents: 20_00n },
] as const;

export function emailOf(person: DemoPerson): string {
  return `${person.firstName}.${person.surname}@example.com`.toLowerCase();
}

export function mobileOf(person: DemoPerson): string {
  return `04000000${person.number}`;
}

/** Home of everybody: a made-up street in a real suburb, so that the state and postcode fit. */
export const ADDRESS = {
  AddressLine1: '14 Banksia Street',
  AddressLine2: '',
  UnitNumber: '',
  StreetNumber: '14',
  StreetName: 'Banksia Street',
  Suburb: 'Fremantle',
  State: 'WA',
  PostCode: '6160',
  CountryCode: 'AU',
} as const;
