/** Who may import whom. ARCHITECTURE.md draws the same picture; test/architecture holds it. */
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      // The benches' peers are installed by `npm run bench`, not by `npm ci`.
      name: 'not-to-unresolvable',
      severity: 'error',
      from: { pathNot: '^test/bench/' },
      to: { couldNotResolve: true, pathNot: ['^electron$', '\\?(raw|url|worker)', '^virtual:'] },
    },
    {
      name: 'contract-imports-zod-alone',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^(contract|log)/', '^node_modules/zod/'] },
    },
    {
      name: 'markdown-is-pure',
      severity: 'error',
      from: { path: '^markdown/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^markdown/', '^node_modules/'] },
    },
    {
      name: 'log-is-pure',
      severity: 'error',
      from: { path: '^log/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^log/' },
    },
    {
      name: 'platform-knows-no-product',
      severity: 'error',
      from: { path: '^platform/' },
      to: { path: '^(archive|contract|service|electron|renderer|markdown)/' },
    },
    {
      name: 'archive-below-its-users',
      severity: 'error',
      from: { path: '^archive/' },
      to: { path: '^(service|electron|renderer)/' },
    },
    {
      name: 'service-stands-alone',
      severity: 'error',
      from: { path: '^service/' },
      to: { path: '^(electron|renderer)/' },
    },
    {
      name: 'electron-stands-alone',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: '^(service|renderer)/' },
    },
    {
      name: 'renderer-stands-alone',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(archive|service|electron|platform)/' },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { pathNot: ['^test/', '\\.test\\.ts$'] },
      to: { path: '^test/' },
    },
    {
      name: 'host-knows-no-shell',
      severity: 'error',
      from: { path: '^electron/host/' },
      to: { path: ['^electron/(desktop|loopback)/', '^electron$', '^node_modules/electron/'] },
    },
    {
      name: 'shells-know-each-other-not',
      severity: 'error',
      from: { path: '^electron/(desktop|loopback)/' },
      to: { path: '^electron/(desktop|loopback)/', pathNot: '^electron/$1/' },
    },
    {
      name: 'only-desktop-imports-electron',
      severity: 'error',
      from: { pathNot: ['^electron/desktop/', '^test/'] },
      to: { path: ['^electron$', '^node_modules/electron/'] },
    },
    {
      name: 'features-know-each-other-not',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/(features/[^/]+|app)/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^renderer/ui/' },
      to: {
        path: '^renderer/(app|app-state|shared|features|bridge|storage|drafts|outbox|query-cache|library-index|details)/',
      },
    },
    {
      name: 'data-and-bridge-below-features',
      severity: 'error',
      from: { path: '^renderer/(bridge|storage|drafts|outbox|query-cache|library-index|details)/' },
      // The window's language imports nothing, and what is said of failures is written in it.
      to: { path: '^renderer/(app|app-state|shared|features|ui)/', pathNot: '^renderer/ui/language\\.ts$' },
    },
    {
      name: 'storage-below-drafts',
      severity: 'error',
      from: { path: '^renderer/storage/', pathNot: '\\.test\\.ts$' },
      to: { path: '^renderer/(drafts|outbox|query-cache|library-index|details)/' },
    },
    {
      name: 'drafts-below-outbox',
      severity: 'error',
      from: { path: '^renderer/drafts/' },
      to: { path: '^renderer/(outbox|query-cache|library-index|details)/' },
    },
    {
      name: 'app-state-below-shared',
      severity: 'error',
      from: { path: '^renderer/app-state/' },
      to: { path: '^renderer/(app|features|shared)/' },
    },
    {
      name: 'shared-below-features',
      severity: 'error',
      from: { path: '^renderer/shared/' },
      to: { path: '^renderer/(app|features)/' },
    },
    {
      name: 'dexie-in-one-folder',
      severity: 'error',
      from: { pathNot: '^renderer/storage/' },
      to: { path: '^node_modules/dexie/' },
    },
    {
      name: 'codemirror-in-one-folder',
      severity: 'error',
      from: { pathNot: ['^renderer/features/scripts/', '^test/bench/'] },
      to: { path: '^node_modules/@(codemirror|lezer)/' },
    },
    {
      name: 'fabric-in-one-folder',
      severity: 'error',
      from: { pathNot: ['^renderer/features/board/', '^test/bench/'] },
      to: { path: '^node_modules/fabric/' },
    },
    {
      name: 'domain-knows-no-http',
      severity: 'error',
      from: { path: '^service/domain/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^service/http/', '^node_modules/(hono|@hono|pg|@electric-sql)/'] },
    },
    {
      name: 'engines-know-no-domain',
      severity: 'error',
      from: { path: '^service/engines/' },
      to: { path: '^service/(domain|http|store|jobs)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|test/bench/node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.node.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'svelte', 'browser', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.svelte', '.json'],
    },
  },
};
