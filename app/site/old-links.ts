// New URLs for links of the old app: `/pages/fund/withdraw?x=1` becomes `/assets/withdraw?x=1`. Hash links
// (`/#/pages/…`) are converted to these paths in the browser, see shell/hash-links.ts.

import { PAGES, type Page, findPageAbove } from './pages'

/** Target path and query of an old app link, or null for an unknown page name. */
export function resolveOldLink(pathname: string, search: string): string | null {
  const [, name] = /^\/pages\/([\w/-]+?)\/*$/.exec(pathname) ?? []
  const page = name && findOldPage(name)
  if (!page) return null
  const query = new URLSearchParams(search)
  renameInviteCode(query)
  renameKeyword(query)
  if (page.path === '/assets/coins') renamePurpose(query)
  const path = fillIn(page.path, query)
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** Finds a page by its full old name, or by a unique last path segment, because old builds used different folders. */
function findOldPage(name: string): Page | undefined {
  const exact = PAGES.find((page) => page.old.includes(name))
  if (exact) return exact
  const last = lastOf(name)
  const alike = PAGES.filter((page) => page.old.some((old) => lastOf(old) === last))
  return alike.length === 1 ? alike[0] : undefined
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Shared links contain the invite code under the parameter name of the registration endpoint. */
function renameInviteCode(query: URLSearchParams): void {
  const code = query.get('extension_code')
  if (code === null) return
  if (!query.has('code')) query.set('code', code)
  query.delete('extension_code')
}

/** Parameter names of ids in old links. */
const ID_NAMES = ['id', 'code', 'trader_user_id', 'project_id']

/** Old search links use the parameter `keyword`. */
function renameKeyword(query: URLSearchParams): void {
  const keyword = query.get('keyword')
  if (keyword === null) return
  if (!query.has('q')) query.set('q', keyword)
  query.delete('keyword')
}

/** The old link named the following page, which implies the purpose of the coin choice. */
function renamePurpose(query: URLSearchParams): void {
  const next = query.get('url')
  if (next === null) return
  query.delete('url')
  if (!query.has('for')) query.set('for', next === 'withdraw' ? 'withdraw' : 'deposit')
}

/** Moves path parameters from query to path. Without them the link leads to the parent list. */
function fillIn(path: string, query: URLSearchParams): string {
  if (path.includes(':symbol')) return withSymbol(path, query)
  if (!path.includes(':id')) return path
  const name = ID_NAMES.find((each) => query.has(each))
  const id = name === undefined ? '' : (query.get(name) ?? '')
  if (name === undefined || !/^[\w-]{1,64}$/.test(id))
    return findPageAbove(path.slice(0, path.indexOf('/:id')))?.path ?? '/'
  query.delete(name)
  return path.replace(':id', id)
}

/** Without a pair the link leads to the last traded pair of this product. */
function withSymbol(path: string, query: URLSearchParams): string {
  const symbol = query.get('symbol')?.toUpperCase().replace('/', '-')
  query.delete('symbol')
  if (symbol && /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/.test(symbol)) return path.replace(':symbol', symbol)
  query.set('product', path.split('/')[2] ?? 'spot')
  return '/trade'
}
