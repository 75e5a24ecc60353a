import { randomUUID } from 'node:crypto';
import type { AppContext } from '../server/src/context.ts';
import { signatureOf } from '../server/src/features/network/signature.ts';
import type { TestCard } from '../server/test-support/factories.ts';
import { cardHomeCalls } from './card-home.ts';
import type { Cardholder } from './fixture.ts';
import { signIn } from './fixture.ts';
import { closedLoop, openHttpClient, steadyRate } from './load.ts';
import type { Call, HttpClient } from './load.ts';
import { percentile } from './statistics.ts';

const WARM_UP_SECONDS = 2;
/** One reader and one who gets in the way, on a server that is otherwise idle. */
const PAGE_READERS = 2;
const PAGE_SIZE = 20;

async function expectOk(http: HttpClient, call: Call): Promise<string> {
  const { status, body } = await http.send(call);
  if (status !== 200) throw new Error(`${call.method} ${call.path} answered ${status} ${body}`);
  return body;
}

/** Card homes a second: the three calls one after the other, by `clients` callers at once. */
export async function measureCardHome(
  ctx: AppContext,
  baseUrl: string,
  holder: Cardholder,
  load: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const http = openHttpClient(baseUrl, load.clients);
  const calls = cardHomeCalls(await signIn(ctx, holder), holder.card.reference);
  const cardHome = async () => {
    for (const call of calls) await expectOk(http, call);
  };
  try {
    await closedLoop(load.clients, WARM_UP_SECONDS, cardHome);
    return (await closedLoop(load.clients, load.seconds, cardHome)).perSecond;
  } finally {
    http.close();
  }
}

/** An account of so many rows, behind a server of its own. */
export type Library = {
  readonly ctx: AppContext;
  readonly server: { readonly baseUrl: string };
  readonly holder: Cardholder;
  readonly rows: number;
};

/**
 * 99th percentiles, in milliseconds, of pages anywhere in each account. Every reader asks the
 * accounts in turn, so that whatever disturbs the machine disturbs all of them alike.
 */
export async function measurePages(accounts: readonly Library[], seconds: number): Promise<number[]> {
  const readers = await Promise.all(
    accounts.map(async ({ ctx, server, holder, rows }) => ({
      http: openHttpClient(server.baseUrl, PAGE_READERS),
      headers: await signIn(ctx, holder),
      accountNumber: holder.card.account.accountNumber,
      rows,
      latenciesMs: [] as number[],
    })),
  );
  const pages = async () => {
    for (const { http, headers, accountNumber, rows, latenciesMs } of readers) {
      const skip = Math.floor(Math.random() * (rows - PAGE_SIZE));
      const path = `/api/transaction?accountNumber=${accountNumber}&count=${PAGE_SIZE}&skip=${skip}`;
      const start = performance.now();
      const body = await expectOk(http, { method: 'GET', path, headers });
      latenciesMs.push(performance.now() - start);
      const { Transactions } = JSON.parse(body) as { Transactions: unknown[] };
      if (Transactions.length !== PAGE_SIZE) throw new Error(`a page of ${Transactions.length} rows`);
    }
  };
  try {
    await closedLoop(PAGE_READERS, WARM_UP_SECONDS, pages);
    for (const { latenciesMs } of readers) latenciesMs.length = 0;
    await closedLoop(PAGE_READERS, seconds, pages);
    return readers.map(({ latenciesMs }) => percentile(latenciesMs, 0.99));
  } finally {
    for (const { http } of readers) http.close();
  }
}

/** Percentiles, in milliseconds, of purchases that the card network asks for at a steady rate. */
export async function measureAuthorisations(
  ctx: AppContext,
  baseUrl: string,
  cards: readonly TestCard[],
  load: { readonly perSecond: number; readonly seconds: number },
): Promise<{ p50: number; p99: number }> {
  const http = openHttpClient(baseUrl, 50);
  const purchase = async (number: number) => {
    const card = cards[number % cards.length];
    if (!card) throw new Error('no cards');
    const body = JSON.stringify({
      reference: `bench-${randomUUID()}`.slice(0, 40),
      cardNumber: card.pan,
      expiry: card.expiry,
      amount: 100 + (number % 900),
      currency: 'AUD',
      channel: 'contactless',
      merchant: { name: 'CORNER CAFE', country: 'AU', mcc: '5814' },
    });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'wattle-timestamp': timestamp,
      'wattle-signature': signatureOf(ctx.secrets.networkKey, timestamp, body),
    };
    const answer = JSON.parse(await expectOk(http, { method: 'POST', path: '/network/authorisations', headers, body }));
    if ((answer as { answer: string }).answer !== '00')
      throw new Error(`a purchase was answered ${JSON.stringify(answer)}`);
  };
  try {
    await steadyRate(load.perSecond, WARM_UP_SECONDS, purchase);
    const { latenciesMs } = await steadyRate(load.perSecond, load.seconds, purchase);
    return { p50: percentile(latenciesMs, 0.5), p99: percentile(latenciesMs, 0.99) };
  } finally {
    http.close();
  }
}
