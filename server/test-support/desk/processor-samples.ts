import type { TestApp } from '../app.ts';
import { givenCard } from '../factories.ts';
import { givenConnection, knowSample, SAMPLE_SECRETS } from '../processors/given-connection.ts';
import { sampleProcessor } from '../processors/sample/sample.ts';
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
  // Another programme cannot name their secrets.
  'add-connection': byTwo(
    { name: 'Second', processor: 'sample', apiVersion: '2026-11-01', asksKey: 'ASKS2', eventsKey: 'EVENTS2' },
    'input_invalid',
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
