import { noteEvents } from '../../src/features/webhook-events/public.ts';
import type { TestApp } from '../app.ts';
import { givenTenant } from '../factories.ts';
import { givenEndpoint, spreadAll } from '../webhooks/given-endpoint.ts';
import type { DeskSample, Sample } from './desk-sample.ts';

/** A programme with an endpoint that has been sent a payment. `{event}` in an input is its id. */
async function givenWebhook({ ctx }: TestApp, input: DeskSample['input']): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(ctx);
  const { id, secret } = await givenEndpoint(ctx, tenantId, { events: ['payment.created'] });
  const data = { account: 'account:1', method: 'bpay', amount: 12_050, state: 'Made' };
  await ctx.database.transact(tenantId, async (tx) =>
    noteEvents(tx, tenantId, [{ type: 'payment.created', object: 'payment:7', data }]),
  );
  const [event] = await spreadAll(ctx, tenantId);
  await ctx.asOwner("UPDATE webhook_delivery SET state = 'done', attempts = 1 WHERE endpoint_id = $1", [id]);
  await ctx.asOwner(
    `INSERT INTO webhook_attempt (tenant_id, endpoint_id, event_id, attempt, at, status, ms)
     VALUES ($1, $2, $3, 1, '2026-11-20', 204, 31)`,
    [tenantId, id, event?.id],
  );
  const sql = `
    SELECT e.name, e.url, e.events, e.state, e.secret_set_at, e.former_until, e.secret_cipher,
           (SELECT count(*) FROM webhook_event v WHERE v.tenant_id = $1) AS events_noted,
           ARRAY(SELECT d.state FROM webhook_delivery d WHERE d.endpoint_id = e.id ORDER BY d.event_id) AS deliveries
      FROM webhook_endpoint e WHERE tenant_id = $1 ORDER BY id`;
  return {
    tenantId,
    input: { ...input, ...(input['event'] === '{event}' && { event: `evt_${event?.id}` }) },
    state: async () => JSON.stringify(await ctx.asOwner(sql, [tenantId])),
    marked: [secret, secret.slice('whsec_'.length)],
  };
}

const looking = (input: DeskSample['input'], elsewhere: Sample['elsewhere'] = 'not_found'): Sample => ({
  roles: ['viewer', 'agent', 'manager'],
  needsApproval: false,
  elsewhere,
  given: (test) => givenWebhook(test, input),
});

const acting = (input: DeskSample['input']): Sample => ({
  roles: ['agent', 'manager'],
  needsApproval: false,
  elsewhere: 'not_found',
  given: (test) => givenWebhook(test, input),
});

const byTwo = (input: DeskSample['input'], elsewhere: Sample['elsewhere'] = 'not_found'): Sample => ({
  roles: ['manager'],
  needsApproval: true,
  elsewhere,
  given: (test) => givenWebhook(test, input),
});

export const WEBHOOK_SAMPLES: Readonly<Record<string, Sample>> = {
  webhooks: looking({}, 'no rows'),
  'webhook-events': looking({ endpoint: 'Ledger', state: 'done' }),
  'webhook-attempts': looking({ endpoint: 'Ledger', event: '{event}' }),
  'add-webhook': byTwo(
    { name: 'Second', url: 'https://hooks.example.com/second', events: 'card.*, payment.created' },
    'own request',
  ),
  'change-webhook': byTwo({ endpoint: 'Ledger', url: 'https://hooks.example.com/next', events: 'all' }),
  'switch-webhook': byTwo({ endpoint: 'Ledger', state: 'off' }),
  'rotate-webhook-secret': byTwo({ endpoint: 'Ledger', hours: '48' }),
  'replay-webhook': acting({ endpoint: 'Ledger', event: '{event}' }),
  'replay-webhooks': acting({
    endpoint: 'Ledger',
    from: '2026-11-01T00:00:00Z',
    to: '2026-12-31T00:00:00Z',
  }),
  'test-webhook': acting({ endpoint: 'Ledger' }),
};
