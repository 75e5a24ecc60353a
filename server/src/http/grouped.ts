import { err, type ErrorName, type Result } from '@wattle/contract/errors.ts';
import { hash } from 'node:crypto';
import type { AppContext } from '../context.ts';
import { auditAll } from '../platform/audit.ts';
import { isLostToAll } from '../platform/database-fault.ts';
import type { Tx } from '../platform/database.ts';
import { type Group, openGroup } from '../platform/group-commit.ts';
import { openLane } from '../platform/lane.ts';
import { type Claims, sessionsOf } from './auth.ts';
import { callerOf } from './caller.ts';
import type { GroupedCall, GroupedOutcome, Route, Session, Within } from './handle.ts';
import { type Answer, keepAnswers, type KeptAnswer, readAnswers } from './kept-answer.store.ts';
import { openSessionMemory, type SessionMemory } from './session-memory.ts';
import type { Input } from './validate.ts';

/** A call whose token and input are good by themselves; the rest is settled in the batch's transaction. */
export type Queued = {
  readonly body: Input['body'];
  readonly claims: Claims;
  readonly key: string | undefined;
  readonly requestId: string;
  /** Of the input, by `requestHashOf`: what the key stands for. */
  readonly requestHash: Buffer;
};

/** The shapes put the fields into one order, whatever order they came in. */
export function requestHashOf({ params, query, body }: Input): Buffer {
  return digest(JSON.stringify([params, query, body]));
}

export type Groups = {
  /** Carries the call out together with those that wait for the same. */
  submit(route: Route, call: Queued): Promise<Answer>;
};

type AnyOperation = Route['operation'];
type AnyOutcome = GroupedOutcome<AnyOperation>;
type Grouped = NonNullable<Route['grouped']>;

/** One group for each tenant and operation. */
export function openGroups(ctx: AppContext): Groups {
  const groups = new Map<string, Group<Queued, Answer>>();
  const memory = openSessionMemory();

  function groupOf(route: Route, tenantId: number): Group<Queued, Answer> {
    const name = `${tenantId} ${route.operation.name}`;
    const known = groups.get(name);
    if (known) return known;
    const lane = openLane();
    const made = openGroup<Queued, Answer>({
      run: (calls, sent) => {
        const work = async (tx: Tx) => {
          const answers = await runBatch({ ctx, tx, tenantId }, route, calls, memory);
          sent();
          return answers;
        };
        return ctx.database.transact(tenantId, work, lane);
      },
      isLost: isLostToAll,
      holdsBack: true,
    });
    groups.set(name, made);
    return made;
  }

  return { submit: (route, call) => groupOf(route, call.claims.tenantId).submit(call) };
}

/** A call that is let in, and what its key and body are known by. */
type Admitted = {
  /** Its answer is kept under this. */
  readonly id: string;
  readonly call: GroupedCall<AnyOperation>;
  readonly requestId: string;
  readonly requestHash: Buffer;
};
type Prepared = Admitted & { readonly prepared: unknown };
type Known = Omit<KeptAnswer, 'id'>;

type Entry = Result<Admitted, ErrorName>;

/** No session lives that the token names. */
const NOBODY = err('bad_bearer');

async function runBatch(
  within: Within,
  route: Route,
  calls: readonly Queued[],
  memory: SessionMemory,
): Promise<Answer[]> {
  const { operation } = route;
  const claims = calls.map((call) => call.claims);
  const admitAll = (sessions: readonly (Session | undefined)[]) =>
    calls.map((call, index) => admit(operation, call, sessions[index]));
  // Sent together where all callers have called before: who they are is known, and whether they still may is asked.
  const remembered = memory.recall(claims);
  const early = remembered && admitAll(remembered);
  const [sessions, ahead] = await Promise.all([
    sessionsOf(within.ctx, within.tx, within.tenantId, claims),
    early && readAhead(within, route, early),
  ]);
  memory.remember(sessions);
  const entries = early?.map((entry, index) => (sessions[index] ? entry : NOBODY)) ?? admitAll(sessions);
  const known = await answerAll(within, route, entries, ahead ?? (await readAhead(within, route, entries)));
  return entries.map((one): Answer => {
    if (!one.ok) return one;
    const { requestHash, answer } = known.get(one.value.id) ?? neverAnswered(operation.name);
    return requestHash.equals(one.value.requestHash) ? answer : err('key_reused');
  });
}

