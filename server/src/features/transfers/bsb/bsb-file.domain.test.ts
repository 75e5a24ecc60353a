import { expect, it } from 'vitest';
import { readBsbFile } from './bsb-file.domain.ts';

const read = (...lines: string[]) => readBsbFile(['# a sample', 'bsb,institution,name,status', ...lines].join('\r\n'));

it('parses a branch', () => {
  expect(read('000-101,Testbank,Testbank Sydney,open')).toEqual({
    branches: [{ bsb: '000101', institution: 'Testbank', name: 'Testbank Sydney', status: 'open' }],
    findings: [],
  });
});

it.each([
  ['000101,Testbank,Testbank Sydney,open', 'line 3: the BSB must be written as 000-101'],
  ['000-101,,Testbank Sydney,open', 'line 3: names must have 1 to 60 characters'],
  ['000-101,Testbank,Testbank Sydney,shut', 'line 3: the status must be open, closed, away'],
])('names the fault of %s', (line, finding) => {
  expect(read(line).findings).toContain(finding);
});

it('names a BSB that appears twice', () => {
  const line = '000-101,Testbank,Testbank Sydney,open';
  expect(read(line, line).findings).toEqual(['000101: stands there twice']);
});
