// The built pages, under the name by which Vite, wrangler and Vitest all find them.

declare module 'virtual:remix/server-build' {
  type ServerBuild = import('@remix-run/cloudflare').ServerBuild
  export const mode: ServerBuild['mode']
  export const entry: ServerBuild['entry']
  export const routes: ServerBuild['routes']
  export const assets: ServerBuild['assets']
  export const basename: string
  export const publicPath: ServerBuild['publicPath']
  export const assetsBuildDirectory: ServerBuild['assetsBuildDirectory']
  export const future: ServerBuild['future']
  export const isSpaMode: ServerBuild['isSpaMode']
}
