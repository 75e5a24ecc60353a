import type { Tx } from '../../platform/database/database.ts';
import { withSavepoint } from '../../platform/database/savepoint.ts';
import { doneOf } from './done.ts';
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
  return inWords(command, call, outcome);
}

/** Runs a command that has separate transactions. */
export async function performAlone(command: DeskCommand, call: DeskCall<never>): Promise<DeskOutcome> {
  const { runAlone } = command;
  if (!runAlone) throw new Error(`${command.name} runs in a transaction`);
  return inWords(command, call, await runAlone(call));
}

/** Drops the columns that the command's answer does not name, and says what became of the command. */
function inWords(command: DeskCommand, { input }: DeskCall<never>, outcome: DeskOutcome): DeskOutcome {
  if (!outcome.ok) return outcome;
  const rows = outcome.rows.map((row) => command.answer.parse(row) as typeof row);
  // An approval has the words of the command that was approved.
  const done = outcome.done ?? doneOf(command, input, rows);
  return { ...outcome, rows, ...(done && { done }) };
}
