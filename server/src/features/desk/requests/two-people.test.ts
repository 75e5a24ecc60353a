import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { type DeskCommand, deskCommand } from '../desk-command.ts';
import { addStaffSession } from '../sign-in/staff-session.store.ts';
import { makeStaffToken } from '../sign-in/staff-token.ts';
import { endStaffCommand } from '../staff/end-staff.desk.ts';
import { approve } from './approve.desk.ts';
import { refuse } from './refuse.desk.ts';

/** Printed with the shortest failing sequence. */
const SEED = 20_261_126;
const SEQUENCES = Number(process.env['WATTLE_MODEL_RUNS'] ?? 120);
const HOUR_MS = 3_600_000;
const ROLES = ['agent', 'manager', 'manager', 'manager'] as const;

/** Keys under which the commands below were carried out. */
const alone: string[] = [];
const shape = {
  title: 'Note',
  summary: 'For this test',
  permission: 'act',
  done: () => ({ words: 'It is done.' }),
  input: z.object({ what: z.string() }),
} as const;
const noted = deskCommand({
  ...shape,
  name: 'noted',
  answer: z.object({ what: z.string() }),
  check: async () => ({ ok: true, rows: [] }),
  effect: async () => [],
  async run({ tx, ctx, staff: { tenantId }, input: { what }, key }) {
    audit(tx, ctx.clocks, { tenantId, actor: 'system', action: 'noted', object: key, outcome: 'ok' });
    return { ok: true, rows: [{ what }] };
  },
});
const sent = deskCommand({
  ...shape,
  name: 'sent',
  answer: z.object({ what: z.string() }),
  check: async () => ({ ok: true, rows: [] }),
  effect: async () => [],
  async runAlone({ input: { what }, key }) {
    alone.push(key);
    return { ok: true, rows: [{ what }] };
  },
});
const COMMANDS = new Map<string, DeskCommand>(
  [noted, sent, approve, refuse, endStaffCommand].map((command) => [command.name, command]),
);

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { commands: COMMANDS });
});
afterAll(() => test.close());

/** Model of one request by the rules, without its storage. */
type Request = {
  readonly id: string;
  readonly asker: number;
  readonly what: string;
  readonly command: string;
  readonly expiresAt: number;
  state: 'open' | 'done' | 'refused' | 'expired';
  by?: number;
};

/** A decision about a request: by whom, and about which. */
type Deciding = { readonly member: number; readonly which: number; readonly event: 'approve' | 'refuse' };

class Programme {
  readonly members: TestStaff[] = [];
  readonly hasLeft: boolean[] = ROLES.map(() => false);
  readonly requests: Request[] = [];
  now = 0;

  async open(): Promise<void> {
    const { id } = await givenTenant(test.ctx);
    for (const role of ROLES) this.members.push(await givenStaff(test.ctx, id, { role }));
  }

  /** A new session of a member, because earlier sessions end as time passes. */
  async as(member: number): Promise<Pick<TestStaff, 'headers'>> {
    const { id, tenantId } = this.of(member);
    const nowMs = test.ctx.clocks.security.now();
    const { token, sessionId, tokenHash } = makeStaffToken(test.ctx.secrets, tenantId);
    await test.ctx.database.transact(tenantId, (tx) =>
      addStaffSession(tx, { id: sessionId, tenantId, staffId: id, tokenHash, nowMs, endsAtMs: nowMs + 8 * HOUR_MS }),
    );
    return { headers: { authorization: `Bearer ${token}` } };
  }

  of(member: number): TestStaff {
    const found = this.members[member];
    if (!found) throw new Error('no such member');
    return found;
  }

  expire(): void {
    for (const one of this.requests) if (one.state === 'open' && one.expiresAt <= this.now) one.state = 'expired';
  }

  /**
   * The answer that the rules give to a decision, in their order: the member's role, the asker, the state of the
   * request.
   */
  answerTo({ member, event }: Deciding, request: Request | undefined): string {
    if (this.hasLeft[member]) return 'not_signed_in';
    const isManager = ROLES[member] === 'manager';
    if (event === 'approve' && !isManager) return 'not_permitted';
    if (!request) return 'not_found';
    const isOwn = request.asker === member;
    if (event === 'approve' && request.by === member && request.state === 'done') return 'ok';
    if (event === 'approve' && isOwn) return 'own_request';
    if (event === 'refuse' && !isOwn && !isManager) return 'not_permitted';
    if (request.state === 'expired') return 'request_expired';
    return request.state === 'open' ? 'ok' : 'already_decided';
  }

  decided({ member, event }: Deciding, request: Request): void {
    if (request.state !== 'open') return;
    request.state = event === 'approve' ? 'done' : 'refused';
    request.by = member;
  }

  which(index: number): Request | undefined {
    return this.requests.length === 0 ? undefined : this.requests[index % (this.requests.length + 1)];
  }
}

const answerOf = ({ body }: Awaited<ReturnType<typeof give>>): string => body.error ?? 'ok';

async function decide(programme: Programme, deciding: Deciding): Promise<string> {
  const request = programme.which(deciding.which)?.id ?? '999999999';
  return answerOf(await give(test, await programme.as(deciding.member), deciding.event, { input: { request } }));
}

type Step =
  | { readonly do: 'ask'; readonly member: number; readonly what: string; readonly command: string }
  | ({ readonly do: 'decide' } & Deciding)
  | { readonly do: 'both'; readonly which: number; readonly first: Deciding; readonly second: Deciding }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'end'; readonly by: number; readonly member: number };

