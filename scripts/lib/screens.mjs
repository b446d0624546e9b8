// All built screens, from the page table (app/site/pages.ts), with values for path parameters. A new page in the table
// is covered by screenshots, accessibility tests and other sweeps.

import { importProduct } from './product.mjs'

/**
 * `who` views it: "user" has money and orders, "guest" is logged out, "secured" has an authenticator, "staff" is at the
 * desk. The last two appear in screenshots and have their own tests.
 */
/** @typedef {{ name: string, path: string, who: 'guest' | 'user' | 'secured' | 'staff', status?: number }} Screen */

/** Screens beyond the table, and those that look different for guests. */
const MORE = [
  { path: '/', who: 'guest' },
  { path: '/market', who: 'guest' },
  { path: '/trade/spot/BTC-USDT', who: 'guest' },
  { path: '/trade/spot/BTC-USDT?side=sell&kind=market', who: 'user' },
  { path: '/trade/spot/AAPL-USDT', who: 'user' },
  { path: '/market?list=stocks', who: 'user' },
  { path: '/assets/record?asset=3', who: 'user' },
  { path: '/web?url=https%3A%2F%2Fexample.com%2F', who: 'guest' },
  { path: '/outbox', who: 'guest' },
  { path: '/offline', who: 'guest' },
  { path: '/gallery', who: 'guest' },
  { path: '/no-such-page', who: 'guest', status: 404 },
]
/**
 * Excluded pages: they need an object created by their user (trial-customer.mjs lists most of them, browser stories cover
 * them), or redirect: without an asset, a pending second step or an authenticator, or always.
 */
const OF_ONES_OWN = new Set([
  '/trade/stocks',
  '/assets/requests/:id',
  '/receipts/:id',
  '/orders/seconds/:id',
  '/ieo/:id',
  '/quiz/:id',
  '/ieo/orders/:id',
  '/buy/orders/:id',
  '/loans/:id',
  '/earn/lock/orders/:id',
  '/earn/invest/mine/:id',
  '/copy/traders/:id',
  '/copy/traders/:id/follow',
  '/assets/record',
  '/login/verify',
  '/settings/security/recovery',
  '/settings/security/fund-password',
])
/** Entry pages, which redirect logged-in users. */
const ENTRY = /^\/(?:login|register|forgot|area)$/

/** @returns {Promise<Screen[]>} */
export async function listScreens(facts = { symbol: 'BTC-USDT', id: '1', rule: 'loan-1', operation: 'post_v1_order' }) {
  const { PAGES } = await importProduct('app/site/pages.ts')
  const built = PAGES.filter(({ path }) => path !== '/trade' && !OF_ONES_OWN.has(path)).map(({ path }) => ({
    path: path.replace(/:(\w+)/g, (_, name) => facts[name] ?? ''),
    who: ENTRY.test(path) ? 'guest' : 'user',
  }))
  return [...built, ...MORE, ...(await openNow())].map((screen) => ({ name: nameOf(screen), ...screen }))
}

/** Currently open demo token sale and quiz event. */
async function openNow() {
  const { demoSaleIds } = await importProduct('db/platform/seed/ieo.ts')
  const { demoEventId } = await importProduct('db/platform/seed/quiz.ts')
  const [, sale] = demoSaleIds(Date.now())
  return [
    { path: `/ieo/${sale}`, who: 'user', name: 'ieo-sale' },
    { path: `/quiz/${demoEventId(Date.now())}`, who: 'user', name: 'quiz-event' },
  ]
}

/** File name: "trade-spot-btc-usdt", and the viewer. */
const nameOf = ({ path, who }) =>
  `${
    path
      .toLowerCase()
      .replace(/^\//, '')
      .replace(/[^a-z\d]+/g, '-')
      .replace(/-$/, '') || 'home'
  }${who === 'guest' ? '.guest' : ''}`
