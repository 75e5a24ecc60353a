import type { Tx } from '../../../platform/database/database.ts';
import { actorOf, auditCommand } from '../audit-command.ts';
import type { DeskCall, DeskCommand, DeskCommands, DeskOutcome, DeskRow, Done } from '../desk-command.ts';
import { doneOf } from '../done.ts';
import { type DeskRefusal, type DeskRefusalName, isPassing, refused } from '../desk-refusal.ts';
import { performAlone, performIn } from '../perform.ts';
import { inputHash } from './ask.ts';
import { type DeskRequest, lockRequest, saveOutcome } from './desk-request.store.ts';

/** Idempotency key of a request: the same for every approver and every repeat. */
export const keyOf = (tenantId: number, id: bigint): string => `desk-request:${tenantId}:${id}`;

/** The request that is carried out under this key. */
export const requestOfKey = (key: string): bigint => BigInt(key.slice(key.lastIndexOf(':') + 1));

type Ready = { readonly ok: true; readonly command: DeskCommand; readonly call: DeskCall<never> };

/**
 * Carries out an approved request once, and ends it as Done or Failed. A command that runs in one transaction commits
 * together with the state of its request. A command with several transactions gets a key made of the request's id, so
 * that repeating it after a crash changes nothing. After an exception the request stays Approved, to be repeated.
 */
export async function carryOut(call: DeskCall<never>, id: bigint): Promise<DeskOutcome> {
  const { database } = call.ctx;
  const { tenantId } = call.staff;
  const started = await database.transact(tenantId, async (tx) => {
    const request = await lockApproved(tx, tenantId, id);
    if (request.ended_at !== null) return { ended: endOf(call, request) };
    const ready = prepare(call, request);
    if (!ready.ok) return { ended: await finish(tx, call, request, ready) };
    if (ready.command.runAlone) return { request, ready };
    return { ended: await finish(tx, call, request, await performIn(tx, ready.command, ready.call), ready.command) };
  });
  if (started.ended) return started.ended;
  const { request, ready } = started;
  const outcome = await performAlone(ready.command, ready.call);
  // The request stays approved and is carried out again.
  if (!outcome.ok && isPassing(outcome)) return outcome;
  return database.transact(tenantId, async (tx) => {
    const now = await lockApproved(tx, tenantId, id);
    // Another call with the same key has carried the request out meanwhile.
    return now.ended_at === null ? finish(tx, call, request, outcome, ready.command) : endOf(call, now);
  });
}

async function lockApproved(tx: Tx, tenantId: number, id: bigint): Promise<DeskRequest> {
  const request = await lockRequest(tx, tenantId, id);
  if (!request) throw new Error('a request was approved and is gone');
  return request;
}

/** The command and its checked input, made from the stored request only. */
function prepare(call: DeskCall<never>, request: DeskRequest): Ready | DeskRefusal {
  if (!inputHash(request.command, request.input).equals(request.input_hash)) {
    throw new Error('a request is not what was asked for');
  }
  const command = call.commands.get(request.command);
  const input = command?.input.safeParse(request.input);
  // The request was made with another version of the program.
  if (!command || !input?.success) return refused('input_invalid', { object: request.object ?? undefined });
  const key = keyOf(call.staff.tenantId, request.id);
  return { ok: true, command, call: { ...call, input: input.data as never, key } };
}

async function finish(
  tx: Tx,
  call: DeskCall<never>,
  request: DeskRequest,
  outcome: DeskOutcome,
  command?: DeskCommand,
): Promise<DeskOutcome> {
  const { ctx, staff, requestId } = call;
  const once = command?.shownOnce ?? [];
  const object = outcome.object ?? request.object ?? undefined;
  await saveOutcome(tx, staff.tenantId, {
    id: request.id,
    state: outcome.ok ? 'Done' : 'Failed',
    outcome: outcome.ok
      ? { ok: true, rows: outcome.rows.map((row) => without(row, once)), ...(object !== undefined && { object }) }
      : { ok: false, error: outcome.error, ...(outcome.field !== undefined && { field: outcome.field }) },
    nowMs: ctx.clocks.security.now(),
  });
  auditCommand(tx, ctx, {
    staff,
    command: request.command,
    requestId,
    outcome: { ...outcome, object },
    details: { request: String(request.id), askedBy: actorOf({ id: request.asked_by }) },
  });
  if (!outcome.ok) return outcome;
  // Columns without a value are left out, such as a backup token that was sent to its owner.
  const shownOnce = once.filter((column) => outcome.rows.some((row) => (row[column] ?? '') !== ''));
  return { ...outcome, object, ...(shownOnce.length > 0 && { shownOnce }) };
}

function without(row: DeskRow, columns: readonly string[]): DeskRow {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}

/** Outcome of a request that has ended. */
function endOf({ commands }: DeskCall<never>, request: DeskRequest): DeskOutcome {
  const { outcome } = request;
  const object = request.object ?? undefined;
  // The approver left, and another member refused the request meanwhile.
  if (!outcome) return refused('already_decided', { object });
  if (!outcome.ok) return refused(outcome.error as DeskRefusalName, { field: outcome.field, object });
  const done = doneOfRequest(commands, request);
  return { ok: true, rows: outcome.rows, object: outcome.object ?? object, ...(done && { done }) };
}

/** End of a request that was carried out, in words, from the stored answer. */
export function doneOfRequest(
  commands: DeskCommands,
  { command: name, input, outcome }: DeskRequest,
): Done | undefined {
  const command = commands.get(name);
  const given = command?.input.safeParse(input);
  // The request was made with another version of the program.
  if (!command || !outcome?.ok || !given?.success) return undefined;
  return doneOf(command, given.data, outcome.rows);
}