async function take(programme: Programme, step: Step): Promise<void> {
  programme.expire();
  switch (step.do) {
    case 'ask':
      return ask(programme, step);
    case 'decide': {
      const request = programme.which(step.which);
      const expected = programme.answerTo(step, request);
      expect(await decide(programme, step)).toBe(expected);
      if (expected === 'ok' && request) programme.decided(step, request);
      return undefined;
    }
    case 'both':
      return decideAtOnce(programme, step);
    case 'wait':
      programme.now += step.hours * HOUR_MS;
      test.ctx.advance(step.hours * HOUR_MS);
      return undefined;
    case 'end':
      return end(programme, step);
  }
}

async function ask(programme: Programme, { member, what, command }: Extract<Step, { do: 'ask' }>): Promise<void> {
  const same = programme.requests.find((one) => one.state === 'open' && one.what === what && one.command === command);
  const expected = programme.hasLeft[member] ? 'not_signed_in' : same ? 'already_asked' : 'ok';
  const answered = await give(test, await programme.as(member), command, { input: { what }, reason: 'because' });
  expect(answerOf(answered)).toBe(expected);
  const id = answered.body.request?.id;
  expect(id !== undefined).toBe(expected === 'ok');
  if (id === undefined) return;
  programme.requests.push({ id, asker: member, what, command, state: 'open', expiresAt: programme.now + 24 * HOUR_MS });
}

/** Two members decide at the same time: each may be first, and the other then gets the answer for the new state. */
async function decideAtOnce(programme: Programme, { which, first, second }: Extract<Step, { do: 'both' }>) {
  const pair = [first, second].map((one) => ({ ...one, which }));
  const [one, other] = pair as [Deciding, Deciding];
  const request = programme.which(which);
  const possible = ([a, b]: readonly [Deciding, Deciding]) => {
    const copy = request && { ...request };
    const begun = programme.answerTo(a, copy);
    if (begun === 'ok' && copy) programme.decided(a, copy);
    const then = programme.answerTo(b, copy);
    if (then === 'ok' && copy) programme.decided(b, copy);
    return { answers: a === one ? [begun, then] : [then, begun], copy };
  };
  const ways = [possible([one, other]), possible([other, one])];
  const answers = await Promise.all(pair.map((each) => decide(programme, each)));
  const way = ways.find((each) => each.answers.join() === answers.join());
  expect(ways.map((each) => each.answers.join())).toContain(answers.join());
  if (request && way?.copy) Object.assign(request, way.copy);
}

async function end(programme: Programme, { by, member }: Extract<Step, { do: 'end' }>): Promise<void> {
  const expected = programme.hasLeft[by]
    ? 'not_signed_in'
    : ROLES[by] !== 'manager' || (by === member && !programme.hasLeft[member])
      ? 'not_permitted'
      : programme.hasLeft[member]
        ? 'not_found'
        : 'ok';
  const input = { name: programme.of(member).name };
  expect(answerOf(await give(test, await programme.as(by), 'end-staff', { input }))).toBe(expected);
  if (expected !== 'ok') return;
  programme.hasLeft[member] = true;
  for (const one of programme.requests) if (one.asker === member && one.state === 'open') one.state = 'refused';
}

/** Rows of the database beside the model: the state of each request, who decided, and what was done how often. */
async function expectAsModelled(programme: Programme): Promise<void> {
  programme.expire();
  const { tenantId } = programme.of(0);
  const rows = await test.ctx.asOwner<{ id: string; state: string; own: boolean; done: number; approvals: number }>(
    `SELECT r.id::text, r.state, coalesce(r.state = 'Done' AND r.asked_by = r.decided_by, false) AS own,
            (SELECT count(*)::int FROM audit_log l WHERE l.tenant_id = $1 AND l.action = 'noted'
                AND l.object = 'desk-request:' || $1 || ':' || r.id) AS done,
            (SELECT count(*)::int FROM audit_log l WHERE l.tenant_id = $1 AND l.action = 'desk.request_approved'
                AND l.object = 'desk_request:' || r.id) AS approvals
       FROM desk_request r WHERE r.tenant_id = $1::int ORDER BY r.id`,
    [tenantId],
  );
  // What is overdue is ended by the next look or by due work.
  const states = { open: ['Requested'], done: ['Done'], refused: ['Refused'], expired: ['Requested', 'Expired'] };
  expect(rows.length).toBe(programme.requests.length);
  for (const { id, state, command } of programme.requests) {
    const row = rows.find((one) => one.id === id);
    expect(states[state]).toContain(row?.state);
    const times = alone.filter((key) => key === `desk-request:${tenantId}:${id}`).length;
    expect(command === 'noted' ? row?.done : times).toBe(state === 'done' ? 1 : 0);
    expect([row?.own, row?.approvals]).toEqual([false, state === 'done' ? 1 : 0]);
  }
}

const member = fc.nat({ max: ROLES.length - 1 });
const which = fc.nat({ max: 6 });
const event = fc.constantFrom('approve', 'approve', 'refuse' as const);
const deciding = fc.record({ member, which, event });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      member,
      what: fc.constantFrom('one', 'two'),
      command: fc.constantFrom('noted', 'sent'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('decide' as const), member, which, event }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('both' as const), which, first: deciding, second: deciding }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 23, 24) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), by: member, member }) },
);

it(
  `whatever ${ROLES.length} members do in any order, what is asked for is done once, by somebody else's approval`,
  async () => {
    const sequences = fc.array(step, { minLength: 4, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        const programme = new Programme();
        await programme.open();
        for (const one of steps) await take(programme, one);
        await expectAsModelled(programme);
      }),
      { seed: SEED, numRuns: SEQUENCES },
    );
  },
  SEQUENCES * 2_000,
);
