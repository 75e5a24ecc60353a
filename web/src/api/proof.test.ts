import { beforeEach, expect, test, vi } from 'vitest';
import { askedProof, PROOF_NEEDED, type ProofSubject, withProof } from './proof.ts';
import type { CallResult } from './send.ts';

let session: { readonly id: string } | null;
// Another file may have loaded the module with the real session.
vi.hoisted(() => vi.resetModules());
vi.mock('../session/session.ts', () => ({ currentSession: () => session }));

beforeEach(() => {
  session = { id: 'one' };
});

const ACCOUNT: ProofSubject = { Purpose: 'account' };
const PAYMENT: ProofSubject = { Purpose: 'payment', Content: { amount: '10.00' } };
const REFUSED: CallResult<string> = { ok: false, code: PROOF_NEEDED, status: 428 };

/** A call that is refused until a proof is given. */
function givenCall() {
  const send = vi.fn<() => Promise<CallResult<string>>>();
  send.mockResolvedValueOnce(REFUSED).mockResolvedValue({ ok: true, value: 'done' });
  return send;
}

const isAsked = () => vi.waitFor(() => expect(askedProof.get()).not.toBeNull());

test('asks for no proof when a call fails for another reason', async () => {
  const send = vi.fn(async (): Promise<CallResult<string>> => ({ ok: false, code: '10001', status: 400 }));
  expect(await withProof(ACCOUNT, send)).toMatchObject({ code: '10001' });
  expect([send.mock.calls.length, askedProof.get()]).toEqual([1, null]);
});

test('returns the first response when no proof is given', async () => {
  const send = givenCall();
  const answer = withProof(ACCOUNT, send);
  await isAsked();
  askedProof.get()?.end(false);
  expect(await answer).toEqual(REFUSED);
  expect(send).toHaveBeenCalledTimes(1);
});

test('asks once for a proof that several calls need', async () => {
  const [first, second] = [givenCall(), givenCall()];
  const answers = Promise.all([withProof(ACCOUNT, first), withProof(ACCOUNT, second)]);
  await isAsked();
  askedProof.get()?.end(true);
  expect(await answers).toEqual([
    { ok: true, value: 'done' },
    { ok: true, value: 'done' },
  ]);
  expect(askedProof.get()).toBeNull();
});

test('queues a request for a different proof and asks for it separately', async () => {
  const answers = Promise.all([withProof(ACCOUNT, givenCall()), withProof(PAYMENT, givenCall())]);
  await isAsked();
  const first = askedProof.get();
  expect(first?.subject).toEqual(ACCOUNT);
  first?.end(true);
  await vi.waitFor(() => expect(askedProof.get()?.subject).toEqual(PAYMENT));
  askedProof.get()?.end(false);
  expect(await answers).toEqual([{ ok: true, value: 'done' }, REFUSED]);
});

test('does not repeat the call in the session of another user', async () => {
  const send = givenCall();
  const answer = withProof(ACCOUNT, send);
  await isAsked();
  session = { id: 'another' };
  askedProof.get()?.end(true);
  expect(await answer).toEqual(REFUSED);
  expect(send).toHaveBeenCalledTimes(1);
});

test('drops queued requests when another user signs in', async () => {
  const answers = Promise.all([withProof(ACCOUNT, givenCall()), withProof(PAYMENT, givenCall())]);
  await isAsked();
  session = { id: 'another' };
  askedProof.get()?.end(false);
  expect(await answers).toEqual([REFUSED, REFUSED]);
  expect(askedProof.get()).toBeNull();
});
