import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { processorAdapters } from '../compose/processor-adapters.ts';
import { OUTSIDE_POLICIES } from '../config/outside-settings.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const OUTSIDE = path.join(ROOT, 'server/src/outside');
const PAGE = readFileSync(path.join(ROOT, 'docs/integrate/README.md'), 'utf8');

/** First table of the page: systems that a server calls. */
const ROWS = [...PAGE.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
const linked = ROWS.flatMap(([, , adapters = '']) =>
  [...adapters.matchAll(/\]\(\.\.\/\.\.\/server\/src\/outside\/([^)]+)\)/g)].map(([, file = '']) => file),
);

/** Parts of an adapter, and what the sandbox's scheme writes its statements from. */
const PARTS = ['mail/sns.ts', 'statements/settled-messages.ts'];

/**
 * Modules that open a system or an account at one. Registries choose among them, and stand-ins are the sandbox's. The
 * processors are listed by their registry.
 */
function adapters(): string[] {
  const modules = globSync('*/**/*.ts', { cwd: OUTSIDE }).filter(
    (file) => !/\.test\.ts$|sandbox|^processors\/|\/(port|providers)\.ts$/.test(file) && !PARTS.includes(file),
  );
  return modules.filter((file) =>
    /^export (async )?function open[A-Z]/m.test(readFileSync(path.join(OUTSIDE, file), 'utf8')),
  );
}

it('names each system that a server calls', () => {
  expect(ROWS.map(([, system]) => system)).toEqual(Object.keys(OUTSIDE_POLICIES));
});

it('names each adapter, and none that is gone', () => {
  const ofProcessors = processorAdapters.map(({ kind }) => `processors/${kind}/${kind}.ts`);
  const opened = adapters();
  expect(opened.length).toBeGreaterThan(10);
  expect(linked.toSorted()).toEqual([...opened, ...ofProcessors].toSorted());
});

it('says for each the protocol, the sandbox and a page', () => {
  for (const [, , , protocol = '', sandbox = '', page = ''] of ROWS) {
    expect([protocol, sandbox, page].every((text) => text.trim().length > 2)).toBe(true);
    expect(page).toMatch(/\]\([\w./-]+\.md(#[\w-]+)?\)/);
  }
});
