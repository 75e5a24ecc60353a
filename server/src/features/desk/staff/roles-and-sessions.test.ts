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

describe('the last day of a member', () => {
  const limit = async (name: string, until: string | undefined, [asker, approver] = [kate, omar]) => {
    const input = { name, ...(until !== undefined && { until }) };
    const asked = await give(test, asker, 'limit-staff', { input, reason: 'Audit of the year' });
    if (asked.body.error) return asked.body.error;
    const { body } = await give(test, approver, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    return body.error ?? body.done?.words;
  };
  const signIn = (name: string) =>
    test.app.inject({
      method: 'POST',
      url: '/desk/sign-in',
      payload: { tenant: tenantId, name, password: 'Correct-Horse-2026' },
    });
  /** Midnight in Melbourne (UTC+11) after 1 December 2026, from the clock's present. */
  const untilMidnight = () => Date.parse('2026-12-01T13:00:00Z') - test.ctx.clocks.security.now();

  it('ends their session and sign-in with that day, and a later one lets them in again', async () => {
    const auditor = await givenStaff(test.ctx, tenantId, { role: 'viewer', password: 'Correct-Horse-2026' });
    test.ctx.advance(untilMidnight() - 60_000);
    [kate, omar] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const { token } = (await signIn(auditor.name)).json<{ token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    expect(await limit(auditor.name, '2026-12-01')).toMatch(/ has access until 1 Dec(ember)? 2026\.$/);
    const here = { ...auditor, headers };
    const rows = (await give(test, here, 'staff')).body.rows ?? [];
    expect(rows.find(({ isYou }) => isYou)).toMatchObject({ until: '2026-12-01', status: 'active' });
    // A session that begins on the last day ends with it, not after 8 hours.
    const late = (await signIn(auditor.name)).json<{ token: string; endsAt: string }>();
    expect(late.endsAt).toBe('2026-12-01T13:00:00.000Z');
    test.ctx.advance(untilMidnight() - 1);
    expect((await give(test, here, 'staff')).status).toBe(200);
    test.ctx.advance(1);
    for (const bearer of [token, late.token])
      expect((await give(test, { ...auditor, headers: { authorization: `Bearer ${bearer}` } }, 'staff')).status).toBe(
        401,
      );
    expect((await signIn(auditor.name)).json()).toMatchObject({ error: 'sign_in_failed' });
    const listed = (await give(test, kate, 'staff')).body.rows?.find((row) => row['name'] === auditor.name);
    expect(listed).toMatchObject({ status: 'ended', until: '2026-12-01' });
    expect(await limit(auditor.name, undefined)).toMatch(/ has access without an end\.$/);
    expect((await signIn(auditor.name)).statusCode).toBe(200);
  });

  it('is neither past nor the member’s own to set, and two managers stay without one', async () => {
    const third = await givenStaff(test.ctx, tenantId);
    expect(await limit(third.name, '2020-01-01')).toBe('input_invalid');
    expect(await limit(third.name, undefined)).toBe('nothing_to_do');
    expect(await limit(kate.name, '2099-12-31')).toBe('not_permitted');
    expect(await limit(omar.name, '2099-12-31')).toBe('not_permitted');
    expect(await limit(third.name, '2099-12-31')).toMatch(/ until 31 Dec(ember)? 2099\.$/);
    expect(await limit(omar.name, '2099-12-31', [kate, third])).toBe('managers_needed');
    // A manager with a last day is not one of the two.
    expect(await change(third.name, 'viewer', [kate, omar])).toMatch(/ is a viewer now\.$/);
    expect(await change(omar.name, 'viewer', [kate, omar])).toBe('managers_needed');
    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id, { role: 'agent' });
    expect(await limit(stranger.name, '2099-12-31')).toBe('not_found');
  });

  it('may be given with the invitation', async () => {
    const input = { name: 'auditor', fullName: 'Ann Auditor', role: 'viewer', until: '2020-01-01' };
    const ask = (until: string) =>
      give(test, kate, 'add-staff', { input: { ...input, until }, reason: 'Audit of the year' });
    expect((await ask('2020-01-01')).body).toMatchObject({ error: 'input_invalid', field: 'until' });
    const { body } = await ask('2099-12-31');
    await give(test, omar, 'approve', { input: { request: body.request?.id ?? '' } });
    const rows = (await give(test, kate, 'staff')).body.rows ?? [];
    expect(rows.find(({ name }) => name === 'auditor')).toMatchObject({
      until: '2099-12-31',
      status: 'no password yet',
    });
  });
});
