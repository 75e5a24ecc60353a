import { beforeEach, expect, test, vi } from 'vitest';
import { askedProof, PROOF_NEEDED, type ProofSubject, withProof } from './proof.ts';
import type { CallResult } from './send.ts';

let session: { readonly id: string } | null;
vi.mock('../session/session.ts', () => ({ currentSession: () => session }));

beforeEach(() => {
  session = { id: 'one' };
});

const ACCOUNT: ProofSubject = { Purpose: 'account' };
const PAYMENT: ProofSubject = { Purpose: 'payment', Content: { amount: '10.00' } };
const REFUSED: CallResult<string> = { ok: false, code: PROOF_NEEDED, status: 428 };

/** A call that is refused until somebody has proved to be there. */
function givenCall() {
  const send = vi.fn<() => Promise<CallResult<string>>>();
  send.mockResolvedValueOnce(REFUSED).mockResolvedValue({ ok: true, value: 'done' });
  return send;
}

const isAsked = () => vi.waitFor(() => expect(askedProof.get()).not.toBeNull());

test('a call that is answered otherwise asks for nothing', async () => {
  const send = vi.fn(async (): Promise<CallResult<string>> => ({ ok: false, code: '10001', status: 400 }));
  expect(await withProof(ACCOUNT, send)).toMatchObject({ code: '10001' });
  expect([send.mock.calls.length, askedProof.get()]).toEqual([1, null]);
});

test('without a proof the answer is the first one', async () => {
  const send = givenCall();
  const answer = withProof(ACCOUNT, send);
  await isAsked();
  askedProof.get()?.end(false);
  expect(await answer).toEqual(REFUSED);
  expect(send).toHaveBeenCalledTimes(1);
});

test('calls that wait for the same proof are asked for it once', async () => {
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

test('another proof waits for its turn, and is its own', async () => {
  const answers = Promise.all([withProof(ACCOUNT, givenCall()), withProof(PAYMENT, givenCall())]);
  await isAsked();
  const first = askedProof.get();
  expect(first?.subject).toEqual(ACCOUNT);
  first?.end(true);
  await vi.waitFor(() => expect(askedProof.get()?.subject).toEqual(PAYMENT));
  askedProof.get()?.end(false);
  expect(await answers).toEqual([{ ok: true, value: 'done' }, REFUSED]);
});

test('is not made again in the session of somebody else', async () => {
  const send = givenCall();
  const answer = withProof(ACCOUNT, send);
  await isAsked();
  session = { id: 'another' };
  askedProof.get()?.end(true);
  expect(await answer).toEqual(REFUSED);
  expect(send).toHaveBeenCalledTimes(1);
});

test('what waits for its turn is not asked of somebody else', async () => {
  const answers = Promise.all([withProof(ACCOUNT, givenCall()), withProof(PAYMENT, givenCall())]);
  await isAsked();
  session = { id: 'another' };
  askedProof.get()?.end(false);
  expect(await answers).toEqual([REFUSED, REFUSED]);
  expect(askedProof.get()).toBeNull();
});
