import type { Secrets } from '../src/platform/secrets/secrets.ts';
import { signatureOf } from '../src/outside/processors/wattle/signature.ts';
import { type Dice, oneOf } from '../test-support/dice.ts';

const LARGEST_CENTS = 2_000;
const ANSWER_MS = 20_000;

export type Payer = {
  readonly accountNumber: string;
  readonly ledgerAccountId: bigint;
  readonly pan: string;
  /** Changes with each sign-in. */
  readonly authorization: string;
};

/** Request with a key, sent identically each time. Amounts in cents. */
export type Asked = {
  readonly key: string;
  readonly payer: Payer;
  readonly amount: number;
  /** Payee; undefined: a merchant, over the card network. */
  readonly payee: Payer | undefined;
};

export type Answer = { readonly status: number; readonly body: string };

/** A transfer to another person, or a card purchase. */
export function anyRequest(roll: Dice, payers: readonly Payer[], key: string): Asked {
  const [payer, payee] = [oneOf(roll, payers), oneOf(roll, payers)];
  const isPurchase = payer === payee || roll(3) === 0;
  return { key, payer, amount: 1 + roll(LARGEST_CENTS), payee: isPurchase ? undefined : payee };
}

/** Meaning of a response, equal for every repeat: receipt, approval or refusal. */
export function meaningOf({ status, body }: Answer): string {
  return status === 200 ? body : String((JSON.parse(body) as { error?: string[] }).error);
}

/**
 * Sends it once. Undefined if the outcome is unknown: the connection broke, or the database is unavailable. Throws for
 * a response that must never occur.
 */
export async function ask(
  baseUrl: string,
  asked: Asked,
  secrets: Pick<Secrets, 'networkKey'>,
): Promise<Answer | undefined> {
  const request = asked.payee ? transfer(asked, asked.payee) : purchase(asked, secrets);
  const response = await send(baseUrl, request).catch(() => undefined);
  const body = await response?.text().catch(() => undefined);
  if (!response || body === undefined) return undefined;
  if (response.status === 503 && Number(response.headers.get('retry-after')) > 0) return undefined;
  if (response.status !== 200 && response.status !== 400) {
    throw new Error(`${request.path} answered ${response.status} ${body}`);
  }
  return { status: response.status, body };
}

/** Sends it once and returns any status. */
export async function sendOnce(baseUrl: string, asked: Asked, secrets: Pick<Secrets, 'networkKey'>): Promise<number> {
  const response = await send(baseUrl, asked.payee ? transfer(asked, asked.payee) : purchase(asked, secrets));
  await response.arrayBuffer();
  return response.status;
}

/** Pays once and returns any response. */
export async function pay(baseUrl: string, asked: Asked & { readonly payee: Payer }): Promise<Answer> {
  const response = await send(baseUrl, transfer(asked, asked.payee));
  return { status: response.status, body: await response.text() };
}

/** Pays once, and keeps the cookies. */
export async function payAndKeep(baseUrl: string, asked: Asked & { readonly payee: Payer }) {
  const response = await send(baseUrl, transfer(asked, asked.payee));
  const answer: Answer = { status: response.status, body: await response.text() };
  const seen = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return { answered: { asked, answer }, seen };
}

type Request = { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };

function send(baseUrl: string, { path, headers, body }: Request): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

function transfer({ key, payer, amount }: Asked, payee: Payer): Request {
  return {
    path: '/api/transfer/internal',
    headers: { authorization: payer.authorization, 'idempotency-key': key },
    body: JSON.stringify({
      MemberNumber: payer.accountNumber,
      DestinationAccountNumber: payee.accountNumber,
      DestinationAccountName: 'Ruby Taylor',
      Amount: amount / 100,
      PaymentFrequency: 20,
      RecipientDescription: 'Shared dinner',
    }),
  };
}

function purchase({ key, payer, amount }: Asked, { networkKey }: Pick<Secrets, 'networkKey'>): Request {
  const body = JSON.stringify({
    reference: key,
    cardNumber: payer.pan,
    amount,
    currency: 'AUD',
    channel: 'contactless',
    merchant: { name: 'Corner Cafe', country: 'AU', mcc: '5814' },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const path = '/network/authorisations';
  const signature = signatureOf(networkKey, { timestamp, method: 'POST', path, body });
  return {
    path,
    headers: { 'wattle-timestamp': timestamp, 'wattle-signature': signature },
    body,
  };
}
