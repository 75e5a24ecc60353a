import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { auditOfStaff, give, givenStaff } from '../../test-support/desk/desk.ts';
import { DESK_SAMPLES } from '../../test-support/desk/desk-samples.ts';
import { givenPan, givenTenant } from '../../test-support/factories.ts';
import { deskCommands } from '../compose/desk-commands.ts';
import { performIn } from '../features/desk/perform.ts';

const HOUR_MS = 3_600_000;
const ROLES = ['viewer', 'agent', 'manager'] as const;
const NAMES = [...deskCommands.keys()];
const APPROVED = Object.keys(DESK_SAMPLES).filter((name) => DESK_SAMPLES[name]?.needsApproval);
/** Commands that a standby may answer. */
const LOOKING = NAMES.filter((name) => {
  const command = deskCommands.get(name);
  return command?.permission === 'look' && command.run !== undefined && command.check === undefined;
});
const REASON = 'called us, answered all questions';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-desk-'));
  test = await givenApp({ WATTLE_DATA: folder });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const sampleOf = (name: string) => {
  const sample = DESK_SAMPLES[name];
  if (!sample) throw new Error(`${name} has no sample`);
  return sample;
};
const lastLine = async (member: { readonly id: bigint }) => (await auditOfStaff(test.ctx, member)).at(-1);

/** A command that was requested and awaits a decision. */
async function asked(name: string) {
  const sample = await sampleOf(name).given(test);
  const asker = await givenStaff(test.ctx, sample.tenantId);
  const manager = await givenStaff(test.ctx, sample.tenantId);
  const { status, body } = await give(test, asker, name, { input: sample.input, reason: REASON });
  expect([status, body.rows]).toEqual([200, []]);
  const request = body.request?.id ?? '';
  return { sample, asker, manager, input: { request }, before: await sample.state() };
}

async function stateOf({ request }: { readonly request: string }) {
  const [row] = await test.ctx.asOwner<{ state: string }>('SELECT state FROM desk_request WHERE id = $1', [request]);
  return row?.state;
}

async function timesDone(name: string, { request }: { readonly request: string }) {
  const [row] = await test.ctx.asOwner<{ times: number }>(
    `SELECT count(*)::int AS times FROM audit_log WHERE action = $1 AND outcome = 'ok' AND details->>'request' = $2`,
    [`desk.${name}`, request],
  );
  return row?.times;
}

