import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Rule, Tree } from './tree.ts';

/** The file of releases, the latest first. */
const RELEASES = 'releases.json';

type Release = {
  readonly version: string;
  /** The commit that the sources of the release are of: its tag names it. */
  readonly commit: string;
  /** `2026-11-29` */
  readonly date: string;
  readonly lastMigration: string;
  /** SHA-256 of the names and contents of all migrations up to that one. */
  readonly schemaSha256: string;
};

/** SHA-256 over the names and contents of the migrations up to the last one, in their order. */
export function schemaSha256(tree: Tree, lastMigration: string): string {
  const hash = createHash('sha256');
  for (const path of tree.paths.filter((one) => /^server\/migrations\/.*\.sql$/.test(one)).toSorted()) {
    if (basename(path, '.sql') <= lastMigration) hash.update(`${basename(path)}\n${tree.text(path)}`);
  }
  return hash.digest('hex');
}

function problemsOf(tree: Tree, { version, commit, date, lastMigration, schemaSha256: noted }: Release): string[] {
  return [
    ...(/^[0-9a-f]{40}$/.test(commit) ? [] : [`${version}: its commit is no whole hash`]),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(date) ? [] : [`${version}: its date is not YYYY-MM-DD`]),
    ...(tree.paths.includes(`server/migrations/${lastMigration}.sql`) ? [] : [`${version}: no ${lastMigration}`]),
    ...(schemaSha256(tree, lastMigration) === noted
      ? []
      : [`${version}: its migrations were changed after the release (${schemaSha256(tree, lastMigration)})`]),
    ...(tree.paths.includes(`server/test-support/releases/${version}.backup`)
      ? []
      : [`${version}: no backup of its demo, which the upgrade test restores`]),
    ...(new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)}$`, 'm').test(tree.text('CHANGELOG.md'))
      ? []
      : [`${version}: CHANGELOG.md does not name it`]),
  ];
}

export const releasesStayAsTheyWere: Rule = {
  name: 'each release of releases.json has a commit, the migrations that it was made with, a backup and a changelog',
  find: (tree) =>
    tree.paths.includes(RELEASES)
      ? (JSON.parse(tree.text(RELEASES)) as Release[]).flatMap((release) => problemsOf(tree, release))
      : [`${RELEASES}: there is none`],
};
