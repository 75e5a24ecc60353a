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
