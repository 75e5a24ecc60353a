import { ok } from '@wattle/contract/errors.ts';
import { operation, WEB_ACCOUNT } from '@wattle/contract/operation.ts';
import { freshWhen } from '@wattle/contract/proof.ts';
import { done } from '@wattle/contract/wire.ts';
import { expect, it } from 'vitest';
import { checkProof } from './fresh-proof.ts';
import { handle, handlePublic } from './handle.ts';

const call = {
  name: 'raise',
  method: 'POST',
  path: 'raise',
  auth: WEB_ACCOUNT,
  ids: {},
  summary: '',
  response: done,
} as const;
const answer = async () => ok({ IsSuccessful: true as const });
const needsProof = () => true;

it('a server with a route whose proof cases differ from its operation does not start', () => {
  const always = operation({ ...call, proof: 'fresh' });
  const sometimes = operation({ ...call, proof: freshWhen('it rises') });
  checkProof(handle(always, answer));
  checkProof(handle(sometimes, answer, { needsProof }));
  expect(() => checkProof(handle(sometimes, answer))).toThrow('raise: says when');
  expect(() => checkProof(handle(always, answer, { needsProof }))).toThrow('raise: says when');
  expect(() => checkProof(handlePublic(always, answer))).toThrow('raise: nobody here');
});
