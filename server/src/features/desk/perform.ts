import type { Tx } from '../../platform/database/database.ts';
import { withSavepoint } from '../../platform/database/savepoint.ts';
import type { DeskCall, DeskCommand, DeskOutcome } from './desk-command.ts';

/** Runs a command in a transaction. A refusal rolls back its writes, and the transaction continues. */
export async function performIn(tx: Tx, command: DeskCommand, call: DeskCall<never>): Promise<DeskOutcome> {
  const { run } = command;
  if (!run) throw new Error(`${command.name} has transactions of its own`);
  const outcome = await withSavepoint(
    tx,
    () => run({ ...call, tx }),
    (result) => result.ok,
  );
  return withNamedColumns(command, outcome);
}

/** Runs a command that has separate transactions. */
export async function performAlone(command: DeskCommand, call: DeskCall<never>): Promise<DeskOutcome> {
  const { runAlone } = command;
  if (!runAlone) throw new Error(`${command.name} runs in a transaction`);
  return withNamedColumns(command, await runAlone(call));
}

/** Drops the columns that the command's answer does not name. */
function withNamedColumns(command: DeskCommand, outcome: DeskOutcome): DeskOutcome {
  if (!outcome.ok) return outcome;
  return { ...outcome, rows: outcome.rows.map((row) => command.answer.parse(row) as typeof row) };
}
