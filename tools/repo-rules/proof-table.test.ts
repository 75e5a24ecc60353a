import { SIGNED_IN } from '@wattle/contract/operation.ts';
import { expect, test } from 'vitest';
import type { Wire } from './contract-rules.ts';
import { PROOF_TABLE, proofsAreListed, proofTable } from './proof-table.ts';
import { sampleTree } from './tree.ts';

const CALL = { method: 'POST', errors: [], money: false } as const;
const operations: Wire['operations'] = [
  { ...CALL, name: 'reveal', path: 'card/reveal', auth: SIGNED_IN, proof: { kind: 'fresh', when: 'it has one' } },
  {
    ...CALL,
    name: 'pay',
    path: 'bill/pay',
    auth: SIGNED_IN,
    money: true,
    proof: { kind: 'bound', carriedBy: ['code'] },
  },
];
const wire: Wire = { operations, bound: [], codes: {}, refusedToOthers: {} };

test('the table has a row for each call, by its path', () => {
  expect(proofTable(operations).split('\n').slice(-3)).toEqual([
    '| `POST bill/pay` | card, password, passcode | **bound** by `code` | moves |',
    '| `POST card/reveal` | card, password, passcode | **fresh**, where it has one |  |',
    '',
  ]);
});

test('a table that is not made from the contract is found', () => {
  const made = sampleTree({ [PROOF_TABLE]: proofTable(operations) });
  expect(proofsAreListed(wire).find(made)).toEqual([]);
  const changed = sampleTree({ [PROOF_TABLE]: proofTable(operations.slice(1)) });
  expect(proofsAreListed(wire).find(changed)).toEqual(['docs/proofs.md: make it again with npm run proofs']);
  expect(proofsAreListed(wire).find(sampleTree({}))).toHaveLength(1);
});
