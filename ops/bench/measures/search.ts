import { signIn } from '../fixture.ts';
import { closedLoop, type Call, expectOk, type HttpClient, openHttpClient, openWarmUp } from '../load.ts';
import type { Measurement, Place } from '../stage.ts';
import { percentile } from '../statistics.ts';

const SEARCHERS = 2;
const COMMON_TIMES = 50;
/** Words that are as rare in a large account as in a small one: receipts of one row, and a word without a match. */
const RARE = ['00000000042', '00000000777', 'gallery'];
/** A word of every second row, whose first 10,000 matches are counted and summed. */
const COMMON = 'cafe';

/** Measures the 99th percentiles of searches in a small and a large account with indexed rows. */
export const measureSearch: Measurement = async (stage) => {
  const places = [await stage.place('few'), await stage.place('many')];
  const { seconds } = stage.options;
  const warmUp = openWarmUp();
  for (const place of places) await indexAll(place);

  return async (note) => {
    const clients: HttpClient[] = [];
    const readers = await Promise.all(
      places.map(async (place) => {
        const http = openHttpClient(place.server.baseUrl, SEARCHERS);
        clients.push(http);
        const headers = await signIn(place.ctx, place.holder);
        const took: number[] = [];
        let turns = 0;
        const search = async () => {
          turns += 1;
          const start = performance.now();
          await expectOk(http, searchCall(headers, place, RARE[turns % RARE.length] ?? ''));
          took.push(performance.now() - start);
        };
        const common = async () => {
          const start = performance.now();
          await expectOk(http, searchCall(headers, place, COMMON));
          return performance.now() - start;
        };
        return { took, search, common };
      }),
    );
    const turn = async () => {
      for (const { search } of readers) await search();
    };
    try {
      await warmUp(SEARCHERS, turn);
      for (const { took } of readers) took.length = 0;
      await closedLoop(SEARCHERS, seconds, turn);
      const ofMany: number[] = [];
      for (let asked = 0; asked < COMMON_TIMES; asked += 1) ofMany.push((await readers[1]?.common()) ?? 0);
      note('search for a word of every second row, p99', percentile(ofMany, 0.99));
    } finally {
      for (const http of clients) http.close();
    }
    const [few, many] = readers.map(({ took }) => percentile(took, 0.99));
    if (few === undefined || many === undefined) throw new Error('two places have two figures');
    note('search p99, few rows', few);
    note('search p99, many rows', many);
    note('search p99, many ÷ few rows', many / few);
  };
};

function searchCall(headers: { authorization: string }, { holder }: Place, text: string): Call {
  return {
    method: 'POST',
    path: '/api/transaction/search',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ accountNumber: holder.card.account.accountNumber, count: 20, text }),
  };
}

/** Each search indexes some thousand rows, which the first searches of a large account pay for. */
async function indexAll(place: Place): Promise<void> {
  const http = openHttpClient(place.server.baseUrl, 1);
  try {
    let isComplete = false;
    while (!isComplete) {
      const headers = await signIn(place.ctx, place.holder);
      const body = await expectOk(http, searchCall(headers, place, COMMON));
      isComplete = (JSON.parse(body) as { IsComplete: boolean }).IsComplete;
    }
  } finally {
    http.close();
  }
}
