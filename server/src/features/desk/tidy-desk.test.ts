import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { tidyDesk } from './due.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const count = async (table: string) => {
  const [row] = await test.ctx.asOwner<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`);
  return row?.rows;
};

describe('housekeeping of the desk', () => {
  it('ends requests after 24 hours, and says so in the audit log', async () => {
    const { id } = await givenTenant(test.ctx);
    const asker = await givenStaff(test.ctx, id);
    const input = { name: 'friend', fullName: 'A Friend', role: 'agent' };
    const { body } = await give(test, asker, 'add-staff', { input, reason: 'because' });
    const lines = () =>
      test.ctx.asOwner(`SELECT actor, object FROM audit_log WHERE tenant_id = $1 AND action = 'desk.request_expired'`, [
        id,
      ]);
    test.ctx.advance(DAY - 1);
    await sweep(test.ctx, tidyDesk);
    expect(await lines()).toEqual([]);
    test.ctx.advance(1);
    await sweep(test.ctx, tidyDesk);
    await sweep(test.ctx, tidyDesk);
    expect(await lines()).toEqual([{ actor: 'system', object: `desk_request:${body.request?.id}` }]);
  });

  it('deletes sessions a day after their end', async () => {
    await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
    test.ctx.advance(8 * HOUR + DAY);
    await sweep(test.ctx, tidyDesk);
    expect(await count('staff_session')).toBe(1);
    test.ctx.advance(1);
    await sweep(test.ctx, tidyDesk);
    expect(await count('staff_session')).toBe(0);
  });

  it('deletes counts of failed sign-ins after a month of quiet', async () => {
    const { id } = await givenTenant(test.ctx);
    const payload = { tenant: id, name: 'nobody', password: 'not it' };
    expect((await test.app.inject({ method: 'POST', url: '/desk/sign-in', payload })).statusCode).toBe(400);
    test.ctx.advance(31 * DAY);
    await sweep(test.ctx, tidyDesk);
    expect(await count('staff_guard')).toBe(1);
    test.ctx.advance(1);
    await sweep(test.ctx, tidyDesk);
    expect(await count('staff_guard')).toBe(0);
  });
});
