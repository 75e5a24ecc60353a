import { randomBytes } from 'node:crypto';
import { addEndpoint, findEndpoint } from '../../src/features/webhooks/endpoint.store.ts';
import { spreadWebhooks } from '../../src/features/webhooks/spread.due.ts';
import type { EventType } from '../../src/features/webhook-events/public.ts';
import { sweep } from '../due-work.ts';
import type { TestContext } from '../processes/database.ts';

export type TestEndpoint = { readonly id: bigint; readonly name: string; readonly secret: string };

/** An endpoint that is on. */
export async function givenEndpoint(
  ctx: TestContext,
  tenantId: number,
  {
    name = 'Ledger',
    url = 'https://hooks.example.com/wattle',
    events,
  }: {
    readonly name?: string;
    readonly url?: string;
    readonly events: readonly EventType[];
  },
): Promise<TestEndpoint> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return ctx.database.transact(tenantId, async (tx) => {
    const given = { tenantId, name, url, events, secret, securityMs: ctx.clocks.security.now() };
    await addEndpoint(tx, ctx.secrets, given, { atMs: ctx.clocks.business.now(), by: 'Test' });
    const endpoint = await findEndpoint(tx, tenantId, name);
    if (!endpoint) throw new Error('an endpoint was added');
    return { id: endpoint.id, name, secret };
  });
}

export type SpreadEvent = {
  readonly id: bigint;
  readonly type: EventType;
  readonly object: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly atMs: number;
};

/** Takes up what happened, and reads it, in its order. */
export async function spreadAll(ctx: TestContext, tenantId: number): Promise<SpreadEvent[]> {
  await sweep(ctx, spreadWebhooks);
  const rows = await ctx.asOwner<Omit<SpreadEvent, 'id' | 'atMs'> & { id: string; at: Date }>(
    'SELECT id::text, type, object, data, at FROM webhook_event WHERE tenant_id = $1 ORDER BY webhook_event.id',
    [tenantId],
  );
  return rows.map(({ id, at, ...same }) => ({ ...same, id: BigInt(id), atMs: at.getTime() }));
}
