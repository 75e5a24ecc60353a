import { afterAll, beforeAll } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenLocked } from '../../../../test-support/desk/desk-samples.ts';
import { givenBrand } from '../../../../test-support/factories.ts';
import { type Driver, testEveryCell } from '../../../../test-support/state-matrix.ts';
import { DESK_REQUEST, DESK_REQUEST_STATES, type DeskRequestState } from './desk-request.states.domain.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** Puts a request into a state, decided by a third member of staff where it was decided. */
const INTO = `
UPDATE desk_request
SET state = $2::text,
    decided_by = CASE WHEN $2 IN ('Requested', 'Expired') THEN NULL ELSE $3::bigint END,
    decided_at = CASE WHEN $2 IN ('Requested', 'Expired') THEN NULL ELSE asked_at END,
    ended_at = CASE WHEN $2 IN ('Requested', 'Approved') THEN NULL ELSE asked_at END,
    outcome = CASE WHEN $2 IN ('Done', 'Failed') THEN '{"ok": true, "rows": []}'::jsonb END
WHERE id = $1`;

const driver =
  (command: 'approve' | 'refuse', by: 'asker' | 'decider' | 'other'): Driver<DeskRequestState> =>
  async (state) => {
    const { ctx } = test;
    const locked = await givenLocked(test, await givenBrand(ctx));
    const asker = await givenStaff(ctx, locked.tenantId);
    const third = await givenStaff(ctx, locked.tenantId);
    const asked = await give(test, asker, 'unlock', { input: locked.input, reason: 'called us' });
    const request = asked.body.request?.id ?? '';
    await ctx.asOwner(INTO, [request, state, third.id]);
    const role = by === 'other' ? 'agent' : 'manager';
    const member = by === 'asker' ? asker : await givenStaff(ctx, locked.tenantId, { role });
    const before = (await auditOfStaff(ctx, member)).length;
    const { status, body } = await give(test, member, command, { input: { request } });
    const [row] = await ctx.asOwner<{ state: DeskRequestState }>('SELECT state FROM desk_request WHERE id = $1', [
      request,
    ]);
    const lines = (await auditOfStaff(ctx, member)).slice(before);
    // An approved request is carried out straight away.
    const wasCarriedOut = command === 'approve' && state === 'Requested' && row?.state === 'Done';
    return {
      answer: status === 200 ? 'ok' : (body.error ?? ''),
      after: wasCarriedOut ? 'Approved' : (row?.state ?? state),
      lines: lines.filter((line) => line.startsWith(`desk.${command} `)).length,
    };
  };

testEveryCell(DESK_REQUEST, DESK_REQUEST_STATES, {
  approve: {
    asker: driver('approve', 'asker'),
    decider: driver('approve', 'decider'),
    other: driver('approve', 'other'),
  },
  refuse: {
    asker: driver('refuse', 'asker'),
    decider: driver('refuse', 'decider'),
    other: driver('refuse', 'other'),
  },
});
