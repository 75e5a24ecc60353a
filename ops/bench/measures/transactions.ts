import { buildApp } from '../../../server/src/http/app.ts';
import { signIn } from '../fixture.ts';
import { compareWithFrozen, recordCalls, transactionsPageCall } from '../frozen.ts';
import { closedLoop, expectOk, type HttpClient, openHttpClient, openWarmUp, type WarmUp } from '../load.ts';
import { runPgbench } from '../pgbench.ts';
import { beside, type Measurement, type Place } from '../stage.ts';
import { percentile } from '../statistics.ts';

/** One reader and one disturbing call, on an otherwise idle server. */
const PAGE_READERS = 2;
const PAGE_SIZE = 20;

/**
 * Measures pages of transactions: per second, against the same queries by pgbench; and the 99th percentiles of pages
 * anywhere in a small and a large account, and of the first and last page of the large one. Every reader requests all
 * kinds in turn, so that disturbances affect all of them equally.
 */
export const measureTransactions: Measurement = async (stage) => {
  const [few, many] = [await stage.place('few'), await stage.place('many')];
  const { clients, seconds } = stage.options;
  const app = await buildApp(few.ctx);
  const call = async () => transactionsPageCall(await signIn(few.ctx, few.holder), few.holder, few.rows / 2, PAGE_SIZE);
  const sections = await recordCalls(app, [await call()]);
  await app.close();
  compareWithFrozen('transactions-page', sections);
  const statements = sections.flatMap((section) => section.statements);
  const [warmUp, warmUpReaders] = [openWarmUp(), openWarmUp()];

  return async (note) => {
    const http = openHttpClient(few.server.baseUrl, clients);
    try {
      const page = await call();
      const read = async () => void (await expectOk(http, page));
      await warmUp(clients, read);
      const { bare, samples: served } = await beside(
        async () => runPgbench(few.database.appUrl, statements, { clients, seconds }),
        async () => (await closedLoop(clients, seconds, read)).perSecond,
      );
      note('transactions page over HTTP', served);
      note('transactions page by pgbench', bare);
      note('transactions page ÷ pgbench', served / bare);
    } finally {
      http.close();
    }
    const [ofFew, ofMany, first, deepest] = await latencies([few, many], seconds, warmUpReaders);
    note('transactions p99, few rows', ofFew);
    note('transactions p99, many rows', ofMany);
    note('transactions p99, many ÷ few rows', ofMany / ofFew);
    note('transactions p99, first page', first);
    note('transactions p99, deepest page', deepest);
    note('transactions p99, deepest ÷ first page', deepest / first);
  };
};

type Reader = { readonly page: (skip: number) => Promise<void>; readonly skip: () => number; readonly took: number[] };

async function latencies(
  [few, many]: readonly [Place, Place],
  seconds: number,
  warmUp: WarmUp,
): Promise<readonly [number, number, number, number]> {
  const clients: HttpClient[] = [];
  const openReader = async (place: Place) => {
    const http = openHttpClient(place.server.baseUrl, PAGE_READERS);
    clients.push(http);
    const headers = await signIn(place.ctx, place.holder);
    return async (skip: number) => {
      const body = await expectOk(http, transactionsPageCall(headers, place.holder, skip, PAGE_SIZE));
      const { Transactions } = JSON.parse(body) as { Transactions: unknown[] };
      if (Transactions.length !== PAGE_SIZE) throw new Error(`a page of ${Transactions.length} rows`);
    };
  };
  const anywhere = (place: Place) => () => Math.floor(Math.random() * (place.rows - PAGE_SIZE));
  const [readFew, readMany] = [await openReader(few), await openReader(many)];
  const readers: Reader[] = [
    { page: readFew, skip: anywhere(few), took: [] },
    { page: readMany, skip: anywhere(many), took: [] },
    { page: readMany, skip: () => 0, took: [] },
    { page: readMany, skip: () => many.rows - PAGE_SIZE, took: [] },
  ];
  const turn = async () => {
    for (const { page, skip, took } of readers) {
      const start = performance.now();
      await page(skip());
      took.push(performance.now() - start);
    }
  };
  try {
    await warmUp(PAGE_READERS, turn);
    for (const { took } of readers) took.length = 0;
    await closedLoop(PAGE_READERS, 2 * seconds, turn);
  } finally {
    for (const http of clients) http.close();
  }
  const p99 = (place: number) => percentile(readers[place]?.took ?? [], 0.99);
  return [p99(0), p99(1), p99(2), p99(3)];
}
