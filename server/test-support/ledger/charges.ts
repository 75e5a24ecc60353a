import * as z from 'zod';
import type { AppContext } from '../../src/compose/context.ts';
import { callJson } from '../../src/outside/http-json.ts';
import type { RecordedCall, RecordedCallKind } from '../../src/outside/recorded-call.ts';
import type { OutsideOutcome } from '../../src/outside/outcome.ts';
import type { Policy } from '../../src/outside/policy.ts';
import { LOOPBACK } from '../policy.ts';
import type { TestContext } from '../processes/database.ts';
import { givenHttpServer, type HttpServer } from '../outside/http-server.ts';

/** Behaviour of the other side for one call: `silence` loses the response, `lost` the request. */
export type Mood = 'answers' | 'silence' | 'lost' | 'declines' | 'away';

export type ChargeServer = HttpServer & {
  mood: Mood;
  /** Behaviour of the other side for queries, which change nothing. */
  askMood: 'answers' | 'away' | 'silence';
  /** Charges by key; the other side's idempotency permits one each. */
  readonly charged: ReadonlyMap<string, number>;
};

/** Gateway that charges each key once and can be queried. */
export async function givenChargeServer(): Promise<ChargeServer> {
  const charged = new Map<string, number>();
  const declined = new Set<string>();
  const state: { mood: Mood; askMood: ChargeServer['askMood'] } = { mood: 'answers', askMood: 'answers' };
  const ok = { status: 200, body: '{"state":"charged"}' };
  const server = await givenHttpServer(({ method, url, headers }) => {
    if (method === 'GET') {
      if (state.askMood === 'silence') return 'silence';
      if (state.askMood === 'away') return { status: 503 };
      return charged.has(url.slice('/charges/'.length)) ? ok : { status: 404 };
    }
    const key = String(headers['idempotency-key']);
    if (state.mood === 'away') return { status: 503 };
    if (state.mood === 'lost') return 'hang up';
    if (state.mood === 'declines') {
      declined.add(key);
      return { status: 422 };
    }
    charged.set(key, 1 + (charged.get(key) ?? 0));
    return state.mood === 'silence' ? 'silence' : ok;
  });
  return Object.assign(state, server, { charged });
}

type Charge = { readonly chargeId: number };

const answer = z.object({ state: z.literal('charged') });

/** Kind of stored call as a feature declares it, with a separate table. */
export function chargeKind(
  serverUrl: string,
  policy: Policy | ((method: 'GET' | 'POST') => Policy),
): RecordedCallKind<Charge, { state: 'charged' }> {
  const send = (method: 'GET' | 'POST', path: string, key: string): Promise<OutsideOutcome<{ state: 'charged' }>> =>
    (typeof policy === 'function' ? policy(method) : policy).call((signal) =>
      callJson({
        method,
        url: `${serverUrl}${path}`,
        headers: { 'Idempotency-Key': key },
        answer,
        addresses: LOOPBACK,
        signal,
      }),
    );
  return {
    queue: { name: 'test.charge', clock: 'security' },
    call: (_ctx: AppContext, { key }: RecordedCall<Charge>) => send('POST', '/charges', key),
    ask: (_ctx: AppContext, { key }: RecordedCall<Charge>) => send('GET', `/charges/${key}`, key),
    async lockOpen(tx, { tenantId, subject }) {
      const row = await tx.first<{ state: string }>(
        'SELECT state FROM charge WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
        [tenantId, subject.chargeId],
      );
      return row?.state === 'asked';
    },
    async settle(tx, _ctx, { tenantId, subject }, outcome) {
      await tx.run('UPDATE charge SET state = $3, settled = settled + 1 WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        subject.chargeId,
        outcome.kind === 'done' ? 'charged' : `refused ${outcome.code}`,
      ]);
    },
  };
}

/** Table of the test feature. */
export async function givenCharges(ctx: Pick<TestContext, 'asOwner'>): Promise<void> {
  await ctx.asOwner(
    `CREATE TABLE charge (id integer GENERATED ALWAYS AS IDENTITY, tenant_id integer, state text NOT NULL DEFAULT 'asked',
                          settled integer NOT NULL DEFAULT 0)`,
  );
  await ctx.asOwner('GRANT SELECT, INSERT, UPDATE ON charge TO wattle_app');
}

/** State of each charge and number of settlements. */
export async function chargeRows(ctx: Pick<TestContext, 'asOwner'>): Promise<string[]> {
  const rows = await ctx.asOwner<{ state: string; settled: number }>('SELECT state, settled FROM charge ORDER BY id');
  return rows.map(({ state, settled }) => `${state} ${settled}`);
}
