import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { type DeskCommand, deskCommand, type DeskOutcome } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { becomes } from '../effects/effect.domain.ts';
import { approve } from './approve.desk.ts';
import { refuse } from './refuse.desk.ts';
import { requestEffect } from './request-effect.desk.ts';
import { requestOutcome } from './request-outcome.desk.ts';
import { requests } from './requests.desk.ts';

/** Next behaviour of the commands below, and the keys with which they were called. */
let behaviour: 'work' | 'throw' | 'refuse' | 'busy' = 'work';
const keys: string[] = [];
const input = z.object({ what: z.string().max(20) });
const answer = z.object({ what: z.string(), secret: z.string() });
const check = async ({ input: { what } }: { input: { what: string } }): Promise<DeskOutcome> =>
  what === 'nothing' ? refused('not_found', { field: 'what' }) : { ok: true, rows: [], object: `thing:${what}` };
let things = 1; // A test changes it between asking and approving.
const effect = async ({ input: { what } }: { input: { what: string } }) =>
  what === 'gone' ? [] : [becomes(what, String(things), '0')];
const rowOf = (what: string) => ({ what, secret: 'shown-once', hidden: 'not in the answer' });

const shape = {
  title: 'Note',
  summary: 'For these tests',
  permission: 'act',
  done: () => ({ words: 'It is noted.' }),
  input,
  answer,
  shownOnce: ['secret' as const],
  check,
  effect,
} as const;

/** Writes a line of the audit log, which is there only where its transaction has committed. */
const note = deskCommand({
  name: 'note',
  ...shape,
  async run({ tx, ctx, staff, input: { what }, key }) {
    keys.push(key);
    audit(tx, ctx.clocks, { tenantId: staff.tenantId, actor: 'system', action: 'noted', object: what, outcome: 'ok' });
    if (behaviour === 'throw') throw new Error('it breaks');
    if (behaviour === 'refuse') return refused('nothing_to_do');
    return { ok: true, rows: [rowOf(what)] };
  },
});

const send = deskCommand({
  name: 'send',
  ...shape,
  async runAlone({ input: { what }, key }) {
    keys.push(key);
    if (behaviour === 'throw') throw new Error('it breaks');
    if (behaviour === 'busy') return refused('too_many_requests');
    return behaviour === 'refuse' ? refused('insufficient_funds') : { ok: true, rows: [rowOf(what)] };
  },
});

const commands = new Map<string, DeskCommand>(
  [note, send, approve, refuse, requestEffect, requestOutcome, requests].map((command) => [command.name, command]),
);

let test: TestApp;
let asker: TestStaff;
let manager: TestStaff;
beforeAll(async () => {
  test = await givenApp({}, { commands });
});
beforeEach(async () => {
  behaviour = 'work';
  things = 1;
  keys.length = 0;
  const { id } = await givenTenant(test.ctx);
  [asker, manager] = [await givenStaff(test.ctx, id), await givenStaff(test.ctx, id)];
});
afterAll(() => test.close());

async function ask(name: 'note' | 'send', what = 'a thing'): Promise<string> {
  const { body } = await give(test, asker, name, { input: { what }, reason: 'because' });
  return body.request?.id ?? '';
}
const approveIt = (request: string, by = manager) => give(test, by, 'approve', { input: { request } });
const requestOf = async (id: string) => {
  const [row] = await test.ctx.asOwner<{ state: string; outcome: unknown }>(
    'SELECT state, outcome FROM desk_request WHERE id = $1',
    [id],
  );
  return row;
};
const notes = async () => {
  const [row] = await test.ctx.asOwner<{ notes: number }>(
    `SELECT count(*)::int AS notes FROM audit_log WHERE tenant_id = $1 AND action = 'noted'`,
    [asker.tenantId],
  );
  return row?.notes;
};

