import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addBuild, currentBuild, takeBuild } from './web-builds.ts';

let web: string;
beforeEach(() => {
  web = mkdtempSync(path.join(tmpdir(), 'wattle-builds-'));
});
afterEach(() => rmSync(web, { recursive: true }));

function givenBuild(digest: string, files: readonly string[]): void {
  const fresh = path.join(web, 'fresh');
  mkdirSync(path.join(fresh, 'assets/app'), { recursive: true });
  for (const file of files) writeFileSync(path.join(fresh, 'assets/app', file), file);
  writeFileSync(path.join(fresh, 'index.html'), digest);
  addBuild(web, digest, fresh);
}

/** The build was made so many minutes ago. */
function age(digest: string, minutes: number): void {
  const then = new Date(Date.now() - minutes * 60_000);
  utimesSync(path.join(web, 'builds', digest), then, then);
}

const assets = () => readdirSync(path.join(web, 'assets/app')).sort();

test('there is no build before the first one', () => {
  expect(currentBuild(web)).toBeUndefined();
  expect(takeBuild(web, 'aaa')).toBe(false);
});

test('a new build leaves the files of the one before where they are', () => {
  givenBuild('one', ['shared-1.js', 'old-2.js']);
  givenBuild('two', ['shared-1.js', 'new-3.js']);
  expect(assets()).toEqual(['new-3.js', 'old-2.js', 'shared-1.js']);
  expect(currentBuild(web)).toBe(path.join(web, 'builds/two'));
  expect(readFileSync(path.join(web, 'builds/one/index.html'), 'utf8')).toBe('one');
});

test('a build that is there already is taken again without another one', () => {
  givenBuild('one', ['a.js']);
  givenBuild('two', ['b.js']);
  expect(takeBuild(web, 'one')).toBe(true);
  expect(currentBuild(web)).toBe(path.join(web, 'builds/one'));
});

test('ten builds are kept; an older one goes with the files that only it had', () => {
  givenBuild('oldest', ['only-oldest.js', 'everywhere.js']);
  age('oldest', 100);
  for (let count = 1; count <= 9; count += 1) {
    givenBuild(`b${count}`, [`only-${count}.js`, 'everywhere.js']);
    age(`b${count}`, 50 - count);
  }
  expect(existsSync(path.join(web, 'builds/oldest'))).toBe(true);
  givenBuild('newest', ['only-newest.js', 'everywhere.js']);
  expect(readdirSync(path.join(web, 'builds'))).toHaveLength(10);
  expect(assets()).toContain('everywhere.js');
  expect(assets()).toContain('only-1.js');
  expect(assets()).not.toContain('only-oldest.js');
});
