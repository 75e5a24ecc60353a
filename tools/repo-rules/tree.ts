import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the project, as git sees them: what is ignored is not part of it. */
export type Tree = {
  readonly paths: readonly string[];
  /** Text of one file of `paths`. */
  readonly text: (path: string) => string;
  /** The same file as it is, where it may be a picture. */
  readonly bytes: (path: string) => Buffer;
};

/** A rule of the tree. `find` gives one line for each place that breaks it; none means that it holds. */
export type Rule = { readonly name: string; readonly find: (tree: Tree) => readonly string[] };

/** The working tree under `root`: committed files and new ones, without those deleted. */
export function readTree(root: string): Tree {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = [...new Set(listed.split('\0'))]
    .filter((path) => path !== '' && statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .sort();
  const texts = new Map<string, string>();
  return {
    paths,
    text(path) {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const text = readFileSync(join(root, path), 'utf8');
      texts.set(path, text);
      return text;
    },
    bytes: (path) => readFileSync(join(root, path)),
  };
}

/** A tree of a few written-out files, on which a rule is proved able to fail. */
export function sampleTree(files: Readonly<Record<string, string | Buffer>>): Tree {
  const bytes = (path: string) => Buffer.from(files[path] ?? '');
  return { paths: Object.keys(files), text: (path) => bytes(path).toString('utf8'), bytes };
}

/** Files whose lines people write and read. */
export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path);
}

export function isTest(path: string): boolean {
  return /\.(test|spec|ownership)\.tsx?$/.test(path) || path.includes('/test-support/') || path.startsWith('e2e/');
}
