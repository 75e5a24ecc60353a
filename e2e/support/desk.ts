import { postCommand, postSignIn, type DeskResponse } from '../../server/src/commands/desk/client.ts';
import { STAFF_PASSWORD } from '../../server/src/demo/staff.ts';

type Given = { readonly input: object; readonly reason?: string };

/** Runs a desk command as a member of the demo's staff. */
export async function atTheDesk(
  server: string,
  [tenant, name]: readonly [tenant: number, name: string],
  command: string,
  given: Given,
): Promise<DeskResponse> {
  const signedIn = await postSignIn(server, { tenant, name, password: STAFF_PASSWORD });
  if (!signedIn.ok) throw new Error(`${name} is not signed in at the desk: ${signedIn.error}`);
  const answer = await postCommand({ server, token: signedIn.value.token }, command, given);
  if (!answer.ok) throw new Error(`${command} is refused: ${answer.error} ${answer.field ?? ''}`);
  return answer.value;
}
