import { randomInt } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { passesLuhn } from '@wattle/contract/rules/luhn.ts';
import { accessOf, ENTITY, PASSWORD } from '../../server/test-support/made-up-person.ts';
import { callAs, tokenFor } from './calls.ts';
import { runPeople } from './commands.ts';
import { atTheDesk } from './desk.ts';
import type { CardPerson, WebPerson } from './people.ts';
import type { RunningServer } from './running-server.ts';

/**
 * People, cards and money of a test's own: the demo's people are shared by all tests and only read. Cards come as a
 * programme's do, by a file of the issuer, logins by the calls of the account set-up, and money by two people of the
 * desk. Each takes a fifth of a second or less.
 *
 * - `givenWebPerson(server, ['Mia', 'Cole'], { brand, product, money })`: a login with one card, at any brand.
 * - `givenCardPerson(server, product)`: a person with only a working card.
 * - `givenCard(server, row)`: a card that waits for its activation, in any state that the issuer's file knows.
 * - `load(server, account, amount, brand)`: money onto an account.
 * - `verify(server, person)`: who they are is verified, which an automatic top-up asks for.
 * - `allocate(server, person, product)`: a second card on a person's account, before its activation.
 * - `givenVoucher(server, amount, brand)`: a voucher.
 */
export type OwnCard = {
  /** Card number as its holder types it, or the card id at a brand with ids. */
  readonly name: string;
  readonly number: string;
  readonly account: string;
  /** Its activation code, or its access code if it is active. */
  readonly code: string;
  readonly brand: string;
};

type Row = {
  /** Number of its product: `products/`. */
  readonly product: number;
  readonly firstName?: string;
  readonly surname?: string;
  readonly maidenName?: string;
  /** Account of another holder, of which this one is a nominee. */
  readonly nomineeOf?: string;
  readonly check?: 'ekyc' | 'maidenName' | 'questions';
  /** True: the card works with an access code and needs no activation. */
  readonly isActive?: true;
  /** First line of the address to which the letter of the card goes. Default: no letter. */
  readonly letterTo?: string;
  /** Contacts on record, which count as old. Default: none. */
  readonly contacts?: { readonly mobile: string; readonly email: string };
};

/** `card`: number of the first card. */
export type OwnPerson = WebPerson & { readonly account: string; readonly email: string; readonly cardNumber: string };

/** Staff who request and approve, and the product of a first card. */
const BRANDS: Readonly<
  Record<string, { readonly tenant: number; readonly staff: readonly [string, string]; readonly product: number }>
> = {
  wattle: { tenant: 1, staff: ['kate', 'omar'], product: 1 },
  stumps: { tenant: 1, staff: ['kate', 'omar'], product: 6 },
  tui: { tenant: 2, staff: ['mia', 'lars'], product: 8 },
  ledgerline: { tenant: 2, staff: ['mia', 'lars'], product: 9 },
};
const BRAND_OF_PRODUCT = [
  '',
  'wattle',
  'wattle',
  'wattle',
  'wattle',
  'wattle',
  'stumps',
  'stumps',
  'tui',
  'ledgerline',
];
/** PIN of every card activated here. */
export const PIN = '4826';

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');

function newCardNumber(): string {
  const body = `903600${digits(9)}`;
  return [...'0123456789'].map((check) => body + check).find(passesLuhn) ?? '';
}

function brandOf(name: string) {
  const brand = BRANDS[name];
  if (!brand) throw new Error(`The demo has no brand ${name}`);
  return brand;
}

/** Creates a card with the issuer's file. */
export async function givenCard(server: RunningServer, row: Row): Promise<OwnCard> {
  const { product, firstName = '', surname = '', maidenName = '', check = '', nomineeOf = '' } = row;
  const { isActive, letterTo, contacts } = row;
  const brand = BRAND_OF_PRODUCT[product] ?? 'tui';
  const reference = `own-${digits(12)}`;
  const [number, cardId, code] = [newCardNumber(), `3${digits(10)}`, digits(6)];
  const dateOfBirth = firstName === '' ? '' : '1990-02-01';
  const values = {
    reference,
    product,
    cardNumber: number,
    cardId,
    firstName,
    surname,
    dateOfBirth,
    maidenName,
    check,
    nomineeOf,
  };
  const address = { addressLine1: letterTo, suburb: 'Fremantle', state: 'WA', postCode: '6160' };
  // The letter announces a code that comes by a message.
  const all =
    letterTo === undefined
      ? { ...values, ...contacts, [isActive ? 'accessCode' : 'activationCode']: code }
      : { ...values, letter: 'yes', email: `${reference}@example.com`, ...address };
  const file = join(server.folder, `${reference}.csv`);
  const results = join(server.folder, `${reference}.results`);
  writeFileSync(file, `${Object.keys(all).join(',')}\n${Object.values(all).join(',')}\n`);
  await runPeople(server, ['import', file, '--brand', brand, '--results', results]);
  const account = readFileSync(results, 'utf8').trim().split('\n').at(-1)?.split(',')[5] ?? '';
  rmSync(file);
  return { name: brand === 'stumps' ? cardId : number, number, account, code, brand };
}

