import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collect, nodesOf, readPdf, rowsOf } from '../../../test-support/files/read-pdf.ts';
import { isPrintable, printedName } from './embedded-font.ts';
import type { PdfBlock, PdfDocument } from './pdf-document.ts';
import { writePdf } from './write-pdf.ts';

const MADE_AT = Date.parse('2026-11-20T05:04:03Z');
const COLUMNS = [
  { title: 'Date', share: 2 },
  { title: 'Description', share: 5 },
  { title: 'Amount', share: 2, align: 'right' as const },
];

function given(blocks: readonly PdfBlock[], others: Partial<PdfDocument> = {}): PdfDocument {
  return {
    title: 'Receipt for $350.00',
    kindWord: 'Receipt',
    language: 'enAU',
    look: { name: 'Harbour Mutual', colour: '#14503f' },
    footer: 'Questions? Call 1300 555 010',
    pageWord: (page) => `Page ${page}`,
    madeAt: MADE_AT,
    blocks,
    ...others,
  };
}

const written = async (document: PdfDocument) => readPdf(await collect(writePdf(document)));

test('a PDF has its title, language, tags and PDF/UA-1 mark', async () => {
  const bytes = await collect(writePdf(given([], { title: 'Fees & <limits>', language: 'zhCN' })));
  const { info, metadata, isMarked } = await readPdf(bytes);
  expect(info).toMatchObject({
    PDFFormatVersion: '1.7',
    Language: 'zh-CN',
    Title: 'Fees & <limits>',
    Author: 'Harbour Mutual',
  });
  expect(isMarked).toBe(true);
  expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(metadata).toContain('Fees &amp; &lt;limits&gt;');
  expect(metadata).toContain('2026-11-20T05:04:03.000Z');
});

test('a PDF is read aloud in order: owner, title, headings, text, terms with their values', async () => {
  const { trees } = await written(
    given([
      { kind: 'text', text: 'Keep this.' },
      { kind: 'heading', text: 'Details' },
      {
        kind: 'facts',
        facts: [
          { term: 'Amount', value: '$350.00', isMain: true },
          { term: 'To', value: 'Jordan Blake', detail: 'Account ending 208' },
        ],
      },
    ]),
  );
  const document = trees[0]?.children[0];
  expect(document?.role).toBe('Document');
  expect(document?.children.map(({ role, text }) => [role, text])).toEqual([
    ['P', 'Harbour Mutual'],
    ['P', 'Receipt'],
    ['H1', 'Receipt for $350.00'],
    ['P', 'Keep this.'],
    ['H2', 'Details'],
    ['Table', ''],
  ]);
  const rows = document ? nodesOf(document, 'TR') : [];
  expect(rows.map(({ children }) => children.map(({ role, text }) => [role, text]))).toEqual([
    [
      ['TH', 'Amount'],
      ['TD', '$350.00'],
    ],
    [
      ['TH', 'To'],
      ['TD', 'Jordan BlakeAccount ending 208'],
    ],
  ]);
});

test('page numbers, running heads and repeated column heads are drawn but not read aloud', async () => {
  const rows = Array.from({ length: 80 }, (_, index) => ['20/11/26', `Row ${index + 1}`, '$1.00']);
  const { drawn, trees } = await written(given([{ kind: 'table', columns: COLUMNS, rows }]));
  expect(drawn).toHaveLength(3);
  for (const [index, text] of drawn.entries()) {
    expect(text).toContain(`Page ${index + 1}`);
    expect(text).toContain('Description');
  }
  const read = JSON.stringify(trees);
  expect(read).not.toMatch(/Page \d|Questions\?/);
  expect(read.match(/Description/g)).toHaveLength(1);
});

test.each([
  ['Chinese, rare characters of names too', '李伟 付给 喆 和 镕，共 ¥3.50。'],
  ['Latin letters with accents, signs and quotation marks', 'Zoë Ångström “pays” Jordan’s café – €5 − £3 → ā'],
  ['what the font lacks', 'Party 🎉 with ཨོཾ and 𝒜'],
])('text is extracted unchanged: %s', async (_, text) => {
  const { trees } = await written(given([{ kind: 'text', text }]));
  expect(trees[0] && nodesOf(trees[0], 'P').at(-1)?.text).toBe(text);
});

