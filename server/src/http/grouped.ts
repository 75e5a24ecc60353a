import { err, type ErrorName, type Result } from '@wattle/contract/errors.ts';
import { hash } from 'node:crypto';
import type { AppContext } from '../context.ts';
import { auditAll } from '../platform/audit.ts';
import type { Tx } from '../platform/database.ts';
import { isCollision, isDatabaseAway } from '../platform/database-fault.ts';
import { type Group, openGroup } from '../platform/group-commit.ts';
import { type Claims, sessionsOf } from './auth.ts';
import { callerOf } from './caller.ts';
import type { GroupedOutcome, Route, Session } from './handle.ts';
import { type Answer, keepAnswers, type KeyOfCaller, type KeptAnswer, readAnswers } from './kept-answer.store.ts';
import type { Input } from './validate.ts';

/** A call whose token and input are good by themselves; the rest is settled in the batch's transaction. */
export type Queued = Input & {
  readonly claims: Claims;
  readonly key: string | undefined;
  readonly requestId: string;
};

export type Groups = {
  /** Carries the call out together with those that wait for the same. */
  submit(route: Route, call: Queued): Promise<Answer>;
};

type AnyOutcome = GroupedOutcome<Route['operation']>;

/** Another connection answered one of the keys meanwhile: nothing may be committed, look again. */
class AnswerTaken extends Error {}

/** One group for each tenant and operation. */
export function openGroups(ctx: AppContext): Groups {
  const groups = new Map<string, Group<Queued, Answer>>();

  function groupOf(route: Route, tenantId: number): Group<Queued, Answer> {
    const name = `${tenantId} ${route.operation.name}`;
    const known = groups.get(name);
    if (known) return known;
    const made = openGroup<Queued, Answer>({
      run: (calls) => ctx.database.transact(tenantId, (tx) => runBatch(ctx, tx, route, tenantId, calls)),
      isLost: (error) => isDatabaseAway(error) && !isCollision(error),
    });
    groups.set(name, made);
    return made;
  }

  return { submit: (route, call) => groupOf(route, call.claims.tenantId).submit(call) };
}

/** A call that is let in: who makes it, and what its key and body are known by. */
type Admitted = KeyOfCaller & {
  readonly session: Session;
  readonly call: Queued;
  readonly requestHash: Buffer;
};

async function runBatch(
  ctx: AppContext,
  tx: Tx,
  route: Route,
  tenantId: number,
  calls: readonly Queued[],
): Promise<Answer[]> {
  const sessions = await sessionsOf(
    ctx,
    tx,
    tenantId,
    calls.map(({ claims }) => claims),
  );
  const admitted = calls.map((call, index) => admit(route, call, sessions[index]));
  const known = await keptFor(tx, route, tenantId, admitted);
  const fresh = new Map<string, Admitted>();
  for (const one of admitted) {
    // The first of those that share a key is carried out; the others get its answer.
    if (one.ok && !known.has(nameOf(one.value)) && !fresh.has(nameOf(one.value)))
      fresh.set(nameOf(one.value), one.value);
  }
  for (const kept of await carryOut(ctx, tx, route, tenantId, [...fresh.values()])) known.set(nameOf(kept), kept);
  return admitted.map((one): Answer => {
    if (!one.ok) return one;
    const kept = known.get(nameOf(one.value));
    if (!kept) throw new Error(`${route.operation.name} has no answer for one of its calls`);
    return kept.requestHash.equals(one.value.requestHash) ? kept.answer : err('key_reused');
  });
}

/** Whether the caller is let in, in the order in which every call is settled. */
function admit(route: Route, call: Queued, session: Session | undefined): Result<Admitted, ErrorName> {
  const { auth } = route.operation;
  if (!session) return err('bad_bearer');
  if (auth === 'public' || !auth.includes(session.scope)) return err('scope_refused');
  const { key = '' } = call;
  return { ok: true, value: { session, call, caller: callerOf(session), key, requestHash: digest(bodyOf(call)) } };
}

/** The shapes put the fields into one order, whatever order they came in. */
function bodyOf({ params, query, body }: Queued): string {
  return JSON.stringify([params, query, body]);
}

const HASH_BYTES = 16;

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

function nameOf({ caller, key }: KeyOfCaller): string {
  return `${caller} ${key}`;
}

async function keptFor(
  tx: Tx,
  route: Route,
  tenantId: number,
  admitted: readonly Result<Admitted, ErrorName>[],
): Promise<Map<string, KeptAnswer>> {
  const keys = admitted.flatMap((one) => (one.ok ? [one.value] : []));
  const kept = keys.length === 0 ? [] : await readAnswers(tx, tenantId, route.operation.name, keys);
  return new Map(kept.map((one) => [nameOf(one), one]));
}

async function carryOut(
  ctx: AppContext,
  tx: Tx,
  route: Route,
  tenantId: number,
  fresh: readonly Admitted[],
): Promise<KeptAnswer[]> {
  const { grouped, operation } = route;
  if (!grouped) throw new Error(`${operation.name} is not carried out in groups`);
  if (fresh.length === 0) return [];
  const calls = fresh.map(({ call, session, caller, key }) => ({
    body: call.body as never,
    session,
    caller,
    // 22 characters instead of up to 100: it stands in an index of the ledger for good.
    ledgerKey: digest(`${operation.name} ${caller} ${key}`).toString('base64url'),
  }));
  const outcomes = await grouped.run(calls, { ctx, tx, tenantId });
  const answers = fresh.map(({ caller, key, requestHash }, index) => ({
    caller,
    key,
    requestHash,
    answer: outcomeAt(outcomes, index).result,
  }));
  const [free] = await Promise.all([
    keepAnswers(tx, tenantId, operation.name, answers, ctx.clocks.security.now()),
    auditAll(
      tx,
      ctx.clocks,
      fresh.map(({ caller, call }, index) => {
        const { result, object, details } = outcomeAt(outcomes, index);
        const outcome = result.ok ? 'ok' : result.error;
        return { tenantId, actor: caller, action: grouped.action, object, outcome, requestId: call.requestId, details };
      }),
    ),
  ]);
  if (free < answers.length) throw new AnswerTaken(`${operation.name}: a key was answered meanwhile`);
  return answers;
}

function outcomeAt(outcomes: readonly AnyOutcome[], index: number): AnyOutcome {
  const outcome = outcomes[index];
  if (!outcome) throw new Error('a call has no outcome');
  return outcome;
}