describe('every command of the desk', () => {
  it('has a sample, and says as the sample whether a second person has to approve it', () => {
    expect(NAMES.toSorted()).toEqual(Object.keys(DESK_SAMPLES).toSorted());
    const needing = NAMES.filter((name) => deskCommands.get(name)?.check !== undefined);
    expect(needing.toSorted()).toEqual(APPROVED.toSorted());
  });

  it.each(NAMES)('%s changes nothing where it is refused, and says in the audit log to whom and why', async (name) => {
    const { elsewhere, roles, needsApproval, given } = sampleOf(name);
    const { tenantId, input, state, marked, makeOwn } = await given(test);
    const before = await state();

    const signedOut = await give(test, undefined, name, { input, reason: REASON });
    expect(signedOut).toMatchObject({ status: 401, body: { error: 'not_signed_in' } });

    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
    const { status, body } = await give(test, stranger, name, { input, reason: REASON });
    if (elsewhere === 'not_found') expect([status, body.error]).toEqual([404, 'not_found']);
    else if (elsewhere === 'own request') expect([status, body.request?.id]).toEqual([200, expect.any(String)]);
    else if (elsewhere === 'input_invalid' || elsewhere === 'secret_missing')
      expect([status, body.error]).toEqual([400, elsewhere]);
    else if (elsewhere === 'nothing_to_do' || elsewhere === 'month_not_explained')
      expect([status, body.error]).toEqual([409, elsewhere]);
    else if (elsewhere === 'own figures') expect(status).toBe(200);
    else if (elsewhere === 'no rows') expect([status, body.rows]).toEqual([200, []]);
    else expect([status, body.rows]).toEqual([200, [expect.objectContaining({ name: stranger.name })]]);
    expect(marked.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([]);
    expect(await state()).toBe(before);

    const member = await givenStaff(test.ctx, tenantId);
    const unknown = await give(test, member, name, { input: { ...input, nonsense: 'x' }, reason: REASON });
    expect(unknown).toMatchObject({ status: 400, body: { error: 'input_invalid', field: 'nonsense' } });
    expect(await lastLine(member)).toBe(`desk.${name} input_invalid`);

    const pan = givenPan();
    const spaced = pan.replace(/(.{4})(?=.)/g, '$1 ');
    for (const typed of [{ input: { ...input, typed: pan } }, { input, reason: `it is ${spaced}` }]) {
      const answer = await give(test, member, name, typed);
      expect(answer).toMatchObject({ status: 400, body: { error: 'card_number_given' } });
      expect(await lastLine(member)).toBe(`desk.${name} card_number_given`);
      expect(JSON.stringify(answer.body)).not.toContain(pan);
    }
    const kept = await test.ctx.asOwner(
      `SELECT FROM (SELECT l::text AS row FROM audit_log l UNION ALL SELECT r::text FROM desk_request r) AS every
        WHERE strpos(row, $1) > 0 OR strpos(row, $2) > 0`,
      [pan, spaced],
    );
    expect(kept).toHaveLength(0);

    for (const reason of needsApproval ? [undefined, '', '  '] : []) {
      const answer = await give(test, member, name, { input, ...(reason !== undefined && { reason }) });
      expect(answer).toMatchObject({ status: 400, body: { error: 'reason_missing', field: 'reason' } });
    }
    expect(await state()).toBe(before);

    for (const role of ROLES.filter((one) => !roles.includes(one))) {
      const other = await givenStaff(test.ctx, tenantId, { role });
      await makeOwn?.(other);
      const untouched = await state();
      const refused = await give(test, other, name, { input, reason: REASON });
      expect([role, refused.status, refused.body.error]).toEqual([role, 403, 'not_permitted']);
      expect(await lastLine(other)).toMatch(new RegExp(`^desk\\.${name} .*not_permitted$`));
      expect(await state()).toBe(untouched);
    }
  });

  it.each(NAMES)('%s is carried out for each of its roles, audited, and shows masked data alone', async (name) => {
    const { roles, needsApproval, given } = sampleOf(name);
    expect(roles).toContain('manager');
    // What only reads leaves its sample as it was.
    const shared = LOOKING.includes(name) ? await given(test) : undefined;
    for (const role of roles) {
      const { tenantId, input, marked, makeOwn } = shared ?? (await given(test));
      const member = await givenStaff(test.ctx, tenantId, { role });
      await makeOwn?.(member);
      const { status, body } = await give(test, member, name, { input, reason: REASON });
      expect([role, status, body.error]).toEqual([role, 200, undefined]);
      expect(await lastLine(member)).toMatch(new RegExp(`^desk\\.${name} .*${needsApproval ? 'requested' : 'ok'}$`));
      expect(marked.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([]);
    }
  });

  it.each(LOOKING)('%s only reads, so that a standby can answer it', async (name) => {
    const { tenantId, input } = await sampleOf(name).given(test);
    const staff = await givenStaff(test.ctx, tenantId);
    const command = deskCommands.get(name);
    if (!command) throw new Error(`${name} is a command`);
    const call = {
      ctx: test.ctx,
      staff: { ...staff, role: 'manager' as const },
      sessionId: staff.sessionId,
      input: command.input.parse(input) as never,
      requestId: 'test',
      key: 'test',
      commands: deskCommands,
    };
    expect(await test.ctx.database.read(tenantId, (tx) => performIn(tx, command, call))).toMatchObject({ ok: true });
  });

  it.each(NAMES)('%s takes no secret that a request would keep', (name) => {
    const command = deskCommands.get(name);
    const fields = command?.check ? Object.keys(command.input.shape) : [];
    expect(
      fields.filter((field) => /password|pin$|secret|cvv|token|accesscode|activationcode|tfn/i.test(field)),
    ).toEqual([]);
  });
});

/** Parts that no sentence for a person has: an id, a column with its value, a value that is missing, a secret. */
const NO_WORDS = /\b(?:card|holder|web|account|desk_request):\d|\w=\S|undefined|null|NaN|Invalid|\$-|whsec_/;

function expectSentence(done: { readonly words: string; readonly next?: string } | undefined) {
  for (const words of [done?.words, ...(done?.next === undefined ? [] : [done.next])]) {
    expect(words).toMatch(/^[\p{Lu}\d$].*[.]$/u);
    expect(words).not.toMatch(NO_WORDS);
  }
}

describe('every command that acts', () => {
  const ACTING = NAMES.filter((name) => deskCommands.get(name)?.permission !== 'look');

  it.each(ACTING)('%s says in a sentence what became of it', async (name) => {
    const { tenantId, input, makeOwn } = await sampleOf(name).given(test);
    const asker = await givenStaff(test.ctx, tenantId);
    await makeOwn?.(asker);
    const { status, body } = await give(test, asker, name, { input, reason: REASON });
    expect([status, body.error]).toEqual([200, undefined]);
    if (!APPROVED.includes(name)) return expectSentence(body.done);
    // Nothing was done yet.
    expect(body.done).toBe(undefined);
    const manager = await givenStaff(test.ctx, tenantId);
    const request = { input: { request: body.request?.id ?? '' } };
    const approved = await give(test, manager, 'approve', request);
    expectSentence(approved.body.done);
    const listed = await give(test, asker, 'requests', request);
    expect(listed.body.rows).toMatchObject([{ state: 'Done', outcome: approved.body.done?.words }]);
    return undefined;
  });
});

describe('every command that a second person approves', () => {
  it.each(APPROVED)('%s changes nothing before it is approved, and then once', async (name) => {
    const { sample, manager, input, before } = await asked(name);
    expect([await sample.state(), await stateOf(input)]).toEqual([before, 'Requested']);
    const { status, body } = await give(test, manager, 'approve', { input });
    expect([status, await stateOf(input), await timesDone(name, input)]).toEqual([200, 'Done', 1]);
    expect(await sample.state()).not.toBe(before);
    // Repeated by the member who approved it, it answers the same, except for values that are shown once.
    const once: readonly string[] = deskCommands.get(name)?.shownOnce ?? [];
    const rows = body.rows?.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => !once.includes(key))),
    );
    const again = await give(test, manager, 'approve', { input });
    expect(again).toEqual({ status, body: { ...body, rows, shownOnce: undefined } });
    expect((await give(test, manager, 'request-outcome', { input })).body.rows).toEqual(rows);
    expect(await timesDone(name, input)).toBe(1);
    const [line] = (await auditOfStaff(test.ctx, manager)).filter((text) => text.startsWith(`desk.${name} `));
    expect(line).toMatch(/ ok$/);
  });

  it.each(APPROVED)(
    '%s says what it would change, masked, until it is decided, and never by whoever asked',
    async (name) => {
      const { sample, asker, manager, input, before } = await asked(name);
      const { status, body } = await give(test, manager, 'request-effect', { input });
      expect([status, body.rows?.length]).not.toEqual([200, 0]);
      expect(body.rows?.every(({ what, since }) => what !== '' && since === '')).toBe(true);
      // Each thing has one line, so that it can be compared with itself.
      expect(new Set(body.rows?.map(({ what }) => what)).size).toBe(body.rows?.length);
      expect(sample.marked.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([]);
      expect([await sample.state(), await stateOf(input)]).toEqual([before, 'Requested']);
      const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
      expect((await give(test, stranger, 'request-effect', { input })).status).toBe(404);
      const own = await give(test, asker, 'approve', { input });
      expect(own).toMatchObject({ status: 409, body: { error: 'own_request' } });
      expect([await sample.state(), await stateOf(input)]).toEqual([before, 'Requested']);
      expect(await lastLine(asker)).toBe(`desk.approve desk_request:${input.request} own_request`);
      const seen = String(body.rows?.[0]?.['seen']);
      expect((await give(test, manager, 'approve', { input: { ...input, seen } })).status).toBe(200);
      expect((await give(test, manager, 'request-effect', { input })).body.rows).toEqual([]);
    },
  );

  it.each(APPROVED)('%s is carried out once when two approve it at once', async (name) => {
    const { manager, input, sample } = await asked(name);
    const other = await givenStaff(test.ctx, sample.tenantId);
    const answers = await Promise.all(
      [manager, other, manager, other].map((member) => give(test, member, 'approve', { input })),
    );
    expect(new Set(answers.map(({ body }) => body.error ?? 'ok'))).toEqual(new Set(['ok', 'already_decided']));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect([await stateOf(input), await timesDone(name, input)]).toEqual(['Done', 1]);
  });

  it.each(APPROVED)('%s is carried out once where its approver leaves before its end is written down', async (name) => {
    const { sample, manager, input } = await asked(name);
    // One that runs in a transaction ends with it; any other may be carried out by then.
    const isAlone = deskCommands.get(name)?.runAlone !== undefined;
    const first = isAlone ? await give(test, manager, 'approve', { input }) : undefined;
    const after = await sample.state();
    await test.ctx.asOwner(
      `UPDATE desk_request SET state = 'Approved', decided_by = $2, decided_at = asked_at, ended_at = NULL, outcome = NULL
        WHERE id = $1`,
      [input.request, manager.id],
    );
    const other = await givenStaff(test.ctx, sample.tenantId);
    expect((await give(test, other, 'approve', { input })).body.error).toBe('already_decided');
    await give(test, other, 'end-staff', { input: { name: manager.name } });
    const waiting = await give(test, other, 'requests');
    expect(waiting.body.rows).toMatchObject([{ ...input, state: 'Requested', decidedBy: '' }]);
    if (isAlone) expect((await give(test, other, 'refuse', { input })).body.error).toBe('may_be_done');
    const again = await give(test, other, 'approve', { input });
    expect([again.status, await stateOf(input)]).toEqual([200, 'Done']);
    if (first) expect([again, await sample.state()]).toEqual([first, after]);
    else expect(await sample.state()).not.toBe(after);
  });

  it.each(APPROVED)('%s expires 24 hours after it was asked for', async (name) => {
    const { sample, asker, input, before } = await asked(name);
    test.ctx.advance(24 * HOUR_MS - 1);
    const early = await givenStaff(test.ctx, sample.tenantId);
    expect((await give(test, early, 'requests')).body.rows).toEqual([
      expect.objectContaining({ ...input, state: 'Requested' }),
    ]);
    test.ctx.advance(1);
    const answer = await give(test, early, 'approve', { input });
    expect(answer).toMatchObject({ status: 409, body: { error: 'request_expired' } });
    expect([await sample.state(), await stateOf(input)]).toEqual([before, 'Expired']);
    expect((await give(test, early, 'requests')).body.rows).toEqual([]);
    // It can be asked for again.
    const again = await givenStaff(test.ctx, asker.tenantId);
    const { body } = await give(test, again, name, { input: sample.input, reason: REASON });
    expect(body.request?.id).not.toBe(input.request);
  });

  it.each(APPROVED)('%s is not carried out once it is refused, by another or by whoever asked for it', async (name) => {
    const { sample, asker, manager, input: first, before } = await asked(name);
    // What was refused can be asked for again.
    const askAgain = async () =>
      (await give(test, asker, name, { input: sample.input, reason: REASON })).body.request?.id ?? '';
    for (const isAsker of [false, true]) {
      const input = isAsker ? { request: await askAgain() } : first;
      const refused = await give(test, isAsker ? asker : manager, 'refuse', { input: { ...input, because: 'no' } });
      expect(refused).toMatchObject({ status: 200, body: { rows: [{ ...input, state: 'Refused' }] } });
      expect((await give(test, manager, 'approve', { input })).body.error).toBe('already_decided');
      expect([await sample.state(), await stateOf(input)]).toEqual([before, 'Refused']);
    }
  });

  it.each(APPROVED)('%s is asked for once: by the same key, and while it is open', async (name) => {
    const sample = await sampleOf(name).given(test);
    const asker = await givenStaff(test.ctx, sample.tenantId);
    const given = { input: sample.input, reason: REASON };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => give(test, asker, name, { ...given, key: 'the-same-key' })),
    );
    expect(new Set(answers.map(({ body }) => body.request?.id)).size).toBe(1);
    const another = await givenStaff(test.ctx, sample.tenantId);
    expect(await give(test, another, name, given)).toMatchObject({ status: 409, body: { error: 'already_asked' } });
    const rows = await test.ctx.asOwner('SELECT FROM desk_request WHERE tenant_id = $1', [sample.tenantId]);
    expect(rows).toHaveLength(1);
  });
});