describe('a request', () => {
  it('says who asked for what and why, and until when it waits', async () => {
    const { status, body } = await give(test, asker, 'note', { input: { what: 'a thing' }, reason: 'because' });
    const { id, expiresAt } = body.request ?? {};
    expect([status, expiresAt]).toEqual([200, '2026-11-21T02:00:00.000Z']);
    expect((await give(test, manager, 'requests')).body.rows).toEqual([
      {
        request: id,
        state: 'Requested',
        command: 'note',
        object: 'thing:a thing',
        amount: '',
        input: 'what=a thing',
        reason: 'because',
        askedBy: asker.name,
        askedByName: expect.stringMatching(/^Member \d+$/),
        askedByRole: 'manager',
        isOwn: false,
        askedAt: '2026-11-20T02:00:00Z',
        expiresAt: '2026-11-21T02:00:00Z',
        decidedBy: '',
        decidedByName: '',
        decidedAt: '',
        outcome: '',
        reference: '',
        next: '',
        isListed: false,
        askerAddedBy: '',
        askerAddedAt: '',
        approvedBefore: '',
        attachments: 0,
      },
    ]);
    expect(await auditOfStaff(test.ctx, asker)).toEqual(['desk.note thing:a thing requested']);
    expect(keys).toEqual([]);
  });

  it('is refused at once where its check fails', async () => {
    const answered = await give(test, asker, 'note', { input: { what: 'nothing' }, reason: 'because' });
    expect(answered).toMatchObject({ status: 404, body: { error: 'not_found', field: 'what' } });
    expect((await give(test, manager, 'requests')).body.rows).toEqual([]);
  });

  it.each(['note', 'send'] as const)('of %s is carried out under a key made of its id', async (name) => {
    const id = await ask(name);
    expect((await approveIt(id)).status).toBe(200);
    expect(keys).toEqual([`desk-request:${asker.tenantId}:${id}`]);
  });

  it('shows a secret to whoever approves it, once, and keeps nothing of it', async () => {
    const id = await ask('note');
    const rows = [{ what: 'a thing', secret: 'shown-once' }];
    const answer = { hasMore: false, done: { words: 'It is noted.', object: 'thing:a thing' } };
    expect((await approveIt(id)).body).toEqual({ ...answer, rows, shownOnce: ['secret'] });
    expect((await approveIt(id)).body).toEqual({ ...answer, rows: [{ what: 'a thing' }] });
    const kept = await test.ctx.asOwner<{ row: string }>(
      'SELECT r::text AS row FROM desk_request r UNION ALL SELECT l::text FROM audit_log l',
    );
    expect(kept.filter(({ row }) => row.includes('shown-once'))).toEqual([]);
  });

  it('leaves what it answered with the request, for both of them, without the secret', async () => {
    const [id, refusedOne, waiting] = [await ask('note'), await ask('send'), await ask('note', 'another')];
    await approveIt(id);
    behaviour = 'refuse';
    await approveIt(refusedOne);
    const outcomeOf = async (by: TestStaff, request: string) =>
      (await give(test, by, 'request-outcome', { input: { request } })).body.rows;
    for (const by of [asker, manager]) {
      expect(await outcomeOf(by, id)).toEqual([{ what: 'a thing' }]);
      expect([await outcomeOf(by, refusedOne), await outcomeOf(by, waiting)]).toEqual([[], []]);
    }
  });

  it('is listed on the day on which it ended, the latest end first, and not among those that wait', async () => {
    const [first, second, third] = [await ask('note'), await ask('send'), await ask('note', 'x')];
    const waiting = await ask('note', 'y');
    await approveIt(second);
    test.ctx.advance(60_000);
    await give(test, manager, 'refuse', { input: { request: first, because: 'no' } });
    behaviour = 'refuse';
    test.ctx.advance(60_000);
    await approveIt(third);
    const listed = async (input = {}) =>
      (await give(test, manager, 'requests', { input })).body.rows?.map(({ request, state }) => [request, state]);
    const ends = await listed({ today: true });
    expect(ends?.flat()).toEqual([third, 'Failed', first, 'Refused', second, 'Done']);
    expect(await listed()).toEqual([[waiting, 'Requested']]);
    // On 20 November at 1 pm in Melbourne, the day ends 11 hours later. The waiting request expires within the next
    // day.
    test.ctx.advance(11 * 3_600_000);
    manager = await givenStaff(test.ctx, asker.tenantId);
    expect(await listed({ today: true })).toEqual([]);
    test.ctx.advance(13 * 3_600_000);
    manager = await givenStaff(test.ctx, asker.tenantId);
    expect(await listed({ today: true })).toEqual([[waiting, 'Expired']]);
  });

  it.each([
    ['note', 'nothing_to_do', 409],
    ['send', 'insufficient_funds', 400],
  ] as const)('of %s that is refused when it is carried out has failed, for good', async (name, error, status) => {
    const id = await ask(name);
    behaviour = 'refuse';
    expect(await approveIt(id)).toMatchObject({ status, body: { error } });
    behaviour = 'work';
    expect(await approveIt(id)).toMatchObject({ status, body: { error } });
    expect(await requestOf(id)).toEqual({ state: 'Failed', outcome: { ok: false, error } });
    expect([keys.length, await notes()]).toEqual([1, 0]);
    expect(await auditOfStaff(test.ctx, manager)).toContain(`desk.${name} thing:a thing ${error}`);
  });

  it.each(['note', 'send'] as const)(
    'of %s that breaks stays approved, and is carried out when approved again',
    async (name) => {
      const id = await ask(name);
      behaviour = 'throw';
      expect(await approveIt(id)).toMatchObject({ status: 500, body: { error: 'unexpected' } });
      expect([await requestOf(id), await notes()]).toEqual([{ state: 'Approved', outcome: null }, 0]);
      expect(await auditOfStaff(test.ctx, manager)).toEqual([
        `desk.request_approved desk_request:${id} ok`,
        'desk.approve unexpected',
      ]);
      behaviour = 'work';
      const other = await givenStaff(test.ctx, asker.tenantId);
      expect((await approveIt(id, other)).body.error).toBe('already_decided');
      expect((await approveIt(id, asker)).body.error).toBe('own_request');
      expect((await approveIt(id)).status).toBe(200);
      expect(await requestOf(id)).toMatchObject({ state: 'Done' });
      // Carried out twice under one key. `note` rolled the first one back; `send` gives the other system the same key.
      expect(new Set(keys).size).toBe(1);
      expect(await notes()).toBe(name === 'note' ? 1 : 0);
    },
  );

  it('that is refused for now stays approved, and is carried out when approved again', async () => {
    const id = await ask('send');
    behaviour = 'busy';
    expect(await approveIt(id)).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    expect(await requestOf(id)).toEqual({ state: 'Approved', outcome: null });
    behaviour = 'work';
    expect((await approveIt(id)).status).toBe(200);
    expect([await requestOf(id), new Set(keys).size]).toEqual([expect.objectContaining({ state: 'Done' }), 1]);
  });

  it('does not expire once it is approved', async () => {
    const id = await ask('note');
    behaviour = 'throw';
    await approveIt(id);
    behaviour = 'work';
    test.ctx.advance(48 * 3_600_000);
    const later = await givenStaff(test.ctx, asker.tenantId);
    expect((await give(test, later, 'requests')).body.rows).toMatchObject([{ request: id, state: 'Approved' }]);
  });

  it('is not carried out where it is no longer what was asked for', async () => {
    const id = await ask('note');
    await test.ctx.asOwner(`UPDATE desk_request SET input = '{"what": "another"}' WHERE id = $1`, [id]);
    expect(await approveIt(id)).toMatchObject({ status: 500 });
    expect([keys, await notes()]).toEqual([[], 0]);
  });

  it('of a command that this version does not have fails', async () => {
    const id = await ask('note');
    commands.delete('note');
    expect(await approveIt(id)).toMatchObject({ status: 400, body: { error: 'input_invalid' } });
    commands.set('note', note);
    expect(await requestOf(id)).toMatchObject({ state: 'Failed' });
  });

  it('is known by the key of its asker, who may retry the call', async () => {
    const given = { input: { what: 'one' }, reason: 'because', key: 'key-of-the-shell' };
    const first = (await give(test, asker, 'note', given)).body.request?.id;
    expect((await give(test, asker, 'note', given)).body.request?.id).toBe(first);
    const other = { ...given, input: { what: 'two' } };
    expect(await give(test, asker, 'note', other)).toMatchObject({ status: 409, body: { error: 'key_reused' } });
    expect((await give(test, manager, 'note', other)).body.request?.id).not.toBe(first);
  });

  it('can be asked for again when the first one has ended', async () => {
    const id = await ask('note');
    expect(await ask('note')).toBe('');
    await approveIt(id);
    expect(await ask('note')).not.toBe('');
  });

  it('is withdrawn by an agent who asked for it, and refused by a manager alone', async () => {
    const agent = await givenStaff(test.ctx, asker.tenantId, { role: 'agent' });
    const theirs =
      (await give(test, agent, 'note', { input: { what: 'x' }, reason: 'because' })).body.request?.id ?? '';
    const own = await ask('note');
    const refuseIt = (by: TestStaff, request: string) => give(test, by, 'refuse', { input: { request } });
    expect((await refuseIt(agent, own)).body.error).toBe('not_permitted');
    expect((await refuseIt(agent, theirs)).status).toBe(200);
    expect((await refuseIt(manager, own)).status).toBe(200);
    expect((await refuseIt(manager, own)).body.error).toBe('already_decided');
  });
});

