import { execFileSync } from 'node:child_process';
import { isCode, type Rule } from './tree.ts';

const ASKS = /^[ \t]*\/\*\*(?:[ \t]*\n[ \t]*\*)?[ \t]*(?:What|Who|Whoever|Of|That)\b/gm;

/** Riddles begin with these words: a reader learns the subject only at the end, or has to look at the code. */
export const docCommentsNameTheirSubject: Rule = {
  name: 'a doc comment names its subject first, and does not begin with What, Who, Whoever, Of or That',
  find: (tree) =>
    tree.paths.filter(isCode).flatMap((path) => {
      const text = tree.text(path);
      return [...text.matchAll(ASKS)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`);
    }),
};

/** Phrases of an older voice of the product, each with what is said instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\bat once\b/i, 'straight away'],
  [/\bbanking days?\b/i, 'business day'],
  [/\bcash machines?\b/i, 'ATM'],
  [/\bas many as may be\b/i, 'you’ve reached the limit of'],
  [/\bat most\b/i, 'up to'],
  [/\b(?:somebody|nobody)\b/i, 'someone, no one'],
  [/\b(?:is|are|be) told\b/i, 'we’ll let you know'],
  [/\bat the moment\b/i, 'right now'],
  [/\b(?:taken|given) back\b/i, 'reversed, refunded'],
  [/\btime is over\b/i, 'has expired'],
  [/\b(?:stands|to be found)\b/i, 'appears, is listed'],
];

/** English texts of the product and of its brands. Texts that the documents give have none of the phrases. */
export const textsArePlain: Rule = {
  name: 'an English text has no phrase that nobody would say aloud',
  find: (tree) =>
    tree.paths
      .filter((path) => /^(?:texts|brands\/[^/]+\/texts)\/enAU(?:\/[^/]+)?\.json$/.test(path))
      .flatMap((path) =>
        Object.entries(JSON.parse(tree.text(path)) as Record<string, string>).flatMap(([key, text]) =>
          BANNED.filter(([banned]) => banned.test(text)).map(([, instead]) => `${path}: ${key}: say ${instead}`),
        ),
      ),
};

const LONGEST_SUBJECT = 72;

/** Rule about the subjects of commits that are not published yet; no one can change those that are. */
export function commitSubjectsAreShort(subjects: readonly string[]): Rule {
  return {
    name: `the subject of a commit has an area, at most ${LONGEST_SUBJECT} characters and no semicolon`,
    find: () =>
      subjects.filter(
        (subject) => subject.length > LONGEST_SUBJECT || subject.includes(';') || !/^[\w .,/-]+: \S/.test(subject),
      ),
  };
}

/** Subjects of the commits that neither `origin/main` nor, where there is no such branch, `main` has. */
export function unpublishedSubjects(root: string): string[] {
  for (const published of ['origin/main', 'main']) {
    try {
      return execFileSync('git', ['log', '--no-merges', '--format=%s', `${published}..HEAD`], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
        .split('\n')
        .filter((subject) => subject !== '');
    } catch {
      // The branch does not exist, or the tree came without its history.
    }
  }
  return [];
}
