// Everybody can use every screen: axe finds nothing serious or critical. Each screen is looked at on a phone or on a desktop, in the light or
// in the dark theme, in turn; with LONG=1 in all of them.

import type { Browser, Cookie, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Screen, listScreens } from '../../scripts/lib/screens.mjs'
import { choiceCookies } from '../../scripts/lib/trial-person.mjs'
import { makeTrialUser } from '../../scripts/lib/trial-user.mjs'
import { AXE, RULES, findGrave } from '../support/axe'
import { DESKTOP, PHONE, openBrowser, waitForScripts } from '../support/browser'
import { LONG } from '../support/long'

let browser: Browser
let session: Cookie[]
const url = inject('appUrl')
const screens = await listScreens()
beforeAll(async () => {
  browser = await openBrowser()
  session = await makeTrialUser(browser, url)
})
afterAll(() => browser.close())

const LOOKS = [
  { look: 'a phone, in Japanese, light', viewport: PHONE, language: 'jp', theme: 'light' },
  { look: 'a desktop, in English, dark', viewport: DESKTOP, language: 'en', theme: 'dark' },
  { look: 'a phone, in Japanese, dark', viewport: PHONE, language: 'jp', theme: 'dark' },
  { look: 'a desktop, in English, light', viewport: DESKTOP, language: 'en', theme: 'light' },
] as const

describe.each(LOOKS.map((look, turn) => ({ ...look, turn })))('on $look', ({ viewport, language, theme, turn }) => {
  // One page a visitor: a new one for each screen would cost more than the screens do.
  const pages = new Map<Screen['who'], Page>()
  beforeAll(async () => {
    for (const who of ['guest', 'user'] as const) {
      const context = waitForScripts(
        await browser.newContext({
          baseURL: url,
          viewport,
          serviceWorkers: 'block',
          reducedMotion: 'reduce',
        }),
      )
      await context.addInitScript(AXE)
      await context.addCookies([...choiceCookies(url, { language, theme }), ...(who === 'user' ? session : [])])
      pages.set(who, await context.newPage())
    }
  })
  // A live page that nobody looks at any more would go on drawing beside those of the next look.
  afterAll(() => Promise.all(Array.from(pages.values(), (page) => page.context().close())))

  test.each(screens.filter((_, index) => LONG || index % LOOKS.length === turn))('$name', async ({ path, who }) => {
    const page = pages.get(who)
    if (!page) throw new Error(`no ${who}`)
    await page.goto(path)
    expect(path.split('?')[0]).toBe(new URL(page.url()).pathname)
    // Some pages are drawn in no theme in particular.
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    expect(await findGrave(page, RULES)).toEqual([])
  })

  test('the command palette and the account menu, open', async () => {
    const page = pages.get('user')
    if (!page) throw new Error('no user')
    await page.goto('/assets')
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
