import { expect, test } from 'vitest';
import { docsHaveASentenceALine, docsIndexNamesEveryPage, sentencesOf } from './doc-rules.ts';
import { sampleTree } from './tree.ts';

test.each([
  ['A payee is saved. `Payee` is its type. It has (at most) a name.', 3],
  ['- One. Two!', 2],
  ['Is it paid? [Look](a.md) at it.', 2],
  ['**It can be repeated.** The seed is printed.', 2],
  ['Said (also here.) Then there.', 2],
])('counts the sentences of a line: %s', (line, count) => {
  expect(sentencesOf(line)).toHaveLength(count);
  expect(sentencesOf(line).join('')).toBe(line);
});

test.each([
  'Wattle Pty. Ltd. keeps it, e.g. Monday, i.e. No. 5 at 4 p.m. Melbourne time.',
  '1. First.',
  'Version 0.2.0 of `a. B` in [a](b.%20C) is 1.5 Times as large.',
  '| a. B | C. D |',
  '# Heading. Another',
  'A list: one, two… and three.',
])('counts one: %s', (line) => {
  expect(sentencesOf(line)).toEqual([line]);
});

test('refuses two sentences on a line of a page, but not in a block of code', () => {
  const tree = sampleTree({
    'docs/a.md': 'One.\nTwo. Three.\n```\nFour. Five.\n```\n',
    'README.md': '- Six.\n  Seven.\n',
  });
  expect(docsHaveASentenceALine.find(tree)).toEqual(['docs/a.md:2']);
});

test('finds a page and a command that the index does not name', () => {
  const tree = sampleTree({
    'docs/README.md': '[Install](install.md), [Texts](integrate/texts.md#receipts), `desk`\n',
    'package.json': '{"scripts": {"desk": "", "lost": ""}}',
    'docs/install.md': 'One.\n',
    'docs/lost.md': 'One.\n',
    'docs/areas/cards.md': 'One.\n',
    'docs/integrate/texts.md': 'One.\n',
    'docs/integrate/lost.md': 'One.\n',
  });
  expect(docsIndexNamesEveryPage.find(tree)).toEqual(['docs/lost.md', 'docs/integrate/lost.md', 'lost']);
});
