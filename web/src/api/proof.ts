import type { ProofContent, ProofPurpose } from '@wattle/contract/access/step-up.ts';
import { currentSession } from '../session/session.ts';
import { createStore } from '../store.ts';
import type { CallResult } from './send.ts';

/** Subject of a proof. `Content` belongs to a purpose whose proof is used once. */
export type ProofSubject = { readonly Purpose: ProofPurpose; readonly Content?: ProofContent };

/** A pending request that the signed-in user prove their presence. */
export type AskedProof = {
  readonly id: string;
  readonly subject: ProofSubject;
  readonly end: (isProved: boolean) => void;
};

/** `proof_needed`: the server accepts the call after a fresh proof. */
export const PROOF_NEEDED = '428';

/** The proof being asked for; null when there is none. Further requests wait in a queue. */
export const askedProof = createStore<AskedProof | null>(null);
let turn: Promise<unknown> = Promise.resolve();
const waiting = new Map<string, Promise<boolean>>();

function askOnce(subject: ProofSubject): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isProved: boolean) => {
      askedProof.set(null);
      resolve(isProved);
    };
    askedProof.set({ id: crypto.randomUUID(), subject, end });
  });
}

/** Calls waiting for the same proof share one request. A call of an ended session asks for none. */
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
 * Makes a call, asks its person for a proof where the server wants one, and then makes it again: the same call, with
 * the same idempotency key. Without a proof, and where the session has ended meanwhile, the answer is the first one.
 */
export async function withProof<T>(subject: ProofSubject, send: () => Promise<CallResult<T>>): Promise<CallResult<T>> {
  const session = currentSession()?.id;
  const answer = await send();
  if (answer.ok || answer.code !== PROOF_NEEDED || session === undefined) return answer;
  const isProved = await ask(session, subject);
  return isProved && currentSession()?.id === session ? send() : answer;
}
