import { expect, test } from 'vitest';
import { areaPagesAreNamed, areasAreIndexed, referencesNameHeadings } from './area-rules.ts';
import { sampleTree } from './tree.ts';

const FILES = '# Bank files\n\nFiles.\n\n## A payment is in one file\n\nBecause.\n';

test('refuses a page of an area that is named otherwise than its title, or is too long', () => {
  const tree = sampleTree({
    'docs/areas/README.md': '# Areas\n',
    'docs/areas/bank-files.md': FILES,
    'docs/areas/files.md': FILES,
    'docs/areas/long.md': `# Long\n${'a\n'.repeat(149)}`,
    'docs/areas/too-long.md': `# Too long\n${'a\n'.repeat(150)}`,
  });
  expect(areaPagesAreNamed.find(tree)).toEqual(['docs/areas/files.md', 'docs/areas/too-long.md']);
});

test('refuses a page that the index does not link, and a feature without a row', () => {
  const tree = sampleTree({
    'docs/areas/README.md':
      '# Areas\n\nSee `cards`.\n\n| `bpay`, `topup` | [Bank files](bank-files.md) |\n| `debts` | |\n',
    'docs/areas/bank-files.md': FILES,
    'docs/areas/vouchers.md': '# Vouchers\n',
    'server/src/features/bpay/a.ts': '',
    'server/src/features/cards/a.ts': '',
    'server/src/features/debts/a.ts': '',
    'web/src/features/topup/a.tsx': '',
  });
  expect(areasAreIndexed.find(tree)).toEqual(['docs/areas/vouchers.md', 'cards', 'debts']);
});

test('refuses a comment that names no page, no heading or none that exists', () => {
  const page = (name: string) => `docs/areas/${name}.md`;
  const tree = sampleTree({
    [page('bank-files')]: FILES,
    'a.ts': `// See ${page('bank-files')}, "A payment is in one file".\n`,
    'b.ts': `/**\n * See ${page('bank-files')}, "A payment is\n * in one file".\n */\n`,
    'c.ts': `// See ${page('bank-files')}.\n`,
    'd.sql': `-- See ${page('bank-files')}, "A payment is in two files".\n`,
    'e.css': `/* See ${page('gone')}, "A payment is in one file". */\n`,
    'f.ts': '// See decision 0077.\n',
  });
  expect(referencesNameHeadings.find(tree)).toEqual([
    'c.ts: docs/areas/bank-files.md',
    'd.sql: docs/areas/bank-files.md, "A payment is in two files"',
    'e.css: docs/areas/gone.md, "A payment is in one file"',
    'f.ts: decision 0077',
  ]);
});

test('refuses a link to a heading that no page has', () => {
  const tree = sampleTree({
    'docs/areas/bank-files.md': `${FILES}\nSee [it](#a-payment-is-in-one-file) and [that](#gone).\n`,
    'docs/a.md': '[a](areas/bank-files.md#a-payment-is-in-one-file), [b](areas/bank-files.md#gone), [c](gone.md#a)\n',
    'README.md': 'See decisions/0077-files.md.\n',
  });
  expect(referencesNameHeadings.find(tree)).toEqual([
    'docs/areas/bank-files.md: #gone',
    'docs/a.md: areas/bank-files.md#gone',
    'docs/a.md: gone.md#a',
    'README.md: decisions/0077',
  ]);
});