/** Person with only a working card. Without a name their account has no holder and cannot be paid. */
export async function givenCardPerson(
  server: RunningServer,
  product: number,
  [firstName, surname]: readonly [string, string] = ['', ''],
): Promise<CardPerson & OwnCard> {
  const card = await givenCard(server, { product, firstName, surname, isActive: true });
  return { ...card, card: card.name, accessCode: card.code };
}

type Details = { readonly firstName: string; readonly surname: string; readonly isChecked?: true };

const beginActivation = (server: RunningServer, { brand, name, code }: OwnCard) =>
  tokenFor(server, brand, { grant_type: 'verifyactivation', cardNumber: name, activationCode: code });

/**
 * Enters everything that a new login requires through the calls of the set-up, up to the PIN or to electronic
 * verification. Returns the token of the activation and the email address of the login.
 */
export async function enterDetails(server: RunningServer, card: OwnCard, details: Details) {
  const { firstName, surname, isChecked = false } = details;
  const token = await beginActivation(server, card);
  const call = callAs(server, token);
  // A name without Latin letters leaves no point at the start.
  const written = `${firstName}.${surname}`
    .toLowerCase()
    .replaceAll(/[^a-z\d.]/g, '')
    .replace(/^\.+/, '');
  const email = `${written}.${digits(8)}@example.com`;
  const { Steps, Terms } = await call<ActivationView>('GET', 'card/activation');
  const asks = (step: string) => Steps.some(({ Name }) => Name === step);
  if (asks('terms')) await call('POST', 'card/acceptTerms', { Version: Terms?.Version, AcceptedTerms: true });
  await call('POST', 'onlineAccount/Verify', accessOf(email));
  await call('POST', 'onlineAccount/SaveEntityDetails', {
    ...ENTITY,
    Mobile: '+61 400 000 999',
    FirstName: firstName,
    Surname: surname,
  });
  if (asks('taxFile')) await call('POST', 'onlineAccount/SetTaxFileNumber', { Kind: 'notNow' });
  await call('POST', 'onlineAccount/GiveConsent', {
    AcceptedDisclosures: true,
    AcceptedIdentityCheck: isChecked,
    ProductMarketingEmail: false,
  });
  return { token, email };
}

type Wanted = {
  readonly brand?: string;
  /** Product of the card; default: the usual one of the brand. */
  readonly product?: number;
  /** Balance of the account in dollars: `640.00`. */
  readonly money?: string;
  /** Contacts on record: those that are entered with a login have to be confirmed first. Default: none. */
  readonly contacts?: Row['contacts'];
};

/** Unverified person with a login. */
export async function givenWebPerson(
  server: RunningServer,
  [firstName, surname]: readonly [string, string],
  { brand = 'wattle', product = brandOf(brand).product, money, contacts }: Wanted = {},
): Promise<OwnPerson> {
  const known = contacts === undefined ? {} : { firstName, surname, contacts };
  const card = await givenCard(server, { product, ...known });
  const { token, email } = await enterDetails(server, card, { firstName, surname });
  // At some brands people sign in with the account number.
  const { LoginName } = await callAs(server, token)<{ LoginName: string }>('POST', 'card/activate', { pin: PIN });
  if (money !== undefined) await load(server, card.account, money, brand);
  const { account, number: cardNumber } = card;
  return { brand, username: LoginName, email, password: PASSWORD, firstName, account, cardNumber };
}

/** Runs a desk command that one member of staff requests and another approves. */
export async function byTwo(server: RunningServer, brand: string, command: string, input: object) {
  const { tenant, staff } = brandOf(brand);
  const given = { input, reason: 'for a test' };
  const { request } = await atTheDesk(server.url, [tenant, staff[0]], command, given);
  return atTheDesk(server.url, [tenant, staff[1]], 'approve', { input: { request: request?.id } });
}

/** Loads an account, by two members of staff. `amount` in dollars: `640.00`. */
export async function load(server: RunningServer, account: string, amount: string, brand = 'wattle'): Promise<void> {
  await byTwo(server, brand, 'load', { account, amount });
}

/** Approves a started verification at the desk. */
export async function verify(server: RunningServer, { brand, username, password, account }: OwnPerson): Promise<void> {
  const token = await tokenFor(server, brand, { grant_type: 'password', userName: username, password });
  const body = { AccountNumber: account };
  const { CaseId } = await callAs(server, token)<{ CaseId: string }>('POST', 'greenId/registerVerification', body);
  await byTwo(server, brand, 'pass-kyc', { case: CaseId });
}

/** Adds another card to an account. Returns its last four digits. */
export async function allocate(server: RunningServer, { brand, account }: OwnPerson, product: number): Promise<string> {
  const { rows } = await byTwo(server, brand, 'allocate-card', { account, product: String(product) });
  return String(rows[0]?.['number']).slice(-4);
}

/** Voucher for an amount in dollars: `50.00`. */
export async function givenVoucher(server: RunningServer, amount: string, brand = 'wattle') {
  const expires = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const { rows } = await byTwo(server, brand, 'make-vouchers', { brand, count: '1', amount, expires });
  return { number: String(rows[0]?.['voucher']), code: String(rows[0]?.['code']) };
}