describe('the database', () => {
  it('refuses a request that was approved by whoever asked for it', async () => {
    const id = await ask('note');
    const approval = test.ctx.asOwner(
      `UPDATE desk_request SET state = 'Approved', decided_by = asked_by, decided_at = asked_at WHERE id = $1`,
      [id],
    );
    await expect(approval).rejects.toThrow(/desk_request_check/);
  });

  it.each(['command', 'input', 'input_hash', 'asked_by', 'reason', 'expires_at', 'client_key'])(
    'does not let the application change the %s of a request',
    async (column) => {
      const update = test.ctx.database.transact(asker.tenantId, (tx) =>
        tx.run(`UPDATE desk_request SET ${column} = ${column}`),
      );
      await expect(update).rejects.toThrow(/permission denied/);
    },
  );

  it('does not let the application remove staff or requests', async () => {
    for (const table of ['staff', 'desk_request']) {
      const removal = test.ctx.database.transact(asker.tenantId, (tx) => tx.run(`DELETE FROM ${table}`));
      await expect(removal).rejects.toThrow(/permission denied/);
    }
  });
});

describe('an approval of what was read', () => {
  const effectOf = async (request: string) =>
    (await give(test, manager, 'request-effect', { input: { request } })).body;

  it('says what stood there when it was asked for and does not any more', async () => {
    const id = await ask('note');
    things = 2;
    const seen = expect.stringMatching(/^[0-9a-f]{12}$/);
    const asked = { since: 'changed', beforeAsked: '1', changeAsked: 'changes', attachments: 0, seen };
    expect((await effectOf(id)).rows).toEqual([
      { what: 'a thing', before: '2', change: 'changes', after: '0', ...asked },
    ]);
  });

  it('is refused where something else would be done by now, and taken once it was read', async () => {
    const id = await ask('note');
    const seen = String((await effectOf(id)).rows?.[0]?.['seen']);
    things = 2;
    const approveSeen = (read: string) => give(test, manager, 'approve', { input: { request: id, seen: read } });
    expect(await approveSeen(seen)).toMatchObject({ status: 409, body: { error: 'effect_changed' } });
    expect([(await requestOf(id))?.state, await notes()]).toEqual(['Requested', 0]);
    expect((await approveSeen(String((await effectOf(id)).rows?.[0]?.['seen']))).status).toBe(200);
    expect([(await requestOf(id))?.state, await notes()]).toEqual(['Done', 1]);
  });

  it('is once at most, whoever approves or refuses at once and whatever changes between reading and approving', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('change' as const), to: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ do: fc.constant('read' as const), by: fc.constantFrom(0, 1) }),
      fc.record({
        do: fc.constantFrom('approve' as const, 'both' as const, 'refuse' as const),
        by: fc.constantFrom(0, 1),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const members = [manager, await givenStaff(test.ctx, asker.tenantId)] as const;
        things = 1;
        const done = (await notes()) ?? 0;
        const id = await ask('note');
        const read = new Map<number, { readonly things: number; readonly seen: string }>();
        let state: 'Requested' | 'Done' | 'Refused' = 'Requested';
        const approveAs = (by: 0 | 1) =>
          give(test, members[by], 'approve', { input: { request: id, seen: read.get(by)?.seen ?? '0'.repeat(12) } });
        for (const one of steps) {
          if (one.do === 'change') things = one.to;
          if (one.do === 'read') {
            const [line] = (await effectOf(id)).rows ?? [];
            if (line) read.set(one.by, { things, seen: String(line['seen']) });
          }
          if (one.do === 'approve' || one.do === 'both') {
            const by = one.do === 'both' ? ([0, 1] as const) : ([one.by] as const);
            const answers = await Promise.all(by.map(approveAs));
            if (state === 'Requested' && by.some((each) => read.get(each)?.things === things)) {
              state = 'Done';
              expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
            }
          }
          if (one.do === 'refuse') {
            await give(test, members[one.by], 'refuse', { input: { request: id, because: 'no' } });
            if (state === 'Requested') state = 'Refused';
          }
          expect([(await requestOf(id))?.state, await notes()]).toEqual([state, done + (state === 'Done' ? 1 : 0)]);
        }
        if (state === 'Requested') await give(test, manager, 'refuse', { input: { request: id, because: 'over' } });
      }),
      { numRuns: 25 },
    );
  });
});
