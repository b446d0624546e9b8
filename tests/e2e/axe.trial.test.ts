// Everybody can use every screen: axe finds nothing serious or critical, in either theme, on a phone and on a desktop, as guest and logged in.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Cookie, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Language } from '#domain/language'
import { type Screen, listScreens } from '../../scripts/lib/screens.mjs'
import { choiceCookies, makeTrialUser } from '../../scripts/lib/trial-user.mjs'
import { DESKTOP, PHONE, openBrowser } from '../support/browser'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}
/** What a theme can change; the rest has been looked at in the first. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
const GRAVE = new Set(['serious', 'critical'])

let browser: Browser
let session: Cookie[]
const screens = await listScreens()
beforeAll(async () => {
  browser = await openBrowser()
  session = await makeTrialUser(browser, inject('appUrl'))
})
afterAll(() => browser.close())

const WAYS: readonly { language: Language; width: string; who: Screen['who'] }[] = [
  { language: 'jp', width: 'phone', who: 'user' },
  { language: 'jp', width: 'desktop', who: 'user' },
  { language: 'jp', width: 'phone', who: 'guest' },
  { language: 'jp', width: 'desktop', who: 'guest' },
  { language: 'en', width: 'phone', who: 'user' },
]

describe.each(WAYS)('$language, $width, $who', ({ language, width, who }) => {
  let context: BrowserContext
  beforeAll(async () => {
    const url = inject('appUrl')
    context = await browser.newContext({
      baseURL: url,
      viewport: width === 'phone' ? PHONE : DESKTOP,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    })
    await context.addInitScript(AXE)
    await context.addCookies([...choiceCookies(url, { language, theme: 'light' }), ...(who === 'user' ? session : [])])
  })
  afterAll(() => context.close())

  test.each(screens.filter((screen) => screen.who === who))('$name', async ({ path }) => {
    const page = await context.newPage()
    await page.goto(path)
    await page.waitForFunction(() => document.readyState === 'complete')
    const light = await findGrave(page, RULES)
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark'
    })
    const dark = await findGrave(page, COLOURS)
    await page.close()
    expect({ light, dark }).toEqual({ light: [], dark: [] })
  })
})

/** "rule: selector", for each place. */
async function findGrave(page: Page, options: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return axe.run(given)
  }, options)
  return violations
    .filter(({ impact }) => GRAVE.has(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`))
}
