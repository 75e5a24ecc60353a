import { randomUUID } from 'node:crypto';
import { afterAll, describe } from 'vitest';
import { AGREED, setUp } from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { type Driver, testEveryCell } from '../../../../test-support/state-matrix.ts';
import type { AgreementState as AtBank } from '../../../outside/npp/agreements/port.ts';
import { AGREEMENT, AGREEMENT_STATES, type AgreementState } from './agreement.states.domain.ts';
import { applyState, lockForState } from './apply-state.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer } = bank;
afterAll(() => bank.close());

/** An agreement in a state, of which the bank then says another one. */
const says =
  (state: AtBank): Driver<AgreementState> =>
  async (from) => {
    const user = await givenPayer();
    const { account } = user.card;
    await setUp(test, user, AGREED);
    const [row] = await test.ctx.asOwner<{ id: string }>(
      `INSERT INTO pay_to_agreement (tenant_id, reference, auto_topup_id, member_account_id, name, bsb, account_number,
                                     maximum, fee_due, state, paused_by, bank_id, made_at, respond_by, look_at)
       SELECT tenant_id, $2, id, $1, 'Amelia Chen', '000111', '92000001', 30000, 0, $3,
              CASE WHEN $3 = 'Paused' THEN 'payer' END, 'given', now(), now(), now()
         FROM auto_topup WHERE member_account_id = $1 RETURNING id::text`,
      [account.id, randomUUID(), from],
    );
    const id = BigInt(row?.id ?? 0);
    await test.ctx.database.transact(tenantId, async (tx) => {
      const locked = await lockForState(tx, tenantId, id);
      if (!locked) throw new Error('it was inserted');
      applyState(tx, test.ctx, tenantId, locked, { bankId: 'given', state });
    });
    const [now] = await test.ctx.asOwner<{ state: AgreementState }>(
      'SELECT state FROM pay_to_agreement WHERE id = $1',
      [row?.id],
    );
    const lines = await test.ctx.asOwner(
      "SELECT FROM audit_log WHERE object = $1 AND action LIKE 'autoTopup.agreement%'",
      [`account:${account.id}`],
    );
    return { answer: 'ok', after: now?.state ?? from, lines: lines.length };
  };

describe('an agreement by what the bank says of it', () => {
  testEveryCell(AGREEMENT, AGREEMENT_STATES, {
    take: { bank: says({ is: 'pending' }) },
    activate: { bank: says({ is: 'active' }) },
    pause: { bank: says({ is: 'paused', by: 'scheme' }) },
    decline: { bank: says({ is: 'declined' }) },
    lapse: { bank: says({ is: 'expired' }) },
    fail: { bank: says({ is: 'failed' }) },
    cancel: { bank: says({ is: 'cancelled' }) },
  });
});
