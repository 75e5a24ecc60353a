import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenStaff } from './desk.ts';
import { givenTenant } from '../factories.ts';

/** A programme with an agent, who is signed in. */
async function givenAgent(test: TestApp) {
  const { id: tenantId } = await givenTenant(test.ctx);
  const agent = await givenStaff(test.ctx, tenantId, { role: 'agent', name: 'riser' });
  const state = async () =>
    JSON.stringify(
      await test.ctx.asOwner(
        `SELECT m.role, m.access_ends_at, s.revoked_at FROM staff m JOIN staff_session s ON s.tenant_id = m.tenant_id AND s.staff_id = m.id
          WHERE m.id = $1`,
        [agent.id],
      ),
    );
  return { tenantId, agent, state };
}

async function given(test: TestApp, input: (session: string) => DeskSample['input']): Promise<DeskSample> {
  const { tenantId, agent, state } = await givenAgent(test);
  return { tenantId, input: input(agent.sessionId), state, marked: [] };
}

/** Samples of the roles and sessions of staff. */
export const STAFF_SAMPLES: Readonly<Record<string, Sample>> = {
  'staff-sessions': {
    roles: ['manager'],
    needsApproval: false,
    elsewhere: 'own rows',
    given: async ({ ctx }) => ({
      tenantId: (await givenTenant(ctx)).id,
      input: {},
      state: async () => '',
      marked: [],
    }),
  },
  'end-staff-session': {
    roles: ['manager'],
    needsApproval: false,
    elsewhere: 'not_found',
    given: (test) => given(test, (session) => ({ session })),
  },
  'limit-staff': {
    roles: ['manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: (test) => given(test, () => ({ name: 'riser', until: '2099-12-31' })),
  },
  'change-role': {
    roles: ['manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: (test) => given(test, () => ({ name: 'riser', role: 'viewer' })),
  },
};
