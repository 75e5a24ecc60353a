import type { ResponseOf } from '@wattle/contract/operation.ts';
import { wasActive } from '../session/activity.ts';
import { refreshSession } from '../session/refresh.ts';
import { currentSession, endSession } from '../session/session.ts';
import { type CallInput, type CallResult, type OperationLike, send, UNEXPECTED } from './send.ts';
import { reportServerFault } from './server-fault.ts';

/** Calls that a screen goes on without: their faults never leave the page. */
const OPTIONAL = /^(config|address|devices)\/|^brand\/GetSystemNotifications$/i;

/**
 * Makes a call of the contract, as the signed-in person where there is one. The outcome is a value:
 * `{ ok: true, value }`, or `{ ok: false, code }` with a code of the error texts. A 401 renews the
 * session (once, shared by all calls) and tries again; where that fails, the session is over.
 */
export async function call<O extends OperationLike>(
  operation: O,
  input: CallInput<O>,
): Promise<CallResult<ResponseOf<O>>> {
  const session = operation.auth === 'public' ? null : currentSession();
  let answer = await send(operation, input, session?.accessToken);
  if (!answer.ok && answer.status === 401 && session) {
    // Another call may have renewed the session while this one was under way.
    const isRenewed = currentSession()?.accessToken !== session.accessToken || (await refreshSession(wasActive()));
    const renewed = currentSession();
    // Not renewed and not over: the network or the server is in trouble, and a later call may work.
    if (!isRenewed || !renewed) return { ok: false, code: renewed ? UNEXPECTED : answer.code, status: 0 };
    answer = await send(operation, input, renewed.accessToken);
    if (!answer.ok && answer.status === 401) endSession('expired');
  }
  if (!answer.ok && answer.status === 500 && !OPTIONAL.test(operation.path)) {
    reportServerFault();
  }
  return answer;
}
