// `npm run dev`: the whole Worker including rooms runs inside Vite with hot reload. Each function here fixes an
// incompatibility between Remix and the Cloudflare plugin.

import { cloudflare } from '@cloudflare/vite-plugin'

/** Listed explicitly, because a package discovered while serving would restart the server during its first answer. */
const WORKER_PACKAGES = [
  '@remix-run/cloudflare',
  '@remix-run/react',
  '@valibot/to-json-schema',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'engine.io-parser',
  'hono',
  'i18next',
  'isbot',
  'libphonenumber-js/min',
  'partyserver',
  'partysocket/ws',
  'react',
  'react-dom',
  'react-dom/server',
  'react-i18next',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'remix-i18next/server',
  'socket.io-parser',
  'valibot',
]
const BROWSER_PACKAGES = [
  '@remix-run/react',
  'i18next',
  'klinecharts',
  'partysocket/ws',
  'react',
  'react-dom',
  'react-dom/client',
  'react-i18next',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
]

/** @returns {import('vite').PluginOption[]} */
export const devPlugins = () => [...workerInVite(), childCompilerCache(), newRoutes(), sqlAsText(), namedPackages()]

/** Remix loads the configuration again for its own compiler, which must not start a second Worker. */
const isChildCompiler = (config) => config.configFile === false

/** The environment is not named "ssr": Remix would load modules into it that only the Workers runtime can run. */
const workerInVite = () =>
  cloudflare({ viteEnvironment: { name: 'worker' } }).map((plugin) => ({
    ...plugin,
    apply: (config, env) => !isChildCompiler(config) && applies(plugin, config, env),
  }))

function applies({ apply }, config, env) {
  if (apply === undefined) return true
  return typeof apply === 'function' ? apply(config, env) : apply === env.command
}

/** With a shared cache, Remix's compiler and the server would invalidate each other endlessly. */
const childCompilerCache = () => ({
  name: 'cm:child-compiler-cache',
  config: (config) => (isChildCompiler(config) ? { cacheDir: 'node_modules/.vite-child' } : undefined),
})

/** Remix invalidates its route list only in its own environments; a new or deleted route must reach the Worker's environment too. */
const newRoutes = () => ({
  name: 'cm:new-routes',
  configureServer(server) {
    const refresh = (path) => {
      const worker = server.environments.worker
      if (!worker || !path.includes('/app/routes/')) return
      for (const [id, module] of worker.moduleGraph.idToModuleMap) {
        if (id.includes('virtual:remix/')) worker.moduleGraph.invalidateModule(module)
      }
      worker.hot.send({ type: 'full-reload' })
      server.environments.client.hot.send({ type: 'full-reload' })
    }
    server.watcher.on('add', refresh).on('unlink', refresh)
  },
})

/** Vite equivalent of wrangler.toml's rule for SQL files. */
const sqlAsText = () => ({
  name: 'cm:sql-as-text',
  transform: (code, id) =>
    id.endsWith('.sql') ? { code: `export default ${JSON.stringify(code)}`, map: null } : undefined,
})

const namedPackages = () => ({
  name: 'cm:named-packages',
  config: (config) =>
    isChildCompiler(config)
      ? undefined
      : {
          optimizeDeps: { include: BROWSER_PACKAGES },
          environments: { worker: { optimizeDeps: { include: WORKER_PACKAGES } } },
        },
})
