import { expect, it } from 'vitest';
import { titleKeyOf } from './row-title.ts';

it.each([
  ['a row with a description', { Description: 'Kurrajong Grocers' }, undefined],
  ['a purchase at a shop that sent no name', {}, 'parts.noName'],
  ['a refund of such a shop', { Kind: 'refund' }, 'parts.noName'],
  ['a purchase whose text was erased', { CardEnding: null }, 'kind.purchase'],
  ['a transfer whose text was erased', { Kind: 'transferIn', CardEnding: null }, 'kind.transferIn'],
] as const)('%s has a title', (_what, given, key) => {
  expect(titleKeyOf({ Description: '', Kind: 'purchase', CardEnding: '0017', ...given })).toBe(key);
});
