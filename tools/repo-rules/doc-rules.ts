import { posix } from 'node:path';
import { pagesOf, proseOf } from './plain-words.ts';
import type { Rule } from './tree.ts';

const LINK = /\]\((?!https?:)([^)#\s]+)(?:#[^)\s]*)?\)/g;
const COMMAND = /\bnpm run ([\w:-]+)/g;
/** A path in code marks, from the root or from a folder on: `http/bind.ts`. */
const NAMED = /`([\w.@-]+(?:\/[\w.@-]+)+|[\w.-]+\.(?:ts|tsx|mjs|sql))`/g;
const IN_THE_TREE =
  /\.(?:ts|tsx|mjs|md|json|sql|css|html|csv)$|^(?:server|web|desk|contract|texts|tools|e2e|ops|deploy|docs)\//;
/** Made by a build or at an installation; the third is a pattern. */
const NOT_COMMITTED = new Set([
  'web/dist',
  'desk-web/dist',
  'WATTLE_DATA/keys.json',
  'server/migrations/NNNN-name.sql',
]);

/** A page for readers, whose references must exist. */
const isPage = (path: string) =>
  path === 'README.md' || /^(?:ops\/)?docs\/(?:(?:areas|integrate)\/)?[^/]+\.md$/.test(path);

const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, found]) => found ?? '')),
];

export const docsNameWhatExists: Rule = {
  name: 'README.md and pages of docs/ and ops/docs/ name only paths, links and commands that exist',
  find: (tree) => {
    const pages = tree.paths.filter(isPage);
    if (pages.length === 0) return [];
    const { scripts = {} } = JSON.parse(tree.text('package.json') || '{}') as { scripts?: Record<string, string> };
    const folders = tree.paths.flatMap((path) => {
      const parts = path.split('/');
      return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
    });
    const known = [...new Set([...tree.paths, ...folders])];
    const isThere = (path: string) => known.some((one) => one === path || one.endsWith(`/${path}`));
    return pages.flatMap((page) => {
      const text = tree.text(page);
      return [
        ...all(text, COMMAND)
          .filter((name) => !(name in scripts))
          .map((name) => `npm run ${name}`),
        ...all(text, LINK).filter((to) => !known.includes(posix.join(posix.dirname(page), to))),
        ...all(text, NAMED).filter((path) => IN_THE_TREE.test(path) && !NOT_COMMITTED.has(path) && !isThere(path)),
      ].map((named) => `${page}: ${named}`);
    });
  },
};

const INDEX = 'docs/README.md';

export const docsIndexNamesEveryPage: Rule = {
  name: 'docs/README.md names every page of docs/, docs/integrate/ and ops/docs/, and every command',
  find: (tree) => {
    if (!tree.paths.includes(INDEX)) return [];
    const text = tree.text(INDEX);
    const named = new Set([INDEX, ...all(text, LINK).map((to) => posix.join(posix.dirname(INDEX), to))]);
    const pages = tree.paths.filter((path) => /docs\/(?:integrate\/)?[^/]+\.md$/.test(path) && !named.has(path));
    const { scripts = {} } = JSON.parse(tree.text('package.json') || '{}') as { scripts?: Record<string, string> };
    return [...pages, ...Object.keys(scripts).filter((name) => !text.includes(`\`${name}\``))];
  },
};

/** Full stops inside a sentence: short forms, and the number of a list. */
const SHORT =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|[ap]\.m|No|Nos|Mr|Mrs|Ms|Dr|St|Pty|Ltd|Inc|art|s|p)\.|^\s*\d+\.)$/;
const END = /[.!?…][)\]"”’*_]*(?=\s+["“‘(*_[]*[A-Z`])/g;

/** The sentences of a line of a page. A table's row, a heading and code in marks have no ends of sentences. */
export function sentencesOf(line: string): string[] {
  if (/^\s*(?:\||#)/.test(line)) return [line];
  const masked = line
    .replaceAll(/`[^`]*`/g, (code) => `\`${'x'.repeat(code.length - 2)}\``)
    .replaceAll(/\]\([^)]*\)/g, (target) => `](${'x'.repeat(target.length - 3)})`);
  const found: string[] = [];
  let from = 0;
  for (const { index, 0: end } of masked.matchAll(END)) {
    if (SHORT.test(masked.slice(from, index + 1))) continue;
    found.push(line.slice(from, index + end.length));
    from = index + end.length;
  }
  return [...found, line.slice(from)];
}

export const docsHaveASentenceALine: Rule = {
  name: 'a page of the documentation has one sentence a line, so that a change shows what it changed',
  find: (tree) =>
    pagesOf(tree).flatMap((path) =>
      proseOf(tree, path)
        .filter(({ text }) => sentencesOf(text).length > 1)
        .map(({ line }) => `${path}:${line}`),
    ),
};
