import type { DeskCallInTransaction, Effect } from '../desk-command.ts';
import type { DeskRequest } from './desk-request.store.ts';

/** Effect of a request if it were carried out now. Undefined: asked for with another version of the program. */
export async function effectNow(
  call: DeskCallInTransaction<unknown>,
  request: Pick<DeskRequest, 'command' | 'input'>,
): Promise<readonly Effect[] | undefined> {
  const command = call.commands.get(request.command);
  const input = command?.input.safeParse(request.input);
  if (!command?.effect || !input?.success) return undefined;
  return command.effect({ ...call, input: input.data as never });
}
