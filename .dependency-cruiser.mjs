// Who may import whom. Order of trust, lowest first: server/domain <- db <- party <- server/services <- server/api, app.
// Imports point left only; each rule says what would go wrong without it.

const ROOM = '^party/[^/]+/(?:room|remotes)\\.ts$'
const RUNTIME = ['^cloudflare:', '^node_modules/(?:partyserver|hono)/']
const inside = (...paths) => paths.map((path) => `^${path}`)

/** `from` may reach only `allowed`. */
const onlyReaches = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: { pathNot: allowed },
})

/** Folders of `app`, lowest first. */
const PAGE_PARTS = [
  'visitor',
  'lists',
  'site',
  'text',
  'live',
  'components',
  'forms',
  'admin',
  'pwa',
  'shell',
  'chart',
  'routes',
]
/** Loaders and actions: a file named so, and a route without a page, of which Remix sends nothing to the browser. */
const SERVER_SIDE = ['\\.server\\.tsx?$', '^app/entry\\.server', '^app/routes/(?:[^/]+|[^/]+/route)\\.ts$']

/** `from` may not reach `to`. */
const neverReaches = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    onlyReaches(
      'domain-stands-alone',
      'The rules of the product run in browser, Worker and room alike, so they lean on nothing that one of these lacks.',
      '^server/domain/',
      inside('server/domain/', 'node_modules/(?:i18next|valibot)/'),
    ),
    onlyReaches(
      'db-knows-domain-only',
      'What is stored is told in the words of the domain; who stores it is none of its business.',
      '^db/',
      inside('db/', 'server/domain/', 'node_modules/drizzle-orm/'),
    ),
    neverReaches(
      'stores-are-strangers',
      'A table lives in exactly one store, and no query can join two of them.',
      { path: '^db/([^/]+)/' },
      { path: '^db/[^/]+/', pathNot: '^db/$1/' },
    ),
    neverReaches(
      'queue-joins-no-feature',
      'A review carries its summary, so a new kind of review changes no statement of the queue.',
      { path: '^db/platform/review\\.ts$' },
      { path: '^db/platform/[^/]*-schema', pathNot: '^db/platform/(?:review|desk)-schema' },
    ),
    onlyReaches(
      'rooms-are-synchronous-inside',
      'What runs in a transaction knows rules, its own store and the words of the rooms. The runtime belongs to room.ts.',
      { path: '^party/([^/]+)/', pathNot: [ROOM, '^party/(?:protocol|lib)/'] },
      [
        ...inside(
          'server/domain/',
          // Says something and waits for nothing.
          'server/lib/log-line',
          'party/lib/',
          'party/protocol/',
          'node_modules/valibot/',
          'node_modules/sorted-btree/',
        ),
        // The codecs of the gateway: text in, packets out.
        ...inside('node_modules/(?:engine|socket)\\.io-parser/'),
        '^party/$1/',
        '^db/$1/',
        '^db/columns',
      ],
    ),
    neverReaches(
      'only-rooms-touch-the-runtime',
      'A command that can reach sockets, alarms or other rooms can wait in the middle of a transaction.',
      { path: '^party/(?!lib/|quotes/feeds/)', pathNot: ROOM },
      { path: RUNTIME },
    ),
    neverReaches(
      'rooms-meet-by-type',
      'Another room is another place in the world: its stub is typed, its code is never called.',
      { path: '^party/([^/]+)/', pathNot: '^party/(?:protocol|lib)/' },
      {
        path: '^party/[^/]+/',
        pathNot: ['^party/$1/', '^party/(?:protocol|lib)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    neverReaches(
      'account-features-are-strangers',
      'A product of the account can be deleted without another noticing; what two need is lent by one of them, by capabilities.ts.',
      { path: '^party/account/([^/]+)/' },
      { path: '^party/account/[^/]+/', pathNot: '^party/account/$1/' },
    ),
    neverReaches(
      'account-centre-names-no-feature',
      'What is special about one product would be forgotten with the next; features.ts alone is the list.',
      { path: '^party/account/[^/]+$', pathNot: '^party/account/features\\.ts$' },
      { path: '^party/account/[^/]+/' },
    ),
    neverReaches(
      'protocol-is-for-everyone',
      'The browser imports it too, so it holds words and their schemas and nothing that acts. What an account may be asked is inferred from its features, by type.',
      { path: '^party/protocol/' },
      {
        path: '.',
        pathNot: inside('party/protocol/', 'server/domain/', 'node_modules/valibot/', 'party/account/features\\.ts$'),
      },
    ),
    neverReaches(
      'protocol-knows-features-by-type',
      'A room whose code came into a page by its protocol would be sent to every browser.',
      { path: '^party/protocol/' },
      { path: '^party/account/', dependencyTypesNot: ['type-only'] },
    ),
    neverReaches(
      'one-writer-of-balances',
      'Entries and balances have one writer; who else could reach the tables would be a second one.',
      { pathNot: ['^db/', '^party/account/(?:room|ledger[^/]*)\\.ts$', '^tests/'] },
      { path: '^db/account/ledger' },
    ),
    neverReaches(
      'services-call-rooms',
      'A use case asks a room by its stub; a room called as code would run outside its transaction.',
      { path: '^server/(?:services|session|cron)/' },
      {
        path: ['^party/(?!protocol/)', '^db/(?!platform/|columns)', '^server/api/', '^app/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    neverReaches(
      'desk-asks-by-list',
      'The requests of the desk to an account are one closed list. Another could set a balance.',
      { path: '^server/services/desk/', pathNot: '^server/services/desk/account\\.ts$' },
      { path: '^server/services/account-room\\.ts$' },
    ),
    neverReaches(
      'api-speaks-to-services',
      'An endpoint parses, calls a use case and wraps the answer. What it read itself, pages could not read the same way.',
      { path: '^server/api/' },
      { path: ['^db/', '^app/', '^server/cron/', '^party/(?!protocol/)'] },
    ),
    neverReaches(
      'pages-know-rules-and-words',
      'What a page imports may be sent to a browser: rules, words of the rooms and texts. The rest is behind *.server.ts, or in a route without a page.',
      { path: '^app/', pathNot: SERVER_SIDE },
      { path: ['^db/', '^server/(?!domain/)', '^party/(?!protocol/)'], dependencyTypesNot: ['type-only'] },
    ),
    neverReaches(
      'pages-server-side-uses-services',
      'Loaders go the way of the endpoints, so that both show the same thing.',
      { path: '^app/' },
      { path: ['^db/', '^server/api/', '^server/cron/', '^party/(?!protocol/)'], dependencyTypesNot: ['type-only'] },
    ),
    neverReaches(
      'screens-are-strangers',
      'A screen can be deleted without another noticing; what two share goes to components, forms, live or text.',
      // Up to a parameter's `$`, which would mean something else in a pattern.
      { path: '^app/routes/([^/$]*)' },
      { path: '^app/routes/', pathNot: '^app/routes/$1' },
    ),
    ...PAGE_PARTS.map((part, at) =>
      neverReaches(
        `${part}-of-pages-lean-downwards`,
        `What is used everywhere must not know where: from lowest to highest ${PAGE_PARTS.join(', ')}. Only loaders know them all.`,
        { path: `^app/${part}/`, pathNot: '\\.server\\.tsx?$' },
        {
          path: ['^app/(?:root|entry\\.)', ...PAGE_PARTS.slice(at + 1).map((higher) => `^app/${higher}/`)],
          dependencyTypesNot: ['type-only'],
        },
      ),
    ),
    neverReaches(
      'components-only-look',
      'A component that fetches or calculates cannot be put on another screen.',
      { path: '^app/components/' },
      { path: '^server/(?:services|session)/', dependencyTypesNot: ['type-only'] },
    ),
    neverReaches(
      'rooms-start-in-one-place',
      'Room classes are handed to the runtime by the entry alone; an import elsewhere would run a room in the wrong place.',
      { pathNot: ['^server/worker\\.ts$', '^tests/', '^bench/', '^party/'] },
      { path: ROOM, dependencyTypesNot: ['type-only'] },
    ),
    neverReaches('no-cycles', 'Two files that need each other are one file, or hide a third.', {}, { circular: true }),
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports is dead, or its use is a secret.',
      severity: 'error',
      from: {
        orphan: true,
        // Entries, declarations, and schemas that only the migration generator reads.
        pathNot: [
          '\\.d\\.ts$',
          '^app/(?:root|entry|pwa/service-worker)',
          '^app/routes/',
          '^db/[^/]+/[^/]+\\.ts$',
          '^server/worker\\.ts$',
          // Named by wrangler.toml.
          '^server/lib/no-styles\\.ts$',
        ],
      },
      to: {},
    },
    neverReaches(
      'tests-are-leaves',
      'The product must not depend on what proves it.',
      { pathNot: '^(?:tests|bench)/' },
      { path: '^(?:tests|bench)/' },
    ),
    neverReaches(
      'no-tools-in-the-product',
      'What is not installed in production cannot be imported there.',
      { path: '^(?:app|server|party|db)/' },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: ['node_modules/@types/', 'tailwindcss'],
      },
    ),
    neverReaches(
      'everything-resolves',
      'An import that leads nowhere fails at run time.',
      {},
      { couldNotResolve: true, pathNot: ['^cloudflare:', '^virtual:'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^node:', '\\.css(\\?url)?$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['workerd', 'worker', 'browser', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
