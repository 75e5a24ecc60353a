import type { ProofContent, ProofPurpose } from '@wattle/contract/access/step-up.ts';
import { currentSession } from '../session/session.ts';
import { createStore } from '../observable.ts';
import type { CallResult } from './send.ts';
import { randomId } from '../browser/random-id.ts';

/** Subject of a proof. `Content` is set for a purpose whose proof is used once. */
export type ProofSubject = { readonly Purpose: ProofPurpose; readonly Content?: ProofContent };

/** Pending request for a fresh proof by the signed-in user. */
export type AskedProof = {
  readonly id: string;
  readonly subject: ProofSubject;
  readonly end: (isProved: boolean) => void;
};

/** `proof_needed`: the server accepts the call after a fresh proof. */
export const PROOF_NEEDED = '428';

/** Proof being asked for; null if there is none. Further requests are queued. */
export const askedProof = createStore<AskedProof | null>(null);
let turn: Promise<unknown> = Promise.resolve();
const waiting = new Map<string, Promise<boolean>>();

function askOnce(subject: ProofSubject): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isProved: boolean) => {
      askedProof.set(null);
      resolve(isProved);
    };
    askedProof.set({ id: randomId(), subject, end });
  });
}

/** Requests a proof. Calls that wait for the same one share a request, and a call of an ended session makes none. */
function ask(session: string, subject: ProofSubject): Promise<boolean> {
  const key = JSON.stringify([session, subject]);
  const known = waiting.get(key);
  if (known) return known;
  const answer = turn
    .then(() => currentSession()?.id === session && askOnce(subject))
    .finally(() => waiting.delete(key));
  turn = answer;
  waiting.set(key, answer);
  return answer;
}

/**
 * Makes a call. If the server requires a proof, asks the user for one and repeats the same call with the same
 * idempotency key. Without a proof, or if the session has ended, it returns the first response.
 */
export async function withProof<T>(subject: ProofSubject, send: () => Promise<CallResult<T>>): Promise<CallResult<T>> {
  const session = currentSession()?.id;
  const answer = await send();
  if (answer.ok || answer.code !== PROOF_NEEDED || session === undefined) return answer;
  const isProved = await ask(session, subject);
  return isProved && currentSession()?.id === session ? send() : answer;
}
