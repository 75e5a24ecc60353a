import { afterAll, beforeAll, describe } from 'vitest';
import { givenContext, type TestContext } from '../../../../test-support/processes/database.ts';
import { givenAccount } from '../../../../test-support/factories.ts';
import { type Driver, testEveryCell } from '../../../../test-support/state-matrix.ts';
import { KYC_CASE, KYC_STATES, type KycEvent, type KycState } from './kyc-case.states.domain.ts';
import { settleEvent } from './kyc-case.ts';
import { insertCase, lockCase } from './kyc-case.store.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await givenContext();
});
afterAll(() => ctx.close());

/** Settles an event on a case in a state, as the result of the service and the desk do. */
const settled =
  (event: KycEvent, by: 'service' | 'staff'): Driver<KycState> =>
  async (state) => {
    const account = await givenAccount(ctx);
    const { tenantId, id: brandId } = account.brand;
    const { id } = await ctx.database.transact(tenantId, (tx) =>
      insertCase(tx, ctx.secrets, {
        tenantId,
        brandId,
        memberAccountId: account.id,
        holderId: account.holder.id,
        rule: 'default',
        reference: 'reference',
        userToken: '0'.repeat(40),
        hashes: { person: Buffer.alloc(32), details: Buffer.alloc(32) },
        typedName: null,
        nowMs: ctx.clocks.business.now(),
      }),
    );
    await ctx.asOwner('UPDATE kyc_case SET state = $2 WHERE id = $1', [id, state]);
    const cause = { ctx, tenantId, by, actor: 'system', requestId: 'test', event, outcome: null, rule: 'default' };
    await ctx.database.transact(tenantId, async (tx) => {
      const found = await lockCase(tx, tenantId, id);
      if (found) await settleEvent(tx, found, cause);
    });
    const [row] = await ctx.asOwner<{ state: KycState }>('SELECT state FROM kyc_case WHERE id = $1', [id]);
    const lines = await ctx.asOwner<{ outcome: string }>('SELECT outcome FROM audit_log WHERE object = $1', [
      `kyc:${id}`,
    ]);
    return { answer: lines[0]?.outcome ?? 'ok', after: row?.state ?? state, lines: lines.length };
  };

describe('a case of verification', () => {
  testEveryCell(KYC_CASE, KYC_STATES, {
    verify: { service: settled('verify', 'service'), staff: settled('verify', 'staff') },
    leavePending: { service: settled('leavePending', 'service') },
    fail: { service: settled('fail', 'service') },
    lockOut: { service: settled('lockOut', 'service') },
    passByHand: { service: settled('passByHand', 'service'), staff: settled('passByHand', 'staff') },
  });
});
