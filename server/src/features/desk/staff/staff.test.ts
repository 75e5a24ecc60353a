import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { addFirstStaff } from './add-first-staff.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'Correct-Horse-2026';
const ANOTHER = 'Battery-Staple-2027';

let test: TestApp;
let tenantId: number;
let asker: TestStaff;
let manager: TestStaff;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
beforeEach(async () => {
  tenantId = (await givenTenant(test.ctx)).id;
  [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
});
afterAll(() => test.close());

async function post(path: string, body: object): Promise<string> {
  const response = await test.app.inject({ method: 'POST', url: `/desk/${path}`, payload: body });
  return response.json<{ error?: string }>().error ?? 'ok';
}
const signIn = (name: string, password = PASSWORD) => post('sign-in', { tenant: tenantId, name, password });
const setPassword = (name: string, proof: string, newPassword = PASSWORD) =>
  post('password', { tenant: tenantId, name, proof, newPassword });

/** Asked for by one manager and approved by the other: the halves of the set-up code that the two are shown. */
async function halvesOf(command: 'add-staff' | 'renew-staff', input: Readonly<Record<string, string>>) {
  const { body } = await give(test, asker, command, { input, reason: 'agreed on the phone' });
  const request = { input: { request: body.request?.id ?? '' } };
  const answer = await give(test, manager, 'approve', request);
  expect(answer.status).toBe(200);
  const shown = async (by: TestStaff) => (await give(test, by, 'request-outcome', request)).body.rows?.[0] ?? {};
  const { firstHalfOfCode: first, ...own } = await shown(asker);
  const second = answer.body.rows?.[0]?.['secondHalfOfCode'];
  return { first: String(first), second: String(second), own, ofApprover: await shown(manager), request };
}
async function approved(command: 'add-staff' | 'renew-staff', input: Readonly<Record<string, string>>) {
  const { first, second } = await halvesOf(command, input);
  return `${first}-${second}`;
}
const added = (name = 'newcomer', role = 'agent') => approved('add-staff', { name, fullName: 'New Comer', role });

describe('a new member of staff', () => {
  it('sets a password by the set-up code, in any case and without its hyphens, and signs in', async () => {
    const code = await added();
    expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await signIn('newcomer')).toBe('sign_in_failed');
    expect(await setPassword('newcomer', code.toUpperCase().replaceAll('-', ''))).toBe('ok');
    expect(await signIn('newcomer')).toBe('ok');
  });

  it.each(['add-staff', 'renew-staff'] as const)(
    'is let in by %s with both halves alone: who asked reads one, who approved another',
    async (command) => {
      if (command === 'renew-staff') await added();
      const input = { name: 'newcomer', ...(command === 'add-staff' && { fullName: 'New Comer', role: 'agent' }) };
      const { first, second, own, ofApprover } = await halvesOf(command, input);
      for (const half of [first, second]) expect(half).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
      // Each reads only their own half.
      expect(ofApprover).toEqual(own);
      expect(Object.keys(own)).toEqual(command === 'add-staff' ? ['name', 'role', 'until'] : ['name', 'until']);
      for (const half of [second, first, `${second}-${first}`])
        expect(await setPassword('newcomer', half)).toBe('sign_in_failed');
      expect(await setPassword('newcomer', `${first}-${second}`)).toBe('ok');
    },
  );

  it('is named with both people who added them to whoever approves what they ask for', async () => {
    await added();
    const [row] = await test.ctx.asOwner<{ id: bigint }>(
      `SELECT id FROM staff WHERE name = 'newcomer' AND tenant_id = $1`,
      [tenantId],
    );
    const { request } = await halvesOf('add-staff', { name: 'another', fullName: 'An Other', role: 'agent' });
    const listed = async () => (await give(test, manager, 'requests', request)).body.rows?.[0];
    expect(await listed()).toMatchObject({ askerAddedBy: '', askerAddedAt: '' });
    await test.ctx.asOwner('UPDATE desk_request SET asked_by = $2 WHERE id = $1', [request.input.request, row?.id]);
    const members = await give(test, manager, 'staff');
    const nameOf = ({ name }: TestStaff) =>
      String(members.body.rows?.find((member) => member['name'] === name)?.['fullName']);
    expect(await listed()).toMatchObject({
      askedByName: 'New Comer',
      askerAddedBy: `${nameOf(asker)}, ${nameOf(manager)}`,
      askerAddedAt: expect.stringMatching(/^2026-11-20T/),
    });
  });

  it('uses the code once, within 72 hours, and for a password alone', async () => {
    const code = await added();
    expect(await signIn('newcomer', code)).toBe('sign_in_failed');
    expect(await setPassword('newcomer', code)).toBe('ok');
    expect(await setPassword('newcomer', code, ANOTHER)).toBe('sign_in_failed');
    const late = await added('latecomer');
    test.ctx.advance(72 * HOUR_MS);
    expect(await setPassword('latecomer', late)).toBe('sign_in_failed');
  });

  it('has a code that nobody else can use', async () => {
    const code = await added();
    await added('another');
    expect(await setPassword('another', code)).toBe('sign_in_failed');
  });

  it('is locked out by 5 wrong codes', async () => {
    const code = await added();
    for (let failure = 1; failure < 5; failure += 1) {
      expect(await setPassword('newcomer', 'aaaa-bbbb-cccc-dddd')).toBe('sign_in_failed');
    }
    expect(await setPassword('newcomer', 'aaaa-bbbb-cccc-dddd')).toBe('sign_in_locked');
    expect(await setPassword('newcomer', code)).toBe('sign_in_locked');
  });

  it.each([
    ['Short-2026', '12 characters or fewer'],
    ['correct-horse-2026', 'no capital'],
    ['CORRECT-HORSE-2026', 'no small letter'],
    ['Correct-Horse-Battery', 'no digit'],
    ['My-Newcomer-2026', 'the name in it'],
  ])('is refused the password %s, which has %s', async (password) => {
    expect(await setPassword('newcomer', await added(), password)).toBe('password_weak');
  });

  it('has a name that nobody of the programme has or had', async () => {
    const taken = { input: { name: asker.name, fullName: 'Some Body', role: 'agent' }, reason: 'because' };
    expect((await give(test, manager, 'add-staff', taken)).body).toMatchObject({ error: 'name_taken', field: 'name' });
  });

  it('leaves no trace of the code but a keyed hash', async () => {
    const code = await added();
    const kept = await test.ctx.asOwner<{ row: string }>(
      'SELECT r::text AS row FROM desk_request r UNION ALL SELECT l::text FROM audit_log l UNION ALL SELECT s::text FROM staff s',
    );
    expect(kept.filter(({ row }) => row.includes(code) || row.includes(code.replaceAll('-', '')))).toEqual([]);
  });
});

