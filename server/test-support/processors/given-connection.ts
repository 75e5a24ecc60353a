import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import type { ProcessorAdapter } from '../../src/outside/processors/port.ts';
import { giveSecrets } from '../desk/programme-samples.ts';
import { givenBrand, givenCard, type CardGiven, type TestBrand, type TestCard } from '../factories.ts';
import { type SampleProcessor, type SentBySample, signSample } from './sample/sample.ts';

export const SAMPLE_SECRETS = { ASKS: 'secret of asks', EVENTS: 'secret of events', API: 'key of calls' } as const;

export type TestConnection = {
  readonly id: number;
  readonly publicId: string;
  readonly brand: TestBrand;
  readonly tenantId: number;
  /** A card of the connection with a balance, and the processor's id of it. */
  card(given?: CardGiven): Promise<TestCard & { readonly external: string }>;
  /** Sends a message as the processor does. */
  send(path: 'asks' | 'events', message: SentBySample, how?: How): Promise<Sent>;
  /** The same to another server. */
  sendTo(server: TestApp, path: 'asks' | 'events', message: SentBySample, how?: How): Promise<Sent>;
};

type How = {
  readonly secret?: string;
  readonly secondsAgo?: number;
  readonly signedFor?: string;
  readonly raw?: string;
};
type Sent = { readonly status: number; readonly body: string };

let serial = 0;

/** Puts a connection into the database of its own programme, and its secrets into the environment. */
export async function givenConnection(
  test: TestApp,
  settings: Readonly<Record<string, unknown>> = {},
  kind = 'sample',
): Promise<TestConnection> {
  const { ctx } = test;
  const brand = await givenBrand(ctx);
  const { tenantId } = brand;
  giveSecrets(ctx, tenantId, SAMPLE_SECRETS);
  const setAt = new Date(ctx.clocks.security.now()).toISOString();
  const named = (name: string) => [{ name, setAt }];
  const all = {
    currency: 'AUD',
    apiVersion: '2026-11-01',
    increments: 'differences',
    silence: 'decline',
    url: 'https://api.sample.example',
    secrets: { asks: named('ASKS'), events: named('EVENTS'), api: named('API') },
    ...settings,
  };
  const publicId = randomUUID();
  const [row] = await ctx.asOwner<{ id: number }>(
    `INSERT INTO processor_connection (tenant_id, public_id, kind, name, settings, is_on, made_at, made_by, changed_at, changed_by)
     VALUES ($1, $2, $3, 'Sample', $4, true, now(), 'Test', now(), 'Test') RETURNING id`,
    [tenantId, publicId, kind, JSON.stringify(all)],
  );
  if (!row) throw new Error('no connection was made');
  const { id } = row;
  await ctx.processors.refresh();
  const sendTo: TestConnection['sendTo'] = async (server, path, message, how = {}) => {
    const { secret, secondsAgo = 0, signedFor = path, raw } = how;
    const seconds = Math.floor(server.ctx.clocks.security.now() / 1000) - secondsAgo;
    const payload = raw ?? JSON.stringify(message);
    const by = secret ?? SAMPLE_SECRETS[path === 'asks' ? 'ASKS' : 'EVENTS'];
    const answer = await server.app.inject({
      method: 'POST',
      url: `/processors/${publicId}/${path}`,
      headers: {
        'content-type': 'application/json',
        'sample-time': String(seconds),
        'sample-signature': signSample(by, signedFor, seconds, payload),
      },
      payload,
    });
    return { status: answer.statusCode, body: answer.body };
  };
  return {
    id,
    publicId,
    brand,
    tenantId,
    async card(given = {}) {
      const card = await givenCard(ctx, { balance: 100_00n, ...given, brand });
      const external = `card_${++serial}`;
      await ctx.asOwner(
        `INSERT INTO processor_card (tenant_id, connection_id, card_id, external_id, state) VALUES ($1, $2, $3, $4, 'on')`,
        [tenantId, id, card.id, external],
      );
      return { ...card, external };
    },
    send: (path, message, how) => sendTo(test, path, message, how),
    sendTo,
  };
}

/** A further connection of a programme with the same settings. Answers its id. */
export async function givenFurtherConnection({ ctx }: TestApp, { id }: TestConnection): Promise<number> {
  const [row] = await ctx.asOwner<{ id: number }>(
    `INSERT INTO processor_connection (tenant_id, public_id, kind, name, settings, is_on, made_at, made_by, changed_at, changed_by)
     SELECT tenant_id, $2, kind, 'Further', settings, is_on, made_at, made_by, changed_at, changed_by
       FROM processor_connection WHERE id = $1 RETURNING id`,
    [id, randomUUID()],
  );
  if (!row) throw new Error('no connection was made');
  await ctx.processors.refresh();
  return row.id;
}

/** Lets a server know the sample, as a line of `compose/processor-adapters.ts` would. */
export function knowSample({ ctx }: TestApp, sample: SampleProcessor): void {
  (ctx.processors.adapters as Map<string, ProcessorAdapter>).set(sample.kind, sample);
}

/** Cents of an account, and those of it that are held. */
export async function moneyOf({ ctx }: TestApp, { account }: Pick<TestCard, 'account'>) {
  const [row] = await ctx.asOwner<{ balance: string; held: string }>(
    'SELECT balance, held FROM ledger_account WHERE id = $1',
    [account.ledgerAccountId],
  );
  return { balance: Number(row?.balance), held: Number(row?.held) };
}
