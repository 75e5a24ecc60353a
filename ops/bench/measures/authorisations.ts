import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../server/src/compose/context.ts';
import { signatureOf } from '../../../server/src/outside/processors/wattle/signature.ts';
import type { TestCard } from '../../../server/test-support/factories.ts';
import { givenSpenders } from '../fixture.ts';
import { closedLoop, expectOk, type HttpClient, openHttpClient, openLoop, openWarmUp } from '../load.ts';
import { settle } from '../postgres.ts';
import type { Measurement } from '../stage.ts';
import { percentile } from '../statistics.ts';

const SPENDERS = 5_000;
const CALLERS = 64;

/** Measures authorisations by the card network: at full load, and at a steady rate. */
export const measureAuthorisations: Measurement = async (stage) => {
  const { ctx, server, database } = await stage.place('few');
  const { seconds, authorisationsPerSecond, authorisationSeconds } = stage.options;
  const cards = await givenSpenders(ctx, SPENDERS);
  const warmUp = openWarmUp();
  return async (note) => {
    const http = openHttpClient(server.baseUrl, CALLERS);
    let turn = 0;
    const next = async () => purchase(http, ctx, cards[(turn += 1) % cards.length]);
    try {
      await warmUp(CALLERS, next);
      const { bare, samples } = await stage.besideTpcB(async () => {
        await settle(database);
        return closedLoop(CALLERS, seconds, next);
      });
      note('authorisations over HTTP', samples.perSecond);
      note('authorisations ÷ TPC-B', samples.perSecond / bare);
      const steady = await openLoop(authorisationsPerSecond, authorisationSeconds, next);
      if (steady.dropped > 0) throw new Error(`${steady.dropped} authorisations were not answered`);
      note('authorisations at a steady rate, p50', percentile(steady.latenciesMs, 0.5));
      note('authorisations at a steady rate, p99', percentile(steady.latenciesMs, 0.99));
    } finally {
      http.close();
    }
  };
};

/** A purchase that must be approved. */
export async function purchase(http: HttpClient, ctx: AppContext, card: TestCard | undefined): Promise<void> {
  if (!card) throw new Error('no cards');
  const body = JSON.stringify({
    reference: `bench-${randomUUID()}`.slice(0, 40),
    cardNumber: card.pan,
    expiry: card.expiry,
    amount: 1 + Math.floor(Math.random() * 9),
    currency: 'AUD',
    channel: 'contactless',
    merchant: { name: 'CORNER CAFE', country: 'AU', mcc: '5814' },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const path = '/network/authorisations';
  const headers = {
    'content-type': 'application/json',
    'wattle-timestamp': timestamp,
    'wattle-signature': signatureOf(ctx.secrets.networkKey, { timestamp, method: 'POST', path, body }),
  };
  const answer: unknown = JSON.parse(await expectOk(http, { method: 'POST', path, headers, body }));
  if ((answer as { answer: string }).answer !== '00') {
    throw new Error(`a purchase was answered ${JSON.stringify(answer)}`);
  }
}