function neverAnswered(name: string): never {
  throw new Error(`${name} has no answer for one of its calls`);
}

/** Whether the caller is let in, in the order in which every call is settled. */
function admit(
  { name, auth }: AnyOperation,
  { body, key = '', requestId, requestHash }: Queued,
  session: Session | undefined,
): Entry {
  if (!session) return NOBODY;
  if (auth === 'public' || !auth.includes(session.scope)) return err('scope_refused');
  const caller = callerOf(session);
  const own = digest(`${name} ${caller} ${key}`);
  // 22 characters instead of up to 100: it stands in an index of the ledger for good.
  const call = { body: body as never, session, caller, ledgerKey: own.toString('base64url') };
  return { ok: true, value: { id: toUuid(own), call, requestId, requestHash } };
}

const HASH_BYTES = 16;

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

/** As PostgreSQL writes 16 bytes of that type. */
function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What is known before anything is locked: answers that were kept, and for each call what its handler has read. */
type Ahead = { readonly kept: readonly KeptAnswer[]; readonly prepared: ReadonlyMap<string, unknown> };

async function readAhead({ ctx, tx, tenantId }: Within, route: Route, entries: readonly Entry[]): Promise<Ahead> {
  const admitted = entries.flatMap((one) => (one.ok ? [one.value] : []));
  if (admitted.length === 0) return { kept: [], prepared: new Map() };
  const { handler } = groupedOf(route);
  const calls = admitted.map(({ call }) => call);
  const [kept, prepared] = await Promise.all([
    readAnswers(
      tx,
      tenantId,
      admitted.map(({ id }) => id),
    ),
    handler.prepare(calls, { ctx, tx, tenantId }),
  ]);
  // Of several calls with one key the first is carried out.
  const byId = new Map<string, unknown>();
  for (const [index, { id }] of admitted.entries()) {
    if (!byId.has(id)) byId.set(id, prepared[index]);
  }
  return { kept, prepared: byId };
}

/** What each key is answered: what was kept, or what comes of its call now. */
async function answerAll(
  within: Within,
  route: Route,
  entries: readonly Entry[],
  { kept, prepared }: Ahead,
): Promise<ReadonlyMap<string, Known>> {
  const known = new Map(kept.map((one): [string, Known] => [one.id, one]));
  const fresh = new Map<string, Prepared>();
  for (const one of entries) {
    if (!one.ok) continue;
    const { id } = one.value;
    // The first of those that share a key is carried out; the others get its answer.
    if (known.has(id) || fresh.has(id)) continue;
    fresh.set(id, { ...one.value, prepared: prepared.get(id) });
  }
  const answers = await carryOut(within, groupedOf(route), [...fresh.values()]);
  for (const one of answers) known.set(one.id, one);
  return known;
}

function groupedOf({ operation, grouped }: Route): Grouped {
  if (!grouped) throw new Error(`${operation.name} is not carried out in groups`);
  return grouped;
}

async function carryOut(
  within: Within,
  { action, handler }: Grouped,
  fresh: readonly Prepared[],
): Promise<KeptAnswer[]> {
  if (fresh.length === 0) return [];
  const { ctx, tx, tenantId } = within;
  const outcomes = await handler.carryOut(fresh, within);
  const answers = fresh.map(({ id, requestHash }, index) => {
    return { id, requestHash, answer: outcomeAt(outcomes, index).result };
  });
  keepAnswers(tx, tenantId, answers, ctx.clocks.security.now());
  const lines = fresh.map(({ call, requestId }, index) => {
    const { result, object, details } = outcomeAt(outcomes, index);
    return {
      tenantId,
      actor: call.caller,
      action,
      object,
      outcome: result.ok ? 'ok' : result.error,
      requestId,
      details,
    };
  });
  auditAll(tx, ctx.clocks, lines);
  return answers;
}

function outcomeAt(outcomes: readonly AnyOutcome[], index: number): AnyOutcome {
  const outcome = outcomes[index];
  if (!outcome) throw new Error('a call has no outcome');
  return outcome;
}
