import type { ResponseOf } from '@wattle/contract/operation.ts';
import { wasActive } from '../session/activity.ts';
import { refreshSession } from '../session/refresh.ts';
import type { Session } from '../session/session-state.domain.ts';
import { currentSession, endSession, sessionOf, whileSession } from '../session/session.ts';
import { type CallFailure, type CallInput, type CallResult, type OperationLike, send, UNEXPECTED } from './send.ts';
import { withProof } from './proof.ts';

/** Failure of a call whose session has ended: its response must not reach the next user. */
const ABORTED: CallFailure = { ok: false, code: UNEXPECTED, status: 0 };

async function sendFor<O extends OperationLike>(
  { id, accessToken }: Session,
  operation: O,
  input: CallInput<O>,
): Promise<CallResult<ResponseOf<O>>> {
  return (await whileSession(id, send(operation, input, accessToken))) ?? ABORTED;
}

/** Calls with a session. A 401 renews it (once, shared by all calls) and the call is repeated. */
async function callFor<O extends OperationLike>(
  session: Session,
  operation: O,
  input: CallInput<O>,
): Promise<CallResult<ResponseOf<O>>> {
  const { id, accessToken } = session;
  const answer = await sendFor(session, operation, input);
  if (answer.ok || answer.status !== 401) return answer;
  // Another call may have renewed the session in the meantime.
  const isRenewed = sessionOf(id)?.accessToken !== accessToken || (await refreshSession(wasActive(), id));
  const renewed = sessionOf(id);
  // Neither renewed nor ended: the network or the server failed, and a later call may succeed.
  if (!isRenewed || !renewed) return renewed ? ABORTED : { ...answer, status: 0 };
  const again = await sendFor(renewed, operation, input);
  if (!again.ok && again.status === 401) endSession('expired', id);
  return again;
}

/**
 * Makes a call. If its operation requires a fresh proof and the session has none, the user is asked for one and the
 * call is repeated.
 */
export function call<O extends OperationLike>(operation: O, input: CallInput<O>): Promise<CallResult<ResponseOf<O>>> {
  const id = operation.auth === 'public' ? undefined : currentSession()?.id;
  const make = () => callOnce(id, operation, input);
  return operation.proof.kind === 'fresh' ? withProof({ Purpose: 'account' }, make) : make();
}

/**
 * Makes a call of the contract, as the signed-in user if there is one. Returns `{ ok: true, value }`, or
 * `{ ok: false, code }` with a code of the error texts. A call belongs to the session in which it was made: when that
 * ends, the call fails and its response is dropped.
 */
async function callOnce<O extends OperationLike>(
  id: string | undefined,
  operation: O,
  input: CallInput<O>,
): Promise<CallResult<ResponseOf<O>>> {
  const session = id === undefined ? null : sessionOf(id);
  // The session ended while a proof was requested.
  if (id !== undefined && !session) return ABORTED;
  return session ? callFor(session, operation, input) : send(operation, input);
}
