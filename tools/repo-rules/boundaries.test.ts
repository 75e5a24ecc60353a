import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

type Cruise = { modules: unknown[]; summary: { violations: { rule: { name: string }; from: string }[] } };

let folder = '';
/** Each test starts a program that reads its own configuration and parser first. */
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the real configuration over a small tree of bad files. */
function cruise(files: Readonly<Record<string, string>>): Cruise {
  folder = mkdtempSync(join(tmpdir(), 'wattle-layers-'));
  for (const [path, text] of Object.entries({ ...packages, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const run = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      join(ROOT, '.dependency-cruiser.mjs'),
      '--output-type',
      'json',
      '.',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(run.stdout) as Cruise;
}

/** Packages of the sample: only their folders and their entries in package.json matter. */
const packages = {
  'package.json': JSON.stringify({
    type: 'module',
    dependencies: { pg: '1.0.0', '@tanstack/react-query': '1.0.0', '@opentelemetry/api': '1.0.0' },
    devDependencies: { vitest: '1.0.0' },
  }),
  ...Object.fromEntries(
    ['pg', '@tanstack/react-query', '@opentelemetry/api', 'vitest'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, 'exports.leaf = 1;\n'],
    ]),
  ),
};

const leaf = 'export const leaf = 1;\n';
const using = (...paths: string[]) =>
  paths.map((path, index) => `import { leaf as a${index} } from '${path}';\n`).join('') + leaf;

test('each layer rule refuses its bad sample', () => {
  const { modules, summary } = cruise({
    'contract/src/wire.ts': using('../../server/src/config/config.ts', 'node:fs'),
    'server/src/config/config.ts': leaf,
    'server/src/start/main.ts': using('../../../web/src/paths.ts', '../platform/tracing/open-tracing.ts'),
    'server/src/start/start.ts': "export const open = () => import('../platform/tracing/open-tracing.ts');\n",
    'server/src/platform/tracing/open-tracing.ts': using('@opentelemetry/api'),
    'server/src/platform/tracing/spans.ts': using('@opentelemetry/api'),
    'server/src/platform/database.ts': using('../compose/context.ts'),
    'server/src/postgres/database-source.ts': using('../platform/database.ts', '../compose/context.ts'),
    'server/src/compose/context.ts': using('../features/cards/card.store.ts'),
    'server/src/ledger/ledger.ts': using('../compose/context.ts'),
    'server/src/http/bind.ts': using('../features/cards/card.store.ts', 'pg', 'vitest'),
    'server/src/features/cards/card.store.ts': using('./round-a.ts'),
    'server/src/features/cards/round-a.ts': using('./round-b.ts'),
    'server/src/features/cards/round-b.ts': using('./round-a.ts'),
    'server/src/features/cards/card.domain.ts': using('../../platform/database.ts', './card.store.ts'),
    'server/src/documents/pdf.ts': using('../compose/context.ts', '../platform/database.ts'),
    'server/src/platform/batches/tenant-groups.ts': leaf,
    'server/src/platform/database/named-locks.ts': leaf,
    'server/src/features/payments/engine.ts': using('../../platform/batches/tenant-groups.ts'),
    'server/src/features/cards/batch.ts': using('../../platform/batches/tenant-groups.ts'),
    'server/src/features/cards/fee.kind.ts': using('../../platform/database/named-locks.ts'),
    'server/src/features/access/token.store.ts': using('../cards/card.store.ts', 'node:fs'),
    'server/src/features/access/seed.ts': using('../../../test-support/factories.ts', './nowhere.ts'),
    'server/src/outside/sms/port.ts': leaf,
    'server/src/outside/sms/http-gateway.ts': leaf,
    'server/src/features/messages/send.ts': using('../../outside/sms/port.ts', '../../outside/sms/http-gateway.ts'),
    'server/test-support/factories.ts': leaf,
    'web/src/paths.ts': using('../../server/src/config/config.ts'),
    'web/src/ui/button.tsx': using('../paths.ts'),
    'web/src/form/use-form.ts': using('../features/cards/card.screen.tsx'),
    'web/src/features/access/sign-in.screen.tsx': using('../cards/card.screen.tsx', '@tanstack/react-query'),
    'web/src/features/cards/card.screen.tsx': using('../../router/history.ts'),
    'web/src/router/history.ts': using('../paths.ts'),
    'web/src/session/session.ts': using('../../../desk-web/src/desk-page.ts'),
    'desk-web/src/desk-page.ts': leaf,
    'desk-web/src/shell.tsx': using('../../web/src/paths.ts', '../../server/src/compose/context.ts'),
  });
  expect(modules.length).toBeGreaterThan(17);
  const broken = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  expect([...new Set(broken)].sort()).toEqual([
    'a-feature-is-reached-through-public: server/src/features/access/token.store.ts',
    'a-feature-is-reached-through-public: web/src/features/access/sign-in.screen.tsx',
    'a-kind-takes-no-locks: server/src/features/cards/fee.kind.ts',
    'batches-belong-to-the-engine: server/src/features/cards/batch.ts',
    'contract-imports-zod-mini-alone: contract/src/wire.ts',
    'contract-knows-no-side: contract/src/wire.ts',
    'desk-knows-types-of-the-server: desk-web/src/shell.tsx',
    'desk-shares-parts-of-web: desk-web/src/shell.tsx',
    'documents-know-no-feature: server/src/documents/pdf.ts',
    'domain-is-pure: server/src/features/cards/card.domain.ts',
    'features-know-ports-alone: server/src/features/messages/send.ts',
    'features-touch-no-system: server/src/features/access/token.store.ts',
    'first-route-carries-no-query: web/src/features/access/sign-in.screen.tsx',
    'forms-and-journeys-know-no-feature: web/src/form/use-form.ts',
    'ledger-knows-no-card: server/src/ledger/ledger.ts',
    'no-circle: server/src/features/cards/round-a.ts',
    'no-development-package-in-the-product: server/src/http/bind.ts',
    'platform-is-the-ground: server/src/platform/database.ts',
    'postgres-runs-the-database-alone: server/src/postgres/database-source.ts',
    'product-never-imports-tools-or-tests: server/src/features/access/seed.ts',
    'router-is-reached-through-public: web/src/features/cards/card.screen.tsx',
    'router-knows-no-page: web/src/router/history.ts',
    'routes-hold-no-sql: server/src/http/bind.ts',
    'server-core-knows-no-feature: server/src/http/bind.ts',
    'server-never-imports-web: server/src/start/main.ts',
    'traces-are-loaded-when-needed: server/src/start/main.ts',
    'traces-are-sent-by-one-file: server/src/platform/tracing/spans.ts',
    'ui-knows-no-feature-router-api-or-brand: web/src/ui/button.tsx',
    'unresolved: server/src/features/access/seed.ts',
    'web-never-imports-desk: web/src/session/session.ts',
    'web-never-imports-server: web/src/paths.ts',
  ]);
});

test('a feature is reached through its public file', () => {
  const { summary } = cruise({
    'server/src/features/access/token.route.ts': using('../cards/public.ts'),
    'server/src/features/cards/public.ts': leaf,
    'web/src/features/access/sign-in.screen.tsx': using('../cards/card-picture.part.tsx', '../../router/public.ts'),
    'web/src/router/public.ts': leaf,
    'web/src/features/cards/card-picture.part.tsx': leaf,
  });
  expect(summary.violations).toEqual([]);
});

test('the desk takes controls, texts and the router of web, and types of the server', () => {
  const { summary } = cruise({
    'desk-web/src/shell.tsx': `${using('../../web/src/ui/button.tsx', '../../web/src/i18n/i18n.ts', '../../web/src/router/public.ts', '../../web/src/observable.ts')}export type { leaf as Leaf } from '../../server/src/compose/desk-commands.ts';\n`,
    'web/src/ui/button.tsx': leaf,
    'web/src/i18n/i18n.ts': leaf,
    'web/src/router/public.ts': leaf,
    'web/src/observable.ts': leaf,
    'server/src/compose/desk-commands.ts': leaf,
  });
  expect(summary.violations).toEqual([]);
});
