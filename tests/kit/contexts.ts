// Reuses Chromium contexts: after a visit the context is cleared and kept for the next visitor. Its first page then costs half the time, because
// its process has compiled the site's scripts.

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { waitForScripts } from './alive'

/** An image of the site: keeps the renderer process alive between visits, and gives access to localStorage. */
const KEEPER = '/logos/site.svg'

interface Kept {
  readonly keeper: Page
  /** Playwright's own `close`. */
  readonly end: () => Promise<void>
  /** An installed clock cannot be removed. */
  isSpoilt: boolean
}

const kept = new WeakMap<BrowserContext, Kept>()
/** Free contexts by their options. */
const left = new Map<string, BrowserContext[]>()

/** `close` clears the context and keeps it for the next visitor. */
export async function takeContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const { baseURL, javaScriptEnabled, serviceWorkers, storageState } = options
  const isForNext =
    baseURL === inject('appUrl') && javaScriptEnabled !== false && serviceWorkers === 'block' && !storageState
  if (!isForNext) return newContext(browser, options)
  const name = JSON.stringify(options)
  const context = left.get(name)?.pop() ?? (await keepContext(browser, options))
  context.close = () => leave(name, context)
  return context
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  if (options.javaScriptEnabled !== false) waitForScripts(context)
  const { request } = context
  const fetch = request.fetch.bind(request)
  // The runtime closes connections idle for five seconds, at times just as a request starts; browsers resend such a request.
  request.fetch = (url, more) => fetch(url, { maxRetries: 2, ...more })
  return context
}

async function keepContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await newContext(browser, options)
  const end = context.close.bind(context)
  const keeper = await context.newPage()
  await keeper.goto(KEEPER, { waitUntil: 'commit' })
  const state: Kept = { keeper, end, isSpoilt: false }
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (options) => {
    state.isSpoilt = true
    return install(options)
  }
  kept.set(context, state)
  return context
}

async function leave(name: string, context: BrowserContext): Promise<void> {
  const state = kept.get(context)
  if (!state || left.get(name)?.includes(context)) return
  const { keeper, end } = state
  await Promise.all(context.pages().flatMap((page) => (page === keeper ? [] : page.close())))
  if (state.isSpoilt) {
    kept.delete(context)
    return end()
  }
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.unrouteAll(),
  ])
  await keeper.evaluate(() => localStorage.clear())
  left.set(name, [...(left.get(name) ?? []), context])
}