test('characters are composed first, and those that the font lacks get their plain form', async () => {
  expect(await Promise.all(['Łukasz', 'Zoe\u0308', '李伟'].map(isPrintable))).toEqual([true, true, true]);
  expect(await Promise.all(['محمد الأحمد', 'प्रिया नायर', 'ไทย', '👍'].map(isPrintable))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(await printedName('प्रिया नायर', 'PRIYA NAIR')).toBe('PRIYA NAIR');
  expect(await printedName('محمد', '')).toBeUndefined();
  const { trees } = await written(given([{ kind: 'text', text: 'Zoe\u0308 Łukasz' }]));
  expect(trees[0] && nodesOf(trees[0], 'P').at(-1)?.text).toBe('Zoë Łukasz');
});

test('invisible characters are dropped, and control characters become a blank', async () => {
  const { trees } = await written(given([{ kind: 'text', text: 'a\u200Db\uFE0Fc\u0007d\u00A0e\tf' }]));
  expect(trees[0] && nodesOf(trees[0], 'P').at(-1)?.text).toBe('abc d e f');
});

test('long text breaks between words, in Chinese between characters, also across pages, and is extracted as one', async () => {
  const english = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');
  const chinese = '转账成功。'.repeat(60);
  const { trees, pages } = await written(
    given([
      { kind: 'text', text: english },
      { kind: 'text', text: chinese },
    ]),
  );
  expect(pages).toBeGreaterThan(1);
  const paragraphs = trees.flatMap((tree) => nodesOf(tree, 'P').map(({ text }) => text));
  // Extraction does not distinguish a blank from a line end.
  expect(paragraphs.slice(2).join('').replaceAll(' ', '')).toBe((english + chinese).replaceAll(' ', ''));
});

test('a long cell breaks within its column and its row grows', async () => {
  const long = 'x'.repeat(300);
  const read = await written(given([{ kind: 'table', columns: COLUMNS, rows: [['1', long, '2']] }]));
  expect(rowsOf(read)[1]).toEqual(['1', long, '2']);
});

test('an empty table has its column heads', async () => {
  const read = await written(given([{ kind: 'table', columns: COLUMNS, rows: [] }]));
  expect(rowsOf(read)).toEqual([['Date', 'Description', 'Amount']]);
});

test('equal documents have equal bytes', async () => {
  const document = () => given([{ kind: 'text', text: '同一份文件 twice' }]);
  expect((await collect(writePdf(document()))).equals(await collect(writePdf(document())))).toBe(true);
});

test('a PDF embeds only the glyphs it uses', async () => {
  const bytes = await collect(writePdf(given([{ kind: 'text', text: '喆镕' }])));
  expect(bytes.length).toBeLessThan(20_000);
});

test('rows are read on demand, and the source is closed when the reader stops', async () => {
  let read = 0;
  let isClosed = false;
  async function* rows() {
    try {
      for (;;) {
        read += 1;
        yield ['20/11/26', `Row ${read}`, '$1.00'];
      }
    } finally {
      isClosed = true;
    }
  }
  const file = writePdf(given([{ kind: 'table', columns: COLUMNS, rows: rows() }]));
  await file.next();
  expect(read).toBeLessThan(100);
  await file.return(undefined);
  expect(isClosed).toBe(true);
});

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

test.skipIf(!has('qpdf'))('qpdf reports no fault', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-pdf-'));
  const file = path.join(folder, 'document.pdf');
  const rows = Array.from({ length: 300 }, (_, index) => ['20/11/26', `第 ${index} 行`, '$1.00']);
  writeFileSync(file, await collect(writePdf(given([{ kind: 'table', columns: COLUMNS, rows }]))));
  const { status, stdout } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stdout).toContain('No syntax or stream encoding errors found');
  expect(status).toBe(0);
});
