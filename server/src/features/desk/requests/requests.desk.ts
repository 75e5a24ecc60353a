import * as z from 'zod';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { pageInput, pageOf } from '../page.ts';
import { deskCommand, type DeskCommands, type DeskRow, type Done } from '../desk-command.ts';
import { maskedInput } from '../input-words.ts';
import { doneOfRequest } from './carry-out.ts';
import { DESK_REQUEST_STATES } from './desk-request.states.domain.ts';
import { type DeskRequest, listEndedRequests, listRequests } from './desk-request.store.ts';
import { rowNumber } from '../typed-input.ts';

const OPEN = ['Requested', 'Approved'] as const;
const ENDED = ['Done', 'Failed', 'Refused', 'Expired'] as const;

/** The requests that wait for someone; with `all` also those that have ended, with `today` those that ended today. */
export const requests = deskCommand({
  name: 'requests',
  title: 'Requests',
  summary:
    'List the requests that wait for approval; with --all also those that have ended, with --today those that ended today; --state Done and --mine decided name some of them',
  permission: 'look',
  input: z.object({
    request: rowNumber.optional(),
    all: z.boolean().optional(),
    today: z.boolean().optional(),
    /** Outcome by which ended requests are picked out. */
    state: z.enum(ENDED).optional(),
    /** Part of the caller in the requests: the asker or the decider. */
    mine: z.enum(['asked', 'decided']).optional(),
    ...pageInput,
  }),
  positional: 'request',
  answer: z.object({
    request: z.string(),
    state: z.string(),
    command: z.string(),
    object: z.string(),
    amount: z.string(),
    input: z.string(),
    reason: z.string(),
    askedBy: z.string(),
    askedByName: z.string(),
    askedByRole: z.string(),
    /** Names of both people who added the asker to the staff; empty for the first members. */
    askerAddedBy: z.string(),
    askerAddedAt: z.string(),
    isOwn: z.boolean(),
    askedAt: z.string(),
    expiresAt: z.string(),
    decidedBy: z.string(),
    decidedByName: z.string(),
    decidedAt: z.string(),
    /** Name of the former approver who is gone, if the request waits for another one. */
    approvedBefore: z.string(),
    /** Outcome in words, name of the refusal, or reason of the refusal. */
    outcome: z.string(),
    /** Number to read out, and what comes next, of one that was carried out. */
    reference: z.string(),
    next: z.string(),
    /** The rows of its answer are read as well: `request-outcome` has them. */
    isListed: z.boolean(),
    /** How many documents are attached: `request-attachments` lists them. */
    attachments: z.number(),
  }),
  async run({ tx, ctx, staff, commands, input }) {
    const isAny = input.all === true || input.request !== undefined || input.mine !== undefined;
    const nowMs = ctx.clocks.security.now();
    const { shown, hasMore } = await pageOf(ctx, input, (limit) =>
      input.today
        ? listEndedRequests(tx, staff.tenantId, { sinceMs: startOfDay(dayAt(nowMs)), limit, nowMs })
        : listRequests(tx, staff.tenantId, {
            states: input.state ? [input.state] : isAny ? DESK_REQUEST_STATES : OPEN,
            ...(input.mine === 'asked' && { askedBy: staff.id }),
            ...(input.mine === 'decided' && { decidedBy: staff.id }),
            ...(input.request !== undefined && { id: input.request }),
            limit,
            nowMs,
          }),
    );
    return { ok: true, rows: shown.map((request) => toRow(request, staff.id, commands)), hasMore };
  },
});

function toRow(request: DeskRequest, caller: bigint, commands: DeskCommands): DeskRow {
  const isWaiting = request.state === 'Requested';
  return {
    request: String(request.id),
    state: request.state,
    command: request.command,
    object: request.object ?? '',
    amount: typeof request.input['amount'] === 'string' ? request.input['amount'] : '',
    input: Object.entries(maskedInput(commands.get(request.command), request.input))
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    reason: request.reason,
    askedBy: request.asked_by_name,
    askedByName: request.asked_by_full_name,
    askedByRole: request.asked_by_role,
    askerAddedBy: request.asker_added_by ?? '',
    askerAddedAt: request.asker_added_at === null ? '' : toInstant(request.asker_added_at),
    isOwn: request.asked_by === caller,
    askedAt: toInstant(request.asked_at),
    expiresAt: toInstant(request.expires_at),
    decidedBy: isWaiting ? '' : (request.decided_by_name ?? ''),
    decidedByName: isWaiting ? '' : (request.decided_by_full_name ?? ''),
    decidedAt: isWaiting || request.decided_at === null ? '' : toInstant(request.decided_at),
    approvedBefore: isWaiting ? (request.decided_by_full_name ?? '') : '',
    ...outcomeOf(request, doneOfRequest(commands, request)),
    attachments: request.attachments,
  };
}

/** Outcome of a request, in words where it was carried out. */
function outcomeOf({ outcome, decision_reason: because }: DeskRequest, done: Done | undefined) {
  const { words = '', reference = '', next = '', isList = false } = done ?? {};
  const text = outcome?.ok === false ? outcome.error : outcome ? words : (because ?? '');
  return { outcome: text, reference, next, isListed: isList };
}
