import { expect, test } from 'vitest';
import { releasesStayAsTheyWere, schemaSha256 } from './release-rule.ts';
import { sampleTree } from './tree.ts';

const FILES = {
  'CHANGELOG.md': '# Changelog\n\n## 0.2.0\n',
  'server/migrations/0001-tenants.sql': '-- Tenants.\nCREATE TABLE tenant (id integer);\n',
  'server/migrations/0100-note.sql': '-- Notes.\nALTER TABLE tenant ADD COLUMN note text;\n',
  'server/test-support/releases/0.2.0.backup': '',
};
/** printf '0001-tenants.sql\n' | cat - 0001-tenants.sql | sha256sum */
const OF_0001 = '0b614d3d2c6bb5159d882bf092a01f73db0b3fecb190d48fde51b7a20a83b80a';
const RELEASE = {
  version: '0.2.0',
  commit: '0123456789abcdef0123456789abcdef01234567',
  date: '2026-11-29',
  lastMigration: '0001-tenants',
  schemaSha256: OF_0001,
};
const findings = (release: object, files: Record<string, string> = FILES) =>
  releasesStayAsTheyWere.find(sampleTree({ ...files, 'releases.json': JSON.stringify([release]) }));

test('a later migration leaves a release as it is', () => {
  expect(schemaSha256(sampleTree(FILES), '0001-tenants')).toBe(OF_0001);
  expect(findings(RELEASE)).toEqual([]);
});

test.each([
  ['an applied migration that was changed', RELEASE, { ...FILES, 'server/migrations/0001-tenants.sql': '-- Other.\n' }],
  ['a migration that came before it later', RELEASE, { ...FILES, 'server/migrations/0000-first.sql': '-- First.\n' }],
  ['a tag of a part of a hash', { ...RELEASE, commit: '0123456' }, FILES],
  ['a day in another form', { ...RELEASE, date: '29/11/2026' }, FILES],
  ['a release without a backup', RELEASE, { ...FILES, 'server/test-support/releases/0.2.0.backup': undefined }],
  ['a release that the changelog does not name', { ...RELEASE, version: '0.3.0' }, FILES],
])('finds %s', (_what, release, files) => {
  const kept = Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined));
  expect(findings(release, kept as Record<string, string>).length).toBeGreaterThan(0);
});

test('finds that there is no file of releases', () => {
  expect(releasesStayAsTheyWere.find(sampleTree(FILES))).toEqual(['releases.json: there is none']);
});
