import { expect, test } from 'vitest';
import {
  everyErrorHasTexts,
  everyErrorIsProvoked,
  everyOperationIsBoundOnce,
  everyOperationIsCalled,
  type Wire,
} from './contract-rules.ts';
import { sampleTree } from './tree.ts';

const wire: Wire = {
  operations: [
    { name: 'turnCardOff', method: 'POST', path: 'card/turnCardOff', errors: ['invalid_card_details', 'card_problem'] },
    { name: 'getBrand', method: 'GET', path: 'brand/{identifier}', errors: [] },
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

test('an operation that no test calls is found, whatever stands for its parameter', () => {
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
  const clear: Wire = { ...wire, operations: [{ name: 'clear', method: 'POST', path: 'clearings', errors: [] }] };
  const titled = sampleTree({ 'server/src/a.test.ts': "test('clear after the hold', () => {});\n" });
  const handedOn = sampleTree({ 'server/src/a.test.ts': "test('posts', async () => send(app, clear, {}));\n" });
  expect(everyOperationIsCalled(clear).find(titled)).toHaveLength(1);
  expect(everyOperationIsCalled(clear).find(handedOn)).toEqual([]);
});
