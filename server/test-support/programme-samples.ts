import type { TestApp } from './app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenTenant } from './factories.ts';

/** Settings of the environment that the samples name. */
export const SAMPLE_SECRETS = { WATTLE_SECRET_ONE: '6b'.repeat(32), WATTLE_SECRET_TWO: '6c'.repeat(32) };

/** A programme with a mail sender of its own, and the input of a command. */
async function givenIdentity({ ctx }: TestApp, input: DeskSample['input']): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(ctx);
  await ctx.asOwner(
    `INSERT INTO programme_identity (tenant_id, part, settings, set_at)
     VALUES ($1, 'mail', '{"from": "post@own.example"}', '2026-11-20')`,
    [tenantId],
  );
  const sql = 'SELECT part, settings FROM programme_identity WHERE tenant_id = $1 ORDER BY part';
  return {
    tenantId,
    input,
    state: async () => JSON.stringify(await ctx.asOwner(sql, [tenantId])),
    marked: [],
  };
}

const setting = (input: DeskSample['input']): Sample => ({
  roles: ['manager'],
  needsApproval: true,
  elsewhere: 'own request',
  given: (test) => givenIdentity(test, input),
});

export const PROGRAMME_SAMPLES: Readonly<Record<string, Sample>> = {
  identity: {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: (test) => givenIdentity(test, {}),
  },
  'set-bank-identity': setting({
    institution: 'ABC',
    userName: 'OWN CARDS',
    userId: '123456',
    bsb: '062-000',
    account: '12345678',
    tracesPayer: true,
  }),
  'set-mail-sender': setting({ from: 'cards@own.example' }),
  'set-sms-account': setting({ url: 'https://sms.example/messages', key: 'WATTLE_SECRET_ONE' }),
  'set-gateway-account': setting({
    url: 'https://pay.example/v1',
    apiKey: 'WATTLE_SECRET_ONE',
    noticeKey: 'WATTLE_SECRET_TWO',
    pageOrigin: 'https://page.example',
  }),
  'drop-identity': {
    roles: ['manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: (test) => givenIdentity(test, { part: 'mail' }),
  },
};
