// Everybody can use every screen: axe finds nothing serious or critical, in either theme, on a phone and on a desktop, as guest and logged in.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Screen, listScreens } from '../../scripts/lib/screens.mjs'
import { choiceCookies } from '../../scripts/lib/trial-person.mjs'
import { makeTrialUser } from '../../scripts/lib/trial-user.mjs'
import { AXE, NOTHING_GRAVE, RULES, findGrave, findInBoth } from '../support/axe'
import { DESKTOP, PHONE, openBrowser } from '../support/browser'
import { openAlive } from './visitor'

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
    expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
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
