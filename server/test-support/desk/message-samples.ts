import { withChannelOff } from '../messages.ts';
import type { TestApp } from '../app.ts';
import { givenBrand, givenTenant } from '../factories.ts';
import type { DeskSample, Sample } from './desk-sample.ts';

/** An activation code that was given up because texts were off. */
async function givenUnsent(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  await withChannelOff(test.ctx, brand, { code: '824193', to: '+61400000999' });
  const sql = 'SELECT dead_at, last_error, attempts FROM outbox_message WHERE tenant_id = $1';
  return {
    tenantId: brand.tenantId,
    input: { channel: 'sms' },
    state: async () => JSON.stringify(await test.ctx.asOwner(sql, [brand.tenantId])),
    marked: ['824193', '+61400000999'],
  };
}

export const MESSAGE_SAMPLES: Readonly<Record<string, Sample>> = {
  outbox: {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: async (test) => ({ ...(await givenUnsent(test)), input: {} }),
  },
  'dead-messages': {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: async (test) => ({ ...(await givenUnsent(test)), input: {} }),
  },
  'resend-messages': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'nothing_to_do',
    given: givenUnsent,
  },
};
