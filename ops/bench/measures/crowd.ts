import { givenBrand, givenCard, type TestCard } from '../../../server/test-support/factories.ts';
import { givenSpenders, signIn } from '../fixture.ts';
import { cardHomeCalls } from '../frozen.ts';
import { type Call, closedLoop, expectOk, type HttpClient, openHttpClient, openLoop, openWarmUp } from '../load.ts';
import type { Measurement } from '../stage.ts';
import { percentile } from '../statistics.ts';
import { purchase } from './authorisations.ts';

/** Concurrent calls of one visitor. */
const CROWD = 1_000;
const BYSTANDERS = 4;
const SPENDERS = 500;
const PURCHASES_A_SECOND = 50;

/** Calls that cost almost nothing, to measure the effect of the number alone. */
const CHEAP: Call = { method: 'GET', path: '/healthz', headers: {} };

/** A visitor who asks for details with the token of another person's number and a wrong PIN. */
async function lookUpBy(http: HttpClient, { brand, pan }: TestCard): Promise<Call> {
  const fields = { grant_type: 'cardaccess', brand: brand.identifier, cardnumber: pan };
  const body = new URLSearchParams({ ...fields, tenantId: `${brand.tenantId}`, brandId: `${brand.id}` }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const granted = await expectOk(http, { method: 'POST', path: '/api/token', headers, body });
  const { access_token } = JSON.parse(granted) as { access_token: string };
  return {
    method: 'POST',
    path: '/api/cardaccess/details',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ PinNumber: '0000' }),
  };
}

/** Measures the waiting time of others during a thousand serialised calls of one visitor. */
export const measureCrowd: Measurement = async (stage) => {
  const { ctx, server, holder } = await stage.place('few');
  const { seconds } = stage.options;
  const cards = await givenSpenders(ctx, SPENDERS);
  const settings = { UseCardIdForCardholderAccess: true, AllowGetCardAccessDetails: true };
  const stranger = await givenCard(ctx, { brand: await givenBrand(ctx, { settings }), pin: '4826' });
  const warmUp = openWarmUp();
  return async (note) => {
    const crowd = openHttpClient(server.baseUrl, CROWD);
    const others = openHttpClient(server.baseUrl, BYSTANDERS + PURCHASES_A_SECOND);
    const [list] = cardHomeCalls(await signIn(ctx, holder), holder.card.reference);
    if (!list) throw new Error('the home asks for nothing');
    const look = async () => void (await expectOk(others, list));
    let turn = 0;
    const buy = () => purchase(others, ctx, cards[(turn += 1) % cards.length]);
    const among = async (call: Call) => {
      const [, lists, bought] = await Promise.all([
        closedLoop(CROWD, seconds, async () => void (await crowd.send(call))),
        closedLoop(BYSTANDERS, seconds, look),
        openLoop(PURCHASES_A_SECOND, seconds, buy),
      ]);
      if (bought.dropped > 0) throw new Error(`${bought.dropped} authorisations were not answered`);
      return { median: percentile(lists.latenciesMs, 0.5), bought: percentile(bought.latenciesMs, 0.99) };
    };
    try {
      await warmUp(BYSTANDERS, look);
      const cheap = await among(CHEAP);
      const waiting = await among(await lookUpBy(crowd, stranger));
      note('card lists among 1,000 cheap calls, p50', cheap.median);
      note('card lists among 1,000 look-ups of one number, p50', waiting.median);
      note('card lists, among look-ups ÷ among cheap calls', waiting.median / cheap.median);
      note('authorisations among 1,000 cheap calls, p99', cheap.bought);
      note('authorisations among 1,000 look-ups, p99', waiting.bought);
      note('authorisations, look-ups more than cheap calls', waiting.bought - cheap.bought);
    } finally {
      crowd.close();
      others.close();
    }
  };
};
