import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import type { AppContext } from '../../compose/context.ts';
import { isDatabaseAway } from '../../platform/database/database-fault.ts';
import { readingFromStandby } from '../../platform/database/replica.ts';
import { auditCommand } from './audit-command.ts';
import type { DeskCall, DeskCommand, DeskCommands, DeskOutcome, Staff } from './desk-command.ts';
import { refused } from './desk-refusal.ts';
import { type GivenInput, holdsCardNumber } from './given-input.domain.ts';
import { canonicalInput, strictInput } from './input-words.ts';
import { performAlone, performIn } from './perform.ts';
import { askForApproval } from './requests/ask.ts';
import { may } from './staff/role.domain.ts';

export type GivenCommand = {
  readonly command: DeskCommand;
  readonly given: GivenInput;
  /** Why someone asks for it; demanded where a second person has to approve. */
  readonly reason: string | undefined;
  /** The file that was sent with it. */
  readonly file?: Buffer | undefined;
  /** The idempotency key of the call. */
  readonly key: string;
  readonly requestId: string;
  /** Session of the member who gives it. */
  readonly sessionId: string;
};

/**
 * Carries out what a member of staff typed, or asks a second one to approve it. Permission is checked before the input.
 * Every outcome is audited, also refusals and bugs.
 */
export async function runCommand(
  ctx: AppContext,
  commands: DeskCommands,
  staff: Staff,
  asked: GivenCommand,
): Promise<DeskOutcome> {
  const { command, requestId } = asked;
  // Views of a person are not events of that person
  // (docs/areas/people-at-the-desk.md, "A timeline is merged when it is read").
  const isLook = (outcome: DeskOutcome) => command.permission === 'look' && !(outcome.ok && outcome.isReveal);
  const record = (outcome: DeskOutcome) =>
    ctx.database.transact(staff.tenantId, async (tx) =>
      auditCommand(tx, ctx, {
        staff,
        command: command.name,
        requestId,
        outcome,
        details: isLook(outcome) ? { look: true } : undefined,
      }),
    );
  const call = prepare(ctx, commands, staff, asked);
  if ('error' in call) {
    await record(call);
    return call;
  }
  try {
    if (command.runAlone && !command.check) {
      const outcome = await performAlone(command, call);
      await record(outcome);
      return outcome;
    }
    if (command.permission === 'look' && !command.check) {
      // Read-only with and without a standby, so that a command that writes fails everywhere and not only beside one.
      const database = ctx.replica ? await readingFromStandby(ctx.database, ctx.replica) : ctx.database;
      const outcome = await database.read(staff.tenantId, (tx) => performIn(tx, command, call));
      await record(outcome);
      return outcome;
    }
    const refusal = await command.checkOutside?.(call);
    if (refusal) {
      await record(refusal);
      return refusal;
    }
    return await ctx.database.transact(staff.tenantId, async (tx) => {
      const { reason = '' } = asked;
      const given = canonicalInput(command, asked.given);
      const outcome = command.check
        ? await askForApproval({ tx, call, command, given, reason })
        : await performIn(tx, command, call);
      auditCommand(tx, ctx, { staff, command: command.name, requestId, outcome });
      return outcome;
    });
  } catch (error) {
    if (!isDatabaseAway(error)) await record(refused('unexpected'));
    throw error;
  }
}

function prepare(
  ctx: AppContext,
  commands: DeskCommands,
  staff: Staff,
  { command, given, reason, file, key, requestId, sessionId }: GivenCommand,
): DeskCall<never> | ReturnType<typeof refused> {
  if (!may(staff.role, command.permission)) return refused('not_permitted');
  const texts = Object.entries({ ...given, ...(reason !== undefined && { reason }) });
  const numbered = texts.find(([, value]) => typeof value === 'string' && holdsCardNumber(value));
  if (numbered) return refused('card_number_given', { field: numbered[0] });
  const input = strictInput(command).safeParse(given);
  if (!input.success) return refused('input_invalid', { field: faultyField(input.error.issues) });
  if (command.check && isBlank(reason ?? '')) return refused('reason_missing', { field: 'reason' });
  return { ctx, staff, sessionId, input: input.data as never, requestId, key, commands, file };
}

type Issue = { readonly path: readonly PropertyKey[]; readonly keys?: readonly string[] };

/** Zod names a field that does not exist beside the path. */
function faultyField([issue]: readonly Issue[]): string | undefined {
  const name = issue?.path[0] ?? issue?.keys?.[0];
  return name === undefined ? undefined : String(name);
}
