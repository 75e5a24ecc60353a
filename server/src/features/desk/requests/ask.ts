import { createHash } from 'node:crypto';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import type { DeskCall, DeskCommand, DeskOutcome } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { canonicalText, type GivenInput } from '../given-input.domain.ts';
import { addRequest, type DeskRequest, findRequestByKey } from './desk-request.store.ts';
import { expireRequests } from './expire-requests.ts';

/** Hash of a request's input: it is compared again before the request is carried out. */
export function inputHash(command: string, input: GivenInput): Buffer {
  return createHash('sha256').update(canonicalText(command, input)).digest();
}

type Asked = {
  readonly tx: Tx;
  readonly call: DeskCall<never>;
  readonly command: DeskCommand;
  /** The input as it was typed. It is checked again when the request is carried out. */
  readonly given: GivenInput;
  readonly reason: string;
};

/** Stores a request for a second person to approve. A retry with the same key finds the stored request. */
export async function askForApproval({ tx, call, command, given, reason }: Asked): Promise<DeskOutcome> {
  const { ctx, staff, key } = call;
  const hash = inputHash(command.name, given);
  const known = await findRequestByKey(tx, staff.tenantId, staff.id, key);
  if (known) return known.input_hash.equals(hash) ? answerOf(known) : refused('key_reused');
  await expireRequests(tx, ctx, staff.tenantId);
  const checked = await command.check?.({ ...call, tx });
  if (checked?.ok === false) return checked;
  const effect = (await command.effect?.({ ...call, tx })) ?? [];
  const nowMs = ctx.clocks.security.now();
  const id = await addRequest(tx, {
    tenantId: staff.tenantId,
    command: command.name,
    input: given,
    inputHash: hash,
    object: checked?.object,
    reason,
    effect,
    clientKey: key,
    askedBy: staff.id,
    nowMs,
    expiresAtMs: nowMs + ctx.config.desk.requestMs,
  });
  if (id !== undefined) {
    const expiresAt = new Date(nowMs + ctx.config.desk.requestMs).toISOString();
    return { ok: true, rows: [], object: checked?.object, request: { id: String(id), expiresAt } };
  }
  // The insert waited for a call with the same key, or another open request has the same input.
  const first = await findRequestByKey(tx, staff.tenantId, staff.id, key);
  if (!first) return refused('already_asked', { object: checked?.object });
  return first.input_hash.equals(hash) ? answerOf(first) : refused('key_reused');
}

function answerOf(request: DeskRequest): DeskOutcome {
  return {
    ok: true,
    rows: [],
    object: request.object ?? undefined,
    request: { id: String(request.id), expiresAt: toInstant(request.expires_at) },
  };
}
