import { expect, test } from 'vitest';
import type { PageFiles } from '../web/build/page-files.ts';
import { countFiles, filesInCircles, filesOf, type Manifest, weigh, weighDesk } from './web-size.ts';

const words = { enAU: ['words-en.js'], zhCN: ['words-zh.js'] };
const page = (...scripts: string[]) => ({ scripts, styles: ['some.css'], outline: null, headings: [], words });

const FILES: PageFiles = {
  shell: { scripts: ['shell.js', 'framework.js'], styles: ['shell.css'] },
  pages: {
    '/': page('sign-in.js'),
    '/login': page('sign-in.js'),
    '/light': page('light.js', 'query.js', 'deep.js'),
    '/heavy': page('heavy.js', 'query.js', 'sign-in.js'),
  },
};

const MANIFEST: Manifest = {
  '_deep.js': { file: 'deep.js', imports: ['src/features/access/sign-in/card-sign-in.actions.ts'] },
  '_shell.js': { file: 'shell.js' },
  '_style.css': { file: 'style.css' },
  'src/features/access/sign-in/card-sign-in.actions.ts': { file: 'card-actions.js', imports: ['_deep.js'] },
  'src/features/access/sign-in/account-sign-in.actions.ts': {
    file: 'account-actions.js',
    imports: ['_deep.js', '_shell.js', '_style.css'],
  },
};

/** 100 bytes a file; the Chinese words 10 more, the actions of the account page 5 more, the heavy page 1000 more. */
const EXTRA: Readonly<Record<string, number>> = { 'words-zh.js': 10, 'account-actions.js': 5, 'heavy.js': 1000 };
const bytesOf = (file: string) => 100 + (EXTRA[file] ?? 0);

test('follows static imports, each file once, through circles', () => {
  expect([...filesOf(MANIFEST, ['_deep.js'])].sort()).toEqual(['card-actions.js', 'deep.js']);
});

test('finds the files that import themselves by way of others', () => {
  expect(filesInCircles(MANIFEST).toSorted()).toEqual(['card-actions.js', 'deep.js']);
});

test('weighs the first route in the heavier language, without what other pages load', () => {
  // shell, framework, sign-in and the Chinese words (110).
  expect(weigh(FILES, MANIFEST, bytesOf).firstRouteBytes).toBe(100 * 3 + 110);
});

test('adds what the heavier form loads when it is touched', () => {
  // The first route, the actions of the account page (105) and of the card page, and deep; shell is loaded by then.
  expect(weigh(FILES, MANIFEST, bytesOf).withFormBytes).toBe(100 * 3 + 110 + 105 + 100 + 100);
});

test('weighs what each other page adds to a sign-in page whose form was touched, heaviest first', () => {
  expect(weigh(FILES, MANIFEST, bytesOf).pages).toEqual([
    // heavy (1100) and query; sign-in is loaded by then.
    { path: '/heavy', bytes: 1100 + 100 },
    // light and query; deep came with the form.
    { path: '/light', bytes: 100 * 2 },
  ]);
});

test('counts the files of sign-in and of the pages with one file of texts, most first', () => {
  const joinedWords = { enAU: 'all-en.js', zhCN: 'all-zh.js' };
  const pages = { ...FILES.pages, '/light': { ...page('light.js', 'query.js', 'deep.js'), joinedWords } };
  expect(countFiles({ ...FILES, pages })).toEqual([
    // The shell's two scripts and its style, three scripts, a style and the texts.
    { path: '/light', files: 3 + 3 + 1 + 1 },
    { path: '/', files: 3 + 1 + 1 + 1 },
    { path: '/login', files: 3 + 1 + 1 + 1 },
  ]);
});

test('stops at a chunk or a page that the build does not have', () => {
  expect(() => filesOf(MANIFEST, ['src/gone.screen.tsx'])).toThrow('src/gone.screen.tsx');
  expect(() => weigh({ ...FILES, pages: {} }, MANIFEST, bytesOf)).toThrow('has no page /');
});

test('weighs the shell, the overview and the words of the desk without React', () => {
  const manifest: Manifest = {
    'index.html': { file: 'desk.js', imports: ['_framework-1.js', '_shared.js'] },
    '_framework-1.js': { file: 'assets/app/desk-framework-1.js' },
    '_shared.js': { file: 'shared.js' },
    'src/features/overview/overview.screen.tsx': { file: 'overview.js', imports: ['_shared.js'] },
    'src/features/approvals/approvals.screen.tsx': { file: 'approvals.js' },
    '../texts/enAU/desk.json': { file: 'words.js' },
    '../texts/enAU/deskApprovals.json': { file: 'other-words.js' },
  };
  expect(weighDesk(manifest, () => 100)).toBe(400);
});
