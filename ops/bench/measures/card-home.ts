import { buildApp } from '../../../server/src/http/app.ts';
import { cardHomeCalls, compareWithFrozen, recordCalls } from '../frozen.ts';
import { signIn } from '../fixture.ts';
import { closedLoop, expectOk, openHttpClient, openWarmUp } from '../load.ts';
import { runPgbench } from '../pgbench.ts';
import { beside, type Measurement } from '../stage.ts';

/** Measures card homes per second: three calls in order, against the same queries by pgbench. */
export const measureCardHome: Measurement = async (stage) => {
  const { ctx, server, holder, database } = await stage.place('few');
  const { clients, seconds } = stage.options;
  const app = await buildApp(ctx);
  const sections = await recordCalls(app, cardHomeCalls(await signIn(ctx, holder), holder.card.reference));
  await app.close();
  compareWithFrozen('card-home', sections);
  const statements = sections.flatMap((section) => section.statements);
  const warmUp = openWarmUp();
  return async (note) => {
    const http = openHttpClient(server.baseUrl, clients);
    const calls = cardHomeCalls(await signIn(ctx, holder), holder.card.reference);
    const cardHome = async () => {
      for (const call of calls) await expectOk(http, call);
    };
    try {
      await warmUp(clients, cardHome);
      const { bare, samples: served } = await beside(
        async () => runPgbench(database.appUrl, statements, { clients, seconds }),
        async () => (await closedLoop(clients, seconds, cardHome)).perSecond,
      );
      note('card home over HTTP', served);
      note('card home by pgbench', bare);
      note('card home ÷ pgbench', served / bare);
    } finally {
      http.close();
    }
  };
};
