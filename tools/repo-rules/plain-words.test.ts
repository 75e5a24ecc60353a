import { expect, test } from 'vitest';
import { commentsArePlain, commentsOf, pagesArePlain, textsArePlain } from './plain-words.ts';
import { sampleTree } from './tree.ts';

test('refuses an English text of the product or of a brand with a phrase that is banned', () => {
  const tree = sampleTree({
    'texts/enAU/transfers.json': '{"a": "Arrives straight away", "b": "Sent now, there at once"}',
    'texts/zhCN/transfers.json': '{"a": "at once"}',
    'brands/tui/texts/enAU.json': '{"topup:c": "By the next Banking Day"}',
  });
  expect(textsArePlain.find(tree)).toEqual([
    'texts/enAU/transfers.json: b: say straight away, at the same time',
    'brands/tui/texts/enAU.json: topup:c: say business day',
  ]);
});

test('reads the comments of code, of styles and of SQL, and no text or code', () => {
  const code = [
    "import a from '@x/**/b';",
    '/** One line. */',
    '  // Two lines,',
    '  // joined.',
    "const url = 'https://example.com'; // Behind code.",
    '/**',
    ' * A block',
    ' * of two lines.',
    ' */',
    'return <p>{/* In markup. */}</p>;',
  ].join('\n');
  expect(commentsOf('a.tsx', code)).toEqual([
    { line: 2, text: 'One line.' },
    { line: 3, text: 'Two lines, joined.' },
    { line: 5, text: 'Behind code.' },
    { line: 6, text: 'A block of two lines.' },
    { line: 10, text: 'In markup.' },
  ]);
  expect(commentsOf('a.css', '.a {}\n/* Wide. */\n')).toEqual([{ line: 2, text: 'Wide.' }]);
  const sql = '-- A table,\n-- and why.\nCREATE TABLE a (\n  b int -- Cents.\n);\n';
  expect(commentsOf('a.sql', sql)).toEqual([
    { line: 1, text: 'A table, and why.' },
    { line: 4, text: 'Cents.' },
  ]);
});

test.each([
  ['It acts at once.', 'straight away, at the same time'],
  ['Each is in a file of its own.', 'its own …, a separate …'],
  ['A message of their own, without a link.', 'its own …, a separate …'],
  ['A text that is no number.', 'is not'],
  ['Undefined for what is none.', 'is not one'],
  ['The word stands in the list.', 'appears, is listed'],
  ['Whoever approves it has read it.', 'the person who'],
  ['The money is taken back.', 'reversed, refunded'],
  ['It takes the place of the old one.', 'in place of, replaces'],
  ['Asked anew after a day.', 'again'],
  ['The holder is told.', 'we’ll let you know, is notified'],
  ['Closed after so long.', 'this long'],
])('refuses in a comment and on a page: %s', (text, instead) => {
  const tree = sampleTree({
    'a.ts': `/** ${text} */\n`,
    'b.sql': `-- ${text}\n`,
    'docs/c.md': `# C\n\n${text}\n`,
    'web/src/font/notes.md': 'Plain.\n',
  });
  expect(commentsArePlain.find(tree)).toContain(`a.ts:1: say ${instead}`);
  expect(commentsArePlain.find(tree)).toContain(`b.sql:1: say ${instead}`);
  expect(pagesArePlain.find(tree)).toContain(`docs/c.md:3: say ${instead}`);
});

test.each([
  'There is no card, and it is no longer open.',
  'There is none.',
  'Those of their own purchases.',
  'Ways in which a payment ends.',
  'Sessions can be told apart.',
  'The server stands in for the issuer, and `a` stands for any letter.',
  'It is at most 5.',
  'Named `nobody`, by `at once`.',
  'As decided (docs/areas/top-ups.md, "Links tell nothing of the account").',
  'Waits for so long as it is open.',
])('takes in a comment and on a page: %s', (text) => {
  const tree = sampleTree({ 'a.ts': `/** ${text} */\n`, 'b.sql': `-- ${text}\n`, 'docs/c.md': `${text}\n` });
  expect(commentsArePlain.find(tree)).toEqual([]);
  expect(pagesArePlain.find(tree)).toEqual([]);
});

test('leaves code, blocks of a page and targets of links alone', () => {
  const block = '```sh\n# at once\n```\n';
  const tree = sampleTree({
    'a.ts': "const nobody = 'at once';\n",
    'docs/c.md': `${block}[A rule](areas/while-nobody-leads.md), [nothing of it](areas/a.md#nothing-of-it)\n`,
  });
  expect(commentsArePlain.find(tree)).toEqual([]);
  expect(pagesArePlain.find(tree)).toEqual([]);
});
