import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('the canonical form does not depend on the order of fields', () => {
  expect(canonicalJson({ b: 1, a: { d: [2, { f: 3, e: 4 }], c: null } })).toBe(
    '{"a":{"c":null,"d":[2,{"e":4,"f":3}]},"b":1}',
  );
});

it('the canonical form has no undefined fields', () => {
  expect(canonicalJson({ a: undefined, b: false })).toBe('{"b":false}');
});

it('the canonical form has a bigint in full', () => {
  expect(canonicalJson({ id: 9_007_199_254_740_993n })).toBe('{"id":"9007199254740993"}');
});

it('the canonical form has a date as JSON has it', () => {
  expect(canonicalJson({ at: new Date('2026-11-20T02:00:00Z') })).toBe('{"at":"2026-11-20T02:00:00.000Z"}');
});

it('the canonical form distinguishes arrays from objects and strings from numbers', () => {
  expect(new Set([['1'], [1], { 0: 1 }, '1', 1].map(canonicalJson)).size).toBe(5);
});
