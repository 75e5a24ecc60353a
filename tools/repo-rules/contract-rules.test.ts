import { SIGNED_IN } from '@wattle/contract/operation.ts';
import { expect, test } from 'vitest';
import {
  everyErrorHasTexts,
  everyErrorIsProvoked,
  everyOperationIsBoundOnce,
  everyOperationIsCalled,
  everyProofFitsItsCall,
  type Wire,
} from './contract-rules.ts';
import { sampleTree } from './tree.ts';

const OFF = { name: 'turnCardOff', auth: SIGNED_IN, proof: { kind: 'session' }, money: false } as const;
const BRAND = { name: 'getBrand', auth: 'public', proof: { kind: 'none' }, money: false } as const;

const wire: Wire = {
  operations: [
    { ...OFF, method: 'POST', path: 'card/turnCardOff', errors: ['invalid_card_details', 'card_problem'] },
    { ...BRAND, method: 'GET', path: 'brand/{identifier}', errors: [] },
  ],
  bound: ['turnCardOff', 'getBrand'],
  codes: { invalid_card_details: { code: '10000' }, card_problem: { code: '10001' } },
  refusedToOthers: {},
};

const nothing = sampleTree({});

test('an operation is bound once: never, twice and unknown are found', () => {
  expect(everyOperationIsBoundOnce(wire).find(nothing)).toEqual([]);
  expect(
    everyOperationIsBoundOnce({ ...wire, bound: ['turnCardOff', 'turnCardOff', 'payBill'] }).find(nothing),
  ).toEqual(['turnCardOff: bound 2 times', 'getBrand: bound 0 times', 'payBill: bound and not in the contract']);
});

test('an operation that no test calls is found, whatever its parameter is', () => {
  const tree = sampleTree({
    'server/src/features/brands/brand.test.ts': "await app.inject({ url: '/api/brand/wattle' });\n",
    'server/src/features/cards/card.route.ts': "'/api/card/turnCardOff'",
  });
  expect(everyOperationIsCalled(wire).find(tree)).toEqual(['POST card/turnCardOff (turnCardOff): no test calls it']);
});

test('a declared error that no test of that operation expects is found', () => {
  const tree = sampleTree({
    'server/src/features/cards/card.test.ts': [
      "test('refuses an unknown card', async () => {",
      "  expect(await post('card/turnCardOff', {})).toEqual({ error: ['10000'] });",
      '});',
      "test('refuses another call', async () => {",
      "  expect(await post('card/turnCardOn', {})).toEqual({ error: ['10001'] });",
      '});',
    ].join('\n'),
  });
  expect(everyErrorIsProvoked(wire).find(tree)).toEqual(['turnCardOff: nothing provokes card_problem (10001)']);
});

test('a call through a helper of the same file counts', () => {
  const tree = sampleTree({
    'server/src/features/cards/card.test.ts': [
      'function off(card: string) {',
      "  return send('/api/card/turnCardOff', card);",
      '}',
      "describe('turning off', () => {",
      "  it('refuses', async () => expect(await off('x')).toEqual(['10000', '10001']));",
      '});',
    ].join('\n'),
  });
  expect(everyErrorIsProvoked(wire).find(tree)).toEqual([]);
});

test('an error code without a text in one language is found', () => {
  const tree = sampleTree({
    'texts/enAU/errors.json': '{"10000":"Check the card","10001":"Call us"}',
    'texts/zhCN/errors.json': '{"10000":"请核对"}',
  });
  expect(everyErrorHasTexts(wire).find(tree)).toEqual(['texts/zhCN/errors.json: lacks 10001']);
});

test('a word in the title of a test is no call, an operation that is handed on is one', () => {
  const clear: Wire = {
    ...wire,
    operations: [{ ...OFF, name: 'clear', method: 'POST', path: 'clearings', errors: [] }],
  };
  const titled = sampleTree({ 'server/src/a.test.ts': "test('clear after the hold', () => {});\n" });
  const handedOn = sampleTree({ 'server/src/a.test.ts': "test('posts', async () => send(app, clear, {}));\n" });
  expect(everyOperationIsCalled(clear).find(titled)).toHaveLength(1);
  expect(everyOperationIsCalled(clear).find(handedOn)).toEqual([]);
});

test('a proof that does not fit who calls or what is answered is found', () => {
  expect(everyProofFitsItsCall(wire).find(nothing)).toEqual([]);
  const off = { ...OFF, method: 'POST', path: 'card/turnCardOff', errors: [] } as const;
  const bad: Wire['operations'] = [
    { ...off, name: 'reveal', proof: { kind: 'fresh' } },
    { ...off, name: 'pay', money: true, proof: { kind: 'none' } },
    { ...off, name: 'undo', auth: 'public' },
    { ...off, name: 'asks', errors: ['proof_needed'], proof: { kind: 'bound', carriedBy: ['code'] } },
  ];
  expect(everyProofFitsItsCall({ ...wire, operations: bad }).find(nothing)).toEqual([
    'reveal: what it answers and its proof differ about proof_needed',
    'pay: takes a token: its proof is not "none"',
    'pay: moves money without any proof',
    'undo: public: nobody can prove anything',
    'asks: what it answers and its proof differ about proof_needed',
  ]);
});
