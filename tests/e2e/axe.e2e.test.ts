// Everybody can use every screen: axe finds nothing serious or critical, in either theme, on a phone and on a desktop, as guest and logged in.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Screen, listScreens } from '../../scripts/lib/screens.mjs'
import { choiceCookies } from '../../scripts/lib/trial-person.mjs'
import { makeTrialUser } from '../../scripts/lib/trial-user.mjs'
import { DESKTOP, PHONE, openBrowser } from '../support/browser'
import { openAlive } from './visitor'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Would fetch every style sheet again, for rules that are not among these.
  preload: false,
}
/** What a theme can change; the rest has been looked at in the first. */
const COLOURS: RunOptions = {
  ...RULES,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}
const GRAVE = new Set(['serious', 'critical'])

let browser: Browser
const screens = await listScreens()
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each([
  { width: 'a phone, in Japanese', viewport: PHONE, language: 'jp' },
  { width: 'a desktop, in English', viewport: DESKTOP, language: 'en' },
] as const)('on $width', ({ viewport, language }) => {
  // One page a visitor: a new one for each screen would cost more than the screens do.
  const pages = new Map<Screen['who'], Page>()
  beforeAll(async () => {
    const url = inject('appUrl')
    const session = await makeTrialUser(browser, url, `hanako.${language}@example.com`)
    for (const who of ['guest', 'user'] as const) {
      const context = await browser.newContext({
        baseURL: url,
        viewport,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
      })
      await context.addInitScript(AXE)
      await context.addCookies([
        ...choiceCookies(url, { language, theme: 'light' }),
        ...(who === 'user' ? session : []),
      ])
      pages.set(who, await context.newPage())
    }
  })

  test.each(screens)('$name', async ({ path, who }) => {
    const page = pages.get(who)
    if (!page) throw new Error(`no ${who}`)
    await openAlive(page, path)
    expect(path.split('?')[0]).toBe(new URL(page.url()).pathname)
    const light = await findGrave(page, RULES)
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark'
    })
    const dark = await findGrave(page, COLOURS)
    expect({ light, dark }).toEqual({ light: [], dark: [] })
  })

  test('the command palette and the account menu, open', async () => {
    const page = pages.get('user')
    if (!page) throw new Error('no user')
    await openAlive(page, '/assets')
    await page.keyboard.press('Control+K')
    const palette = page.getByRole('dialog')
    await palette.getByRole('option').first().waitFor()
    const withPalette = await findGrave(page, RULES)
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await page.locator('details:has(form[action="/logout"]) > summary').click()
    await page.locator('form[action="/logout"] button').waitFor()
    expect({ withPalette, withMenu: await findGrave(page, RULES) }).toEqual({ withPalette: [], withMenu: [] })
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
