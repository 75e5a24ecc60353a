import { isCode, type Rule, type Tree } from './tree.ts';

type Phrase = readonly [phrase: RegExp, instead: string];

/** Phrases of an older voice of the product that no text, comment or page uses. */
const PHRASES: readonly Phrase[] = [
  [/\bat once\b/i, 'straight away, at the same time'],
  [/\bbanking days?\b/i, 'business day'],
  [/\bcash machines?\b/i, 'ATM'],
  [/\bas many as may be\b/i, 'you’ve reached the limit of'],
  [/\b(?:somebody|nobody)\b/i, 'someone, no one'],
  [/\b(?:is|are|be|was|were|being) told\b(?! apart)/i, 'we’ll let you know, is notified'],
  [/\bat the moment\b/i, 'right now'],
  [/\b(?:taken|given) back\b/i, 'reversed, refunded'],
  [/\btime is over\b/i, 'has expired'],
  [/\b(?:stands\b(?! for\b| in\b(?! (?:the|a|an|its|their|this|one)\b))|to be found\b)/i, 'appears, is listed'],
];

const ON_SCREENS: readonly Phrase[] = [...PHRASES, [/\bat most\b/i, 'up to']];

const AFTER_OWN =
  '[.,;:)]|$| (?:and|or|with|in|on|for|to|that|which|under|below|because|so|is|are|as|at|but|by|from)\\b';

/** Their kin in prose for engineers: archaic or inverted, each with its plain form. */
const IN_PROSE: readonly Phrase[] = [
  ...PHRASES,
  [/\b(?:takes?|took|taking|gives?|gave|giving) back\b/i, 'reverse, refund, return'],
  [/\bstand\b(?!-| for\b| in\b(?! (?:the|a|an|its|their|this|one)\b))/i, 'is, appears'],
  [/\bwho(?:m)?ever\b/i, 'the person who'],
  [new RegExp(`\\bof (?:its|their|his|her|our|your) own\\b(?=${AFTER_OWN})`, 'i'), 'its own …, a separate …'],
  [/\blets? go\b/i, 'release, discard'],
  [/\bcom(?:es?|ing) of\b/i, 'results from'],
  [/\bthe endings?\b/i, 'the end'],
  [/\bways? in\b(?! which\b)/i, 'sign-in, access'],
  [/\b(?:lest|till|upon|shall|hence|thence|whence|henceforth)\b/i, 'plain words'],
  [/\b(?:there|where|here)(?:by|in|of|after|upon)\b/i, 'plain words'],
  [/\bin the course of\b/i, 'during'],
  [/\b(?:in the place of|takes? the place of)\b/i, 'in place of, replaces'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(?:anew|afresh|once more)\b/i, 'again'],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no\b(?! (?:longer|more|less|later|older|earlier|one|shorter|bigger)\b)/i,
    'is not',
  ],
  [/(?<!\bthere )\b(?:is|are) none\b(?! of\b)/i, 'is not one'],
  [/\bin vain\b/i, 'without success'],
  [/\bfor want of\b/i, 'without'],
  [/\band the like\b/i, 'and similar'],
  [/\bin sight\b/i, 'visible'],
  [/\bnothing of\b/i, 'no part of, nothing about'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, correct'],
  [/\bbears?\b/i, 'has, carries'],
  [/\b(?:for|after) so long\b(?! as\b| that\b)/i, 'this long'],
  [/\b(?:is|are) there already\b/i, 'already exists'],
];

/** Advice for each phrase that a text has. */
function insteadOf(phrases: readonly Phrase[], text: string): string[] {
  return phrases.filter(([phrase]) => phrase.test(text)).map(([, instead]) => `say ${instead}`);
}

/** English texts of the product and of its brands. Texts that the documents give have none of the phrases. */
export const textsArePlain: Rule = {
  name: 'an English text has no phrase that no one would say aloud',
  find: (tree) =>
    tree.paths
      .filter((path) => /^(?:texts|brands\/[^/]+\/texts)\/enAU(?:\/[^/]+)?\.json$/.test(path))
      .flatMap((path) =>
        Object.entries(JSON.parse(tree.text(path)) as Record<string, string>).flatMap(([key, text]) =>
          insteadOf(ON_SCREENS, text).map((said) => `${path}: ${key}: ${said}`),
        ),
      ),
};

const IN_CODE = /(?<=^|[\s{(,;])\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|(?<=[;,{([)\]}] )\/\/ .*$/gm;
const IN_SQL = /--.*(?:\n[ \t]*--.*)*|\/\*[\s\S]*?\*\//g;

/** The comments of a file, each as one line with the number of its first one. */
export function commentsOf(path: string, text: string): { line: number; text: string }[] {
  return [...text.matchAll(path.endsWith('.sql') ? IN_SQL : IN_CODE)].map(({ index, 0: found }) => ({
    line: text.slice(0, index + found.search(/\S/)).split('\n').length,
    text: found
      .replaceAll(/^\s*(?:\/\*+|\/\/|--)|\*+\/$/g, '')
      .replaceAll(/\n[ \t]*(?:\/\/|--|\*)?/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}

/** Prose without code in marks, targets of links, and headings that it refers to. */
const withoutCode = (text: string) =>
  text
    .replaceAll(/`[^`]*`/g, '`…`')
    .replaceAll(/\[[^\]]*\]\([^)]*#[^)]*\)|(?<=\])\([^)]*\)/g, '(…)')
    .replaceAll(/(?<=\.md), "[^"]*"/g, '');

export const commentsArePlain: Rule = {
  name: 'a comment has no phrase that a reader has to read twice',
  find: (tree) =>
    tree.paths
      .filter((path) => isCode(path) || /\.(?:sql|css)$/.test(path))
      .flatMap((path) =>
        commentsOf(path, tree.text(path)).flatMap(({ line, text }) =>
          insteadOf(IN_PROSE, withoutCode(text)).map((said) => `${path}:${line}: ${said}`),
        ),
      ),
};

/** Lines of prose of a page: without blocks of code. */
export function proseOf(tree: Tree, path: string): { line: number; text: string }[] {
  let isBlock = false;
  return tree
    .text(path)
    .split('\n')
    .flatMap((text, at) => {
      const isFence = /^\s*(?:```|~~~)/.test(text);
      if (isFence) isBlock = !isBlock;
      return isFence || isBlock ? [] : [{ line: at + 1, text }];
    });
}

/** Pages of the documentation. */
export const pagesOf = (tree: Tree) => tree.paths.filter((path) => path.endsWith('.md'));

export const pagesArePlain: Rule = {
  name: 'a page of the documentation has no phrase that a reader has to read twice',
  find: (tree) =>
    pagesOf(tree).flatMap((path) =>
      proseOf(tree, path).flatMap(({ line, text }) =>
        insteadOf(IN_PROSE, withoutCode(text)).map((said) => `${path}:${line}: ${said}`),
      ),
    ),
};
