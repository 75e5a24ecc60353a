import { expect, test } from 'vitest';
import { sampleTree } from './tree.ts';
import { commitSubjectsAreShort, docCommentsNameTheirSubject } from './word-rules.ts';

test('rejects a doc comment that does not begin with its subject, on one line or on several', () => {
  const tree = sampleTree({
    'a.ts': ['What a payee is.', 'Purpose of a transfer.', 'Whatever.', 'Of a hit.'].map(docOf).join(''),
    'b.tsx': `type B = {\n  /**\n   * Who pays,\n   * and when.\n   */\n  readonly b: 1;\n};\n${docOf('Payee. What')}`,
    'c.mjs': ['Whoever pays.', 'That of a payee.'].map(docOf).join(''),
    'd.md': docOf('What a payee is.'),
  });
  expect(docCommentsNameTheirSubject.find(tree)).toEqual(['a.ts:1', 'a.ts:4', 'b.tsx:2', 'c.mjs:1', 'c.mjs:2']);
});

function docOf(text: string): string {
  return `/** ${text} */\n`;
}

test('refuses a subject that is too long, has a semicolon or names no area', () => {
  const long = `cards: ${'x'.repeat(66)}`;
  const rule = commitSubjectsAreShort(['cards: keep a name', long, 'cards: keep; drop', 'Keep a name']);
  expect(rule.find(sampleTree({}))).toEqual([long, 'cards: keep; drop', 'Keep a name']);
});
