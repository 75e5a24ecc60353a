import { randomInt } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passesLuhn } from '@wattle/contract/rules/luhn.ts';
import { accessOf, ENTITY, PASSWORD } from '../../server/test-support/made-up-person.ts';
import { atTheDesk } from './desk.ts';
import type { CardPerson, WebPerson } from './people.ts';
import { type RunningServer, runPeople } from './running-server.ts';

/**
 * Cards and people of a test's own, for a journey that changes them for good: the demo's stay as they are for every
 * other test, in whatever order the files run. They come as a programme's do, by a file of the issuer.
 */
export type OwnCard = { readonly number: string; readonly account: string; readonly code: string };

type Row = {
  /** Number of its product: `products/`. */
  readonly product: number;
  readonly brand?: string;
  readonly firstName?: string;
  readonly surname?: string;
  readonly maidenName?: string;
  /** The account of another holder, of whom this one is a nominee. */
  readonly nomineeOf?: string;
  readonly check?: 'ekyc' | 'maidenName' | 'questions';
  /** The card works with an access code and asks for no activation. */
  readonly isActive?: true;
};

export type OwnPerson = WebPerson & { readonly account: string; readonly email: string };

const STAFF = { wattle: ['kate', 'omar'] } as const;

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');

function newCardNumber(): string {
  const body = `903600${digits(9)}`;
  return [...'0123456789'].map((check) => body + check).find(passesLuhn) ?? '';
}

/** A card by the issuer's file. `code` is its activation code, or its access code where it is active. */
export function givenCard(server: RunningServer, row: Row): OwnCard {
  const {
    product,
    brand = 'wattle',
    firstName = '',
    surname = '',
    maidenName = '',
    check = '',
    nomineeOf = '',
    isActive,
  } = row;
  const reference = `own-${digits(12)}`;
  const [number, code] = [newCardNumber(), digits(6)];
  const dateOfBirth = firstName === '' ? '' : '1990-02-01';
  const values = {
    reference,
    product,
    cardNumber: number,
    firstName,
    surname,
    dateOfBirth,
    maidenName,
    check,
    nomineeOf,
  };
  const all = { ...values, [isActive ? 'accessCode' : 'activationCode']: code };
  const [file, results] = ['csv', 'results'].map((end) => join(server.folder, `${reference}.${end}`)) as [
    string,
    string,
  ];
  writeFileSync(file, `${Object.keys(all).join(',')}\n${Object.values(all).join(',')}\n`);
  runPeople(server, ['import', file, '--brand', brand, '--results', results]);
  const account = readFileSync(results, 'utf8').trim().split('\n').at(-1)?.split(',')[5] ?? '';
  rmSync(file);
  return { number, account, code };
}

/** Somebody with nothing but a card that works. */
export function givenCardPerson(server: RunningServer, product: number): CardPerson & OwnCard {
  const card = givenCard(server, { product, isActive: true });
  return { ...card, brand: 'wattle', card: card.number, accessCode: card.code };
}

async function post(url: string, token: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${await response.text()}`);
  return response.json();
}

type Details = { readonly firstName: string; readonly surname: string; readonly isChecked?: true };

/**
 * Enters by the calls of the set-up all that a new login at wattle asks for, up to the PIN or, of a card that asks for
 * it, the electronic verification. Answers the token of the activation and the email address of the login.
 */
export async function enterDetails(server: RunningServer, card: OwnCard, details: Details) {
  const { firstName, surname, isChecked = false } = details;
  const api = `${server.url}/api`;
  const { BrandId, TenantId } = (await (await fetch(`${api}/brand/wattle`)).json()) as Record<string, unknown>;
  const granted = {
    grant_type: 'verifyactivation',
    brand: 'wattle',
    brandId: String(BrandId),
    tenantId: String(TenantId),
    cardNumber: card.number,
    activationCode: card.code,
  };
  const opened = await fetch(`${api}/token`, { method: 'POST', body: new URLSearchParams(granted) });
  const { access_token: token } = (await opened.json()) as { access_token: string };
  const email = `${firstName}.${surname}.${digits(8)}@example.com`.toLowerCase();
  await post(`${api}/onlineAccount/Verify`, token, accessOf(email));
  const named = { ...ENTITY, FirstName: firstName, Surname: surname };
  await post(`${api}/onlineAccount/SaveEntityDetails`, token, named);
  await post(`${api}/onlineAccount/SetTaxFileNumber`, token, { Kind: 'notNow' });
  await post(`${api}/onlineAccount/GiveConsent`, token, {
    AcceptedDisclosures: true,
    AcceptedIdentityCheck: isChecked,
    ProductMarketingEmail: false,
  });
  return { token, email };
}

/** Somebody who is not verified, with a login at wattle and Wattle Everyday. */
export async function givenWebPerson(
  server: RunningServer,
  [firstName, surname]: readonly [string, string],
): Promise<OwnPerson> {
  const card = givenCard(server, { product: 1 });
  const { token, email } = await enterDetails(server, card, { firstName, surname });
  await post(`${server.url}/api/card/activate`, token, { pin: '4826' });
  return { brand: 'wattle', username: email, email, password: PASSWORD, firstName, account: card.account };
}

/** Money onto an account of wattle, by two people of the desk. `amount` in dollars: `640.00`. */
export async function load(server: RunningServer, account: string, amount: string): Promise<void> {
  const [one, other] = STAFF.wattle;
  const given = { input: { account, amount }, reason: 'for a test' };
  const { request } = await atTheDesk(server.url, [1, one], 'load', given);
  await atTheDesk(server.url, [1, other], 'approve', { input: { request: request?.id } });
}
