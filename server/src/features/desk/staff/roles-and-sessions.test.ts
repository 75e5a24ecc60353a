import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';

let test: TestApp;
let tenantId: number;
let kate: TestStaff;
let omar: TestStaff;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  tenantId = (await givenTenant(test.ctx)).id;
  [kate, omar] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
});
afterAll(() => test.close());

const roleOf = async (name: string) =>
  (await give(test, kate, 'staff')).body.rows?.find((row) => row['name'] === name)?.['role'];

async function change(name: string, role: string, [asker, approver]: readonly [TestStaff, TestStaff]) {
  const asked = await give(test, asker, 'change-role', { input: { name, role }, reason: 'New duties' });
  if (asked.body.error) return asked.body.error;
  const { body } = await give(test, approver, 'approve', { input: { request: asked.body.request?.id ?? '' } });
  return body.error ?? body.done?.words;
}

describe('the role of a member', () => {
  it('is changed by two people, and counts from the next call on', async () => {
    const agent = await givenStaff(test.ctx, tenantId, { role: 'agent' });
    expect((await give(test, agent, 'staff-sessions')).status).toBe(403);
    expect(await change(agent.name, 'manager', [kate, omar])).toMatch(/^Member \d+ is a manager now\.$/);
    expect([await roleOf(agent.name), (await give(test, agent, 'staff-sessions')).status]).toEqual(['manager', 200]);
    expect(await change(agent.name, 'viewer', [kate, omar])).toMatch(/ is a viewer now\.$/);
    expect((await give(test, agent, 'add-note', { input: { person: 'holder:1', text: 'x' } })).status).toBe(403);
  });

  it('is neither asked for nor approved by the member', async () => {
    const third = await givenStaff(test.ctx, tenantId);
    expect(await change(kate.name, 'agent', [kate, omar])).toBe('not_permitted');
    expect(await change(omar.name, 'agent', [kate, omar])).toBe('not_permitted');
    expect(await roleOf(omar.name)).toBe('manager');
    expect(await change(omar.name, 'agent', [kate, third])).toMatch(/ is an agent now\.$/);
  });

  it('stays manager of the last two, whatever was asked for before', async () => {
    expect(await change(omar.name, 'agent', [kate, omar])).toBe('managers_needed');
    const third = await givenStaff(test.ctx, tenantId);
    const asked = await give(test, kate, 'change-role', {
      input: { name: third.name, role: 'agent' },
      reason: 'Leaves',
    });
    await give(test, kate, 'end-staff', { input: { name: omar.name } });
    const fourth = await givenStaff(test.ctx, tenantId);
    await give(test, kate, 'end-staff', { input: { name: fourth.name } });
    const left = await give(test, third, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    expect(left.body.error).toBe('managers_needed');
  });

  it('that is the same, or of another programme, is refused', async () => {
    expect(await change(kate.name, 'manager', [omar, kate])).toBe('nothing_to_do');
    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id, { role: 'agent' });
    expect(await change(stranger.name, 'viewer', [kate, omar])).toBe('not_found');
  });
});

describe('sessions of staff', () => {
  it('are those that are live, and one of them is ended by a manager', async () => {
    const agent = await givenStaff(test.ctx, tenantId, { role: 'agent' });
    const rows = (await give(test, kate, 'staff-sessions')).body.rows ?? [];
    expect(rows.map(({ name }) => name).toSorted()).toEqual([agent.name, kate.name, omar.name].toSorted());
    expect(rows.filter(({ isYours }) => isYours)).toMatchObject([{ name: kate.name, session: kate.sessionId }]);
    const ended = await give(test, kate, 'end-staff-session', { input: { session: agent.sessionId } });
    expect(ended.body.done?.words).toMatch(/^A session of Member \d+ is ended\.$/);
    expect((await give(test, agent, 'staff')).status).toBe(401);
    const again = await give(test, kate, 'end-staff-session', { input: { session: agent.sessionId } });
    expect(again.body).toMatchObject({ error: 'not_found', field: 'session' });
  });

  it('that no one used for the idle time are not listed', async () => {
    test.ctx.advance(14 * 60_000);
    await give(test, kate, 'staff');
    test.ctx.advance(2 * 60_000);
    expect((await give(test, kate, 'staff-sessions')).body.rows).toMatchObject([{ name: kate.name }]);
  });

  it('of another programme are not there', async () => {
    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
    const ended = await give(test, stranger, 'end-staff-session', { input: { session: kate.sessionId } });
    expect([ended.status, (await give(test, kate, 'staff')).status]).toEqual([404, 200]);
  });
});

it('a member is listed with role, second factors, and who is here', async () => {
  await test.ctx.asOwner(
    `INSERT INTO staff_passkey (id, tenant_id, staff_id, credential_id, rp_id, public_key, counter, name, added_at)
     VALUES (gen_random_uuid(), $1, $2, 'x', 'localhost', 'x', 0, 'Laptop', now())`,
    [tenantId, omar.id],
  );
  const rows = (await give(test, kate, 'staff')).body.rows ?? [];
  expect(rows.map(({ name, factors, isYou, sessions }) => [name, factors, isYou, sessions])).toEqual(
    [
      [kate.name, '', true, 1],
      [omar.name, 'passkey', false, 1],
    ].toSorted(([one], [other]) => String(one).localeCompare(String(other))),
  );
});
