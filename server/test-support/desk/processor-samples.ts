import type { TestApp } from '../app.ts';
import { givenCard } from '../factories.ts';
import { givenConnection, knowSample, SAMPLE_SECRETS } from '../processors/given-connection.ts';
import { sampleProcessor } from '../processors/sample/sample.ts';
import { roadOf } from '../../src/features/processors/road.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { giveSecrets } from './programme-samples.ts';

/** A programme with a connection that has told of a card that is not known. */
async function givenConnected(test: TestApp, input: DeskSample['input']): Promise<DeskSample> {
  knowSample(test, sampleProcessor());
  const { id, tenantId, brand, send } = await givenConnection(test);
  const card = await givenCard(test.ctx, { brand });
  giveSecrets(test.ctx, tenantId, { NEXT: 'next secret', ASKS2: 'second asks', EVENTS2: 'second events' });
  await send('events', { id: 'event-1', type: 'cleared', purchase: 'bought-1', cents: 1_00 });
  const sql = `
    SELECT name, settings, is_on, (SELECT count(*) FROM processor_waiting WHERE connection_id = c.id AND tries > 1) AS again
      FROM processor_connection c WHERE tenant_id = $1 ORDER BY id`;
  return {
    tenantId,
    input,
    state: async () => JSON.stringify(await test.ctx.asOwner(sql, [tenantId])),
    marked: [card.pan, ...Object.values(SAMPLE_SECRETS), `connection ${id}`],
  };
}

/** A card that its processor has turned off by itself. */
async function givenDiffering(test: TestApp, ofCard: boolean): Promise<DeskSample> {
  const connection = await givenConnection(test);
  const card = await connection.card();
  await test.ctx.asOwner(
    "UPDATE processor_card SET state = 'off', differs = 'off', differs_since = now() WHERE card_id = $1",
    [card.id],
  );
  const sql = 'SELECT state, is_due FROM processor_card WHERE card_id = $1';
  return {
    tenantId: connection.tenantId,
    input: ofCard ? { card: `card:${card.id}` } : {},
    state: async () => JSON.stringify(await test.ctx.asOwner(sql, [card.id])),
    marked: [card.pan],
  };
}

/** A purchase of the sample's processor with its ask, its result and a word that is not known. */
async function givenBought(test: TestApp, input: DeskSample['input']): Promise<DeskSample> {
  knowSample(test, sampleProcessor());
  const connection = await givenConnection(test);
  const card = await connection.card();
  const bought = { purchase: 'bought-2', card: card.external, cents: 12_00, shop: `Bakery ${card.pan}` };
  await connection.send('asks', { ...bought, id: 'ask-1', type: 'ask', way: 'wave' });
  await roadOf(test.ctx).settled();
  await connection.send('events', { ...bought, id: 'result-1', type: 'result', approved: true });
  const sql = 'SELECT key, outcome FROM processor_event WHERE tenant_id = $1 ORDER BY key';
  return {
    tenantId: connection.tenantId,
    input,
    state: async () => JSON.stringify(await test.ctx.asOwner(sql, [connection.tenantId])),
    marked: [card.pan, ...Object.values(SAMPLE_SECRETS)],
  };
}

const looked = (
  given: (test: TestApp, input: DeskSample['input']) => Promise<DeskSample>,
  input: DeskSample['input'],
  elsewhere: Sample['elsewhere'] = 'not_found',
): Sample => ({
  roles: ['viewer', 'agent', 'manager'],
  needsApproval: false,
  elsewhere,
  given: (test) => given(test, input),
});

const BOUGHT = { connection: 'Sample', purchase: 'bought-2' };

const byTwo = (input: DeskSample['input'], elsewhere: Sample['elsewhere']): Sample => ({
  roles: ['manager'],
  needsApproval: true,
  elsewhere,
  given: (test) => givenConnected(test, input),
});

export const PROCESSOR_SAMPLES: Readonly<Record<string, Sample>> = {
  connections: {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: (test) => givenConnected(test, {}),
  },
  'connection-times': looked(givenBought, { connection: 'Sample' }),
  'connection-secrets': looked(givenBought, { connection: 'Sample' }),
  'processor-trouble': looked(givenConnected, { page: '1' }, 'no rows'),
  'processor-words': looked(givenBought, {}, 'no rows'),
  'processor-purchases': looked(givenBought, { connection: 'Sample' }),
  'processor-purchase': looked(givenBought, BOUGHT),
  'processor-checks': looked(givenBought, BOUGHT),
  'processor-messages': looked(givenBought, BOUGHT),
  // Another programme cannot name their secrets.
  'add-connection': byTwo(
    { name: 'Second', processor: 'sample', apiVersion: '2026-11-01', asksKey: 'ASKS2', eventsKey: 'EVENTS2' },
    'secret_missing',
  ),
  'change-connection': byTwo({ connection: 'Sample', asksKey: 'NEXT' }, 'not_found'),
  'switch-connection': byTwo({ connection: 'Sample', state: 'off' }, 'not_found'),
  'differing-cards': {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: (test) => givenDiffering(test, false),
  },
  'send-card-state': {
    roles: ['agent', 'manager'],
    needsApproval: false,
    elsewhere: 'not_found',
    given: (test) => givenDiffering(test, true),
  },
  'read-told-again': {
    roles: ['agent', 'manager'],
    needsApproval: false,
    elsewhere: 'not_found',
    given: (test) => givenConnected(test, { connection: 'Sample', purchase: 'bought-1' }),
  },
};
