import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const OUTLINES = ['home', 'page'] as const;

export type Heading = {
  readonly key: string;
  readonly without?: string;
  readonly texts: Readonly<Record<string, string>>;
};

/**
 * Files that a page needs in addition to the shell's, from the build manifest; relative to the root of the
 * site.
 */
export type PageNeeds = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** The files of its features, by language. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** All words of the page as one file, by language, at the pages that are opened most. */
  readonly joinedWords?: Readonly<Record<string, string>>;
  /** The frame outline that is shown until the page's code has loaded. Signed-in pages have one. */
  readonly outline: (typeof OUTLINES)[number] | null;
  /** Headings of the page, for its outline: the first one that holds for the brand, `without` a feature or not. */
  readonly headings: readonly Heading[];
};

export type WebBuild = {
  /** Folder of this build's own files. The hashed files of all builds share one folder. */
  readonly folder: string;
  readonly shell: string;
  /** A script that signed-in pages run before all others. */
  readonly early: string;
  /** The inline script of every page, and its source expression for the policy. */
  readonly watch: { readonly code: string; readonly hash: string };
  /** The service worker: the one that keeps the shell, and the one that takes that back. */
  readonly workers: { readonly on: Buffer; readonly off: Buffer };
  /** Names this build. */
  readonly digest: string;
  /** By path without the brand, in lower case. */
  readonly pages: Readonly<Record<string, PageNeeds>>;
  /** HTML with the placeholders `{{name}}`, `{{heading}}`, `{{language}}`, `{{logo}}` and `{{logoOnDark}}` for the brand. */
  readonly outlines: Readonly<Record<(typeof OUTLINES)[number], string>>;
};

/**
 * The build that is current at the first read. A newer build is used by servers that start later. Throws if
 * there is no build.
 */
export function readWebBuild(webFolder: string): WebBuild {
  const digest = readFileSync(path.join(webFolder, 'current'), 'utf8').trim();
  const folder = path.join(webFolder, 'builds', digest);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const { pages } = JSON.parse(read('page-files.json')) as Pick<WebBuild, 'pages'>;
  const [home, page] = OUTLINES.map((name) => read(`page-skeleton/${name}.html`)) as [string, string];
  const code = read('watch.js');
  const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  return {
    folder,
    shell: read('index.html'),
    early: read('early.js'),
    watch: { code, hash },
    workers: {
      on: readFileSync(path.join(folder, 'worker.js')),
      off: readFileSync(path.join(folder, 'worker-off.js')),
    },
    digest,
    pages,
    outlines: { home, page },
  };
}
