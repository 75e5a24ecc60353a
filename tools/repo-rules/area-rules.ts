import { posix } from 'node:path';
import type { Rule, Tree } from './tree.ts';

const INDEX = 'docs/areas/README.md';
const LONGEST_PAGE = 150;
const FEATURE = /^(?:server|web)\/src\/features\/([^/]+)\//;
/** Files with comments, without the rules themselves, whose samples refer to missing pages. */
const COMMENTED = /^(?!tools\/repo-rules\/).*\.(?:ts|tsx|mjs|sql|css|html|sh|py|yml|conf|cfg|service|env)$/;
const COMMENT_LINE = /\n\s*(?:\*|\/\/|--|#)\s?/g;
/** A page and its heading, as a comment names them. */
const REFERENCE = /\bdocs\/areas\/([\w-]+\.md)(?:, "([^"]+)")?/g;
const LINK = /\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g;
const NUMBERED = /\bdecisions?[ /]\[?\d{4}\b/g;

const isPage = (path: string) => /^docs\/areas\/[^/]+\.md$/.test(path) && path !== INDEX;

export const areaPagesAreNamed: Rule = {
  name: `a page of docs/areas has its title as its name, and at most ${LONGEST_PAGE} lines`,
  find: (tree) =>
    tree.paths.filter(isPage).filter((path) => {
      const lines = tree.text(path).trimEnd().split('\n');
      const title = lines[0]?.replace(/^# /, '') ?? '';
      return anchorOf(title) !== posix.basename(path, '.md') || lines.length > LONGEST_PAGE;
    }),
};

export const areasAreIndexed: Rule = {
  name: `${INDEX} links every page of its folder and has a row for every feature`,
  find: (tree) => {
    const pages = tree.paths.filter(isPage);
    const features = [...new Set(tree.paths.flatMap((path) => FEATURE.exec(path)?.[1] ?? []))];
    const index = tree.paths.includes(INDEX) ? tree.text(INDEX) : '';
    const rows = index.split('\n').filter((line) => line.startsWith('|') && line.includes('.md'));
    return [
      ...pages.filter((path) => !index.includes(`(${posix.basename(path)}`)),
      ...features.filter((name) => !rows.some((row) => row.split('|')[1]?.includes(`\`${name}\``))),
    ];
  },
};

/** A reference is useless after its page was renamed or its heading was reworded. */
export const referencesNameHeadings: Rule = {
  name: 'a reference to docs/areas names a page and a heading that exist, and none names a decision by its number',
  find: (tree) => [
    ...tree.paths.filter((path) => COMMENTED.test(path)).flatMap((path) => wrongComments(tree, path)),
    ...tree.paths.filter((path) => path.endsWith('.md')).flatMap((path) => wrongLinks(tree, path)),
  ],
};

function wrongComments(tree: Tree, path: string): string[] {
  const text = tree.text(path).replace(COMMENT_LINE, ' ');
  const references = [...text.matchAll(REFERENCE)].filter(
    ([, page, heading]) => heading === undefined || !headingsOf(tree, `docs/areas/${page}`).includes(heading),
  );
  return [...references, ...text.matchAll(NUMBERED)].map(([found]) => `${path}: ${found}`);
}

function wrongLinks(tree: Tree, path: string): string[] {
  const text = tree.text(path);
  const links = [...text.matchAll(LINK)].filter(([, page, anchor = '']) => {
    const target = page === undefined ? path : posix.join(posix.dirname(path), page);
    return !headingsOf(tree, target).map(anchorOf).includes(anchor);
  });
  return [...links, ...text.matchAll(NUMBERED)].map(([found]) => `${path}: ${found.replace(/^\]\(|\)$/g, '')}`);
}

function headingsOf(tree: Tree, path: string): string[] {
  if (!tree.paths.includes(path)) return [];
  return [...tree.text(path).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading);
}

/** Anchor of a heading, as forges make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
