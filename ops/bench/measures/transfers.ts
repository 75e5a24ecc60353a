import { randomUUID } from 'node:crypto';
import { givenMembersWithMoney, type Payer } from '../fixture.ts';
import { closedLoop, expectOk, type HttpClient, openHttpClient, openLoop, openWarmUp } from '../load.ts';
import { settle } from '../postgres.ts';
import type { Measurement } from '../stage.ts';
import { percentile } from '../statistics.ts';

const CALLERS = 64;
const PAYERS = 2_000;
/** Share of the peak load at which latency is meaningful. */
const LOADED = 0.7;

/**
 * Measures internal transfers per second, each with a bearer token, its checks, an idempotency key and an audit line:
 * between random accounts, and from all of them to one.
 */
export const measureTransfers: Measurement = async (stage) => {
  const { ctx, server, database } = await stage.place('few');
  const { seconds } = stage.options;
  const members = await givenMembersWithMoney(ctx, PAYERS);
  const warmUp = openWarmUp();
  return async (note) => {
    // A bearer token is valid for five minutes, so each round has new ones.
    const payers = await members.signIn();
    const http = openHttpClient(server.baseUrl, 4 * CALLERS);
    let turn = 0;
    const payer = () => payers[(turn += 1) % payers.length] as Payer;
    const other = (than: Payer) => {
      const place = Math.floor(Math.random() * (payers.length - 1));
      return (payers[place] === than ? payers.at(-1) : payers[place]) as Payer;
    };
    const hot = members.hot.accountNumber;
    const spread = async () => {
      const from = payer();
      await pay(http, from, other(from).accountNumber);
    };
    const ontoOne = async () => pay(http, payer(), hot);
    try {
      await warmUp(CALLERS, spread);
      const { bare, samples } = await stage.besideTpcB(async () => {
        await settle(database);
        const any = await closedLoop(CALLERS, seconds, spread);
        return { any: any.perSecond, ontoOne: (await closedLoop(CALLERS, seconds, ontoOne)).perSecond };
      });
      note('transfers over HTTP', samples.any);
      note('transfers ÷ TPC-B', samples.any / bare);
      note('transfers onto one account over HTTP', samples.ontoOne);
      note('transfers onto one account ÷ TPC-B', samples.ontoOne / bare);
      const loaded = await openLoop(LOADED * samples.any, seconds, spread);
      note('transfers at 70% of the peak, p99', percentile(loaded.latenciesMs, 0.99));
      note('transfers at 70% of the peak, dropped', loaded.dropped);
    } finally {
      http.close();
    }
  };
};

/** One cent to an account. */
export async function pay(http: HttpClient, from: Payer, to: string): Promise<void> {
  await expectOk(http, {
    method: 'POST',
    path: '/api/transfer/internal',
    headers: { ...from.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      MemberNumber: from.accountNumber,
      DestinationAccountNumber: to,
      DestinationAccountName: 'Bench',
      Amount: 0.01,
      PaymentFrequency: 20,
      RecipientDescription: 'Bench',
    }),
  });
}
