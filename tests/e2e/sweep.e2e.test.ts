// Visits every screen once: it fits its width, has one main heading and no console error, and axe finds nothing serious or critical on one screen
// of each layout. Width, theme and language rotate by the screen's index; with LONG=1 each screen is drawn in every look, with axe on all.

import type { Browser, Cookie } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { type Screen, listScreens } from '../../scripts/lib/screens.mjs'
import { choiceCookies } from '../../scripts/lib/trial-person.mjs'
import { makeTrialUser } from '../../scripts/lib/trial-user.mjs'
import { QUICK_RULES, RULES, findGrave } from '../kit/axe'
import { DESKTOP, type OpenedPage, PHONE, openBrowser, openPage } from '../kit/browser'
import { LONG } from '../kit/long'
import { firstOfKind } from './alike'

let browser: Browser
let session: Cookie[]
const url = inject('appUrl')
const screens = await listScreens()
const asked = firstOfKind(screens)
beforeAll(async () => {
  browser = await openBrowser()
  session = await makeTrialUser(browser, url)
  // The list creates the first series; a page of one is visited in any order.
  await fetch(`${url}/earn/invest`)
})
afterAll(() => browser.close())

const languageAt = (turn: number) => LANGUAGES[turn % LANGUAGES.length] ?? 'en'

const LOOKS = [
  { look: 'a phone, light', viewport: PHONE, language: 'jp', theme: 'light' },
  { look: 'a desktop, dark', viewport: DESKTOP, language: 'en', theme: 'dark' },
  { look: 'a phone, dark', viewport: PHONE, language: 'jp', theme: 'dark' },
  { look: 'a desktop, light', viewport: DESKTOP, language: 'en', theme: 'light' },
] as const

/** Visible text fields and selects with a font size below 16 px. */
const namesOfSmallFields = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('input, select, textarea')]
    .filter((field) => !field.matches('[type=hidden], [type=checkbox], [type=radio], [type=range], [type=file]'))
    .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.getAttribute('name') ?? field.outerHTML.slice(0, 80))

describe.each(LOOKS.map((look, turn) => ({ ...look, turn })))('on $look', ({ viewport, language, theme, turn }) => {
  // One page per visitor: a new one per screen would cost more than the screens.
  const visits = new Map<Screen['who'], OpenedPage>()
  const visitAs = (who: Screen['who']): OpenedPage => {
    const visit = visits.get(who)
    if (!visit) throw new Error(`no ${who}`)
    return visit
  }
  beforeAll(async () => {
    for (const who of ['guest', 'user'] as const) {
      const { page, errors } = await openPage(browser, { baseURL: url, viewport, reducedMotion: 'reduce' })
      await page.context().addCookies([...choiceCookies(url, { language, theme }), ...(who === 'user' ? session : [])])
      visits.set(who, { page, errors })
    }
  })
  // Closes live pages, which would keep rendering during the next sweep.
  afterAll(() => Promise.all(Array.from(visits.values(), ({ page }) => page.context().close())))

  const inThisLook = screens
    .map((screen, place) => ({ ...screen, place, isAsked: LONG || asked.has(screen) }))
    .filter(({ place }) => LONG || place % LOOKS.length === turn)
    // Four neighbouring screens get four different looks; the next four get another language.
    .map((screen) => ({ ...screen, read: LONG ? language : languageAt(Math.floor(screen.place / LOOKS.length)) }))

  test.each(inThisLook)('$name, in $read', async ({ path, who, status, read, isAsked }) => {
    const { page, errors: all } = visitAs(who)
    const before = all.length
    await page.context().addCookies([{ name: 'cm_language', value: read, url }])
    await page.goto(path)
    expect(path.split('?')[0]).toBe(new URL(page.url()).pathname)
    // Some pages are drawn in no theme in particular.
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    const grave = isAsked ? await findGrave(page, LONG ? RULES : QUICK_RULES) : []
    const over = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
    const mainHeadings = await page.locator('h1:visible').count()
    // Safari zooms into smaller fields.
    const smallFields = viewport === PHONE ? await page.evaluate(namesOfSmallFields) : []
    const errors = all.slice(before)
    // The browser's console records a 404 page as an error.
    const problems = status === 404 ? errors.filter((error) => !error.includes('404')) : errors
    const found = { grave, over, mainHeadings, smallFields, problems }
    expect(found).toEqual({ grave: [], over: 0, mainHeadings: 1, smallFields: [], problems: [] })
  })

  // The short form checks them in one look.
  test.runIf(LONG || turn === 1)('the command palette and the account menu, open', async () => {
    const { page } = visitAs('user')
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
