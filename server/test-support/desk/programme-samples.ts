import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenBrand, givenTenant } from '../factories.ts';
import { STAFF_SAMPLES } from './staff-samples.ts';

/** Puts secrets of a programme into the environment that this server read. */
export function giveSecrets(
  { config }: Pick<TestApp['ctx'], 'config'>,
  tenantId: number,
  secrets: Readonly<Record<string, string>>,
): void {
  const known = config.namedSecrets as Map<string, string>;
  for (const [name, secret] of Object.entries(secrets)) known.set(`WATTLE_SECRET_${tenantId}_${name}`, secret);
}

/** A programme with its own mail sender, and the input of a command. */
async function givenIdentity({ ctx }: TestApp, input: DeskSample['input']): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(ctx);
  giveSecrets(ctx, tenantId, { ONE: '6b'.repeat(32), TWO: '6c'.repeat(32) });
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

const setting = (input: DeskSample['input'], elsewhere: Sample['elsewhere'] = 'own request'): Sample => ({
  roles: ['manager'],
  needsApproval: true,
  elsewhere,
  given: (test) => givenIdentity(test, input),
});

export const PROGRAMME_SAMPLES: Readonly<Record<string, Sample>> = {
  ...STAFF_SAMPLES,
  holidays: {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'own figures',
    given: async ({ ctx }) => ({
      tenantId: (await givenTenant(ctx)).id,
      input: { year: '2026' },
      state: async () => '',
      marked: [],
    }),
  },
  'support-hours': {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: async ({ ctx }) => ({
      tenantId: (await givenBrand(ctx)).tenantId,
      input: {},
      state: async () => '',
      marked: [],
    }),
  },
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
  // Another programme cannot name their secrets.
  'set-sms-account': setting({ url: 'https://sms.example/messages', key: 'ONE' }, 'input_invalid'),
  'set-twilio-account': setting(
    {
      accountSid: `AC${'0'.repeat(32)}`,
      keySid: `SK${'0'.repeat(32)}`,
      key: 'ONE',
      accountKey: 'TWO',
      from: 'OWN CARDS',
    },
    'input_invalid',
  ),
  'set-messagemedia-account': setting({ user: 'ONE', key: 'TWO', proofKey: 'ONE' }, 'input_invalid'),
  'set-gateway-account': setting(
    {
      provider: 'hostedPage',
      url: 'https://pay.example/v1',
      apiKey: 'ONE',
      noticeKey: 'TWO',
      pageOrigin: 'https://page.example',
    },
    'input_invalid',
  ),
  'drop-identity': {
    roles: ['manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: (test) => givenIdentity(test, { part: 'mail' }),
  },
};