describe('a member of staff', () => {
  const givenMember = async () => givenStaff(test.ctx, tenantId, { password: PASSWORD });
  const use = async (by: TestStaff) => (await give(test, by, 'staff')).status;

  it('changes the password by the present one, which ends the sessions', async () => {
    const member = await givenMember();
    expect(await setPassword(member.name, 'not it', ANOTHER)).toBe('sign_in_failed');
    expect(await use(member)).toBe(200);
    expect(await setPassword(member.name, PASSWORD, ANOTHER)).toBe('ok');
    expect([await use(member), await signIn(member.name), await signIn(member.name, ANOTHER)]).toEqual([
      401,
      'sign_in_failed',
      'ok',
    ]);
    expect(await auditOfStaff(test.ctx, member)).toContain(`desk.set-password staff:${member.id} ok`);
  });

  it('who is renewed loses password, sessions and locks, and sets a new password', async () => {
    const member = await givenMember();
    for (let failure = 0; failure < 5; failure += 1) await signIn(member.name, 'not it');
    expect(await signIn(member.name)).toBe('sign_in_locked');
    const code = await approved('renew-staff', { name: member.name });
    expect([await use(member), await signIn(member.name)]).toEqual([401, 'sign_in_failed']);
    expect(await setPassword(member.name, code, ANOTHER)).toBe('ok');
    expect(await signIn(member.name, ANOTHER)).toBe('ok');
  });

  it('who is ended loses the sign-in, the sessions and the open requests, at once', async () => {
    const member = await givenMember();
    const { body } = await give(test, member, 'add-staff', {
      input: { name: 'friend', fullName: 'A Friend', role: 'manager' },
      reason: 'because',
    });
    const answer = await give(test, manager, 'end-staff', { input: { name: member.name } });
    expect(answer.body.rows).toEqual([{ name: member.name, refusedRequests: 1 }]);
    expect([await use(member), await signIn(member.name)]).toEqual([401, 'sign_in_failed']);
    const input = { request: body.request?.id ?? '' };
    expect((await give(test, asker, 'approve', { input })).body.error).toBe('already_decided');
    const again = await give(test, manager, 'end-staff', { input: { name: member.name } });
    expect(again.body.error).toBe('not_found');
    const renewal = await give(test, manager, 'renew-staff', { input: { name: member.name }, reason: 'because' });
    expect(renewal.body.error).toBe('not_found');
  });

  it('does not end the own membership', async () => {
    const answer = await give(test, manager, 'end-staff', { input: { name: manager.name } });
    expect(answer).toMatchObject({ status: 403, body: { error: 'not_permitted' } });
  });
});

describe('the first staff of a programme', () => {
  let owner: Database;
  beforeAll(() => {
    owner = openDatabase({ connectionString: test.ctx.ownerUrl, size: 4 });
  });
  afterAll(() => owner.close());
  const first = (tenant: number, name: string, database = owner) =>
    addFirstStaff({ ...test.ctx, database }, { tenantId: tenant, name, fullName: 'First Member' });

  it('are two managers, who set their passwords by the codes', async () => {
    const { id } = await givenTenant(test.ctx);
    tenantId = id;
    for (const name of ['one', 'two']) {
      const outcome = await first(id, name);
      if (!outcome.ok) throw new Error(outcome.error);
      expect(await setPassword(name, outcome.code)).toBe('ok');
      expect(await signIn(name)).toBe('ok');
    }
    expect(await first(id, 'three')).toMatchObject({ ok: false, error: 'nothing_to_do' });
  });

  it('are two when more are asked for at once', async () => {
    const { id } = await givenTenant(test.ctx);
    const outcomes = await Promise.all(['one', 'two', 'three', 'four'].map((name) => first(id, name)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
  });

  it('can be added again where one manager is left', async () => {
    await give(test, manager, 'end-staff', { input: { name: asker.name } });
    expect(await first(tenantId, 'successor')).toMatchObject({ ok: true });
  });

  it('are added by the owner of the database alone', async () => {
    const { id } = await givenTenant(test.ctx);
    await expect(first(id, 'one', test.ctx.database)).rejects.toThrow('permission denied');
  });

  it('belong to a programme that is there', async () => {
    expect(await first(987_654, 'one')).toMatchObject({ ok: false, error: 'not_found', field: 'tenant' });
  });
});
