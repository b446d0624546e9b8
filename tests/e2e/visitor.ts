// Shared steps of browser tests: choose a language, register with a mailed code, place an order.

import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Language } from '#domain/language'
import type { OpenedPerson } from '../kit/people'
import { type Person, Visitor as PageVisitor } from '../kit/visitor'
import { openPage, waitUntilAlive } from '../kit/browser'

export const PASSWORD = 'correct horse'
const FIRST_PAGE = '/trade/spot/BTC-USDT'

export interface Visitor {
  readonly page: Page
  readonly errors: readonly string[]
  readonly email: string
  readonly language: Language
  /** The app's URL for this visitor. */
  readonly url: string
}

/** A visitor who reads `language` and has seen the announcement of the front page. */
export async function openVisitor(
  browser: Browser,
  language: Language,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const visitor = await openNewcomer(browser, language, options)
  const { page, url } = visitor
  await page.context().addCookies([{ name: 'cm_announcement', value: '1', url }])
  await page.addInitScript(() => localStorage.setItem('h5Version', '1'))
  return visitor
}

/** A first-time visitor: the announcement is on the front page. */
export async function openNewcomer(
  browser: Browser,
  language: Language,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const url = options.baseURL ?? inject('appUrl')
  const { page, errors } = await openPage(browser, { ...options, baseURL: url })
  await page.context().addCookies([
    { name: 'cm_language', value: language, url },
    // Not asked before every order: terminal.e2e.test.ts is about that question.
    { name: 'cm_terminal', value: 'k0', url },
  ])
  page.setDefaultTimeout(20_000)
  return { page, errors, url, language, email: `${randomUUID().slice(0, 8)}@example.com` }
}

/** The code that the local outbox shows for an address. */
export async function readCode({ page, email }: Pick<Visitor, 'page' | 'email'>): Promise<string> {
  const outbox = await (await page.request.get('/outbox')).text()
  // The newest message comes first.
  const [, after = ''] = outbox.split(`data-target="${email}"`)
  return />(\d{6})</.exec(after)?.[1] ?? ''
}

/** Opens `path` for a user with play money, a password and a session. Registration and login have stories of their own. */
export async function register(visitor: Visitor, path: string = FIRST_PAGE): Promise<void> {
  const { page, email, language, url } = visitor
  if (url === inject('appUrl')) {
    const wishes = { email, language, password: PASSWORD }
    const answer = await fetch(inject('peopleUrl'), { method: 'POST', body: JSON.stringify(wishes) })
    if (!answer.ok) throw new Error(await answer.text())
    // What people.ts answers.
    const { token } = await answer.json<OpenedPerson>()
    await page.context().addCookies([{ name: 'cm_session', value: token, url }])
  } else await registerByRequests(visitor)
  await page.goto(path)
}

/** The same person without a browser, for steps that a story does not show. */
export async function byForms({ page, email, language }: Visitor): Promise<Person> {
  const cookies = (await page.context().cookies()).map(({ name, value }) => [name, value] as const)
  return Object.assign(new PageVisitor({ language, cookies }), { userId: 0, email })
}

/** Registers like the form, without drawing it: for apps started by a test itself. */
async function registerByRequests(visitor: Visitor): Promise<void> {
  const { page, email } = visitor
  const send = async (form: Readonly<Record<string, string>>) => {
    const { origin } = new URL(visitor.url)
    return page.request.post('/register', {
      form: { ...form, account: email },
      headers: { Origin: origin },
      maxRedirects: 0,
    })
  }
  await send({ intent: 'send_code', by: 'email' })
  const code = await readCode(visitor)
  const answer = await send({
    intent: 'register',
    by: 'email',
    consent: 'on',
    code,
    password: PASSWORD,
    passwordAgain: PASSWORD,
  })
  if (answer.status() !== 302) throw new Error(`registering ${email} was answered ${answer.status()}`)
}

/** Registers by the form itself; ends on BTC-USDT, logged in. */
export async function registerByForm(visitor: Visitor): Promise<void> {
  const { page, email } = visitor
  await page.goto('/register')
  await page.fill('[name=account]', email)
  await page.click('button[value=send_code]')
  await page.getByRole('status').getByRole('link').waitFor()
  await page.fill('[name=code]', await readCode(visitor))
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=passwordAgain]', PASSWORD)
  await page.check('[name=consent]')
  await page.click('button.button-brand[value=register]')
  await page.waitForURL(`**${FIRST_PAGE}`)
}

/** By the account's menu, for a visitor who reads English. */
export async function logOut({ page }: Visitor): Promise<void> {
  await page.getByRole('banner').getByLabel('Account menu').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login?**')
}

/** Opens a page over a connection so slow that the visitor fills it in before its scripts run. */
export async function enterBeforeScripts(page: Page, path: string, enter: () => Promise<unknown>): Promise<void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/words/*.json', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await enter()
  letThrough()
  await waitUntilAlive(page)
}

/** On a page without scripts: the page that `act` leads to, loaded. */
export async function nextPage(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()])
}

/** Available amount in the ticket for its current side. */
export const available = (page: Page) => page.getByTestId('available')

/** Waits for the pair page with a loaded book and a connected account channel. */
export async function waitForLiveMarket(page: Page): Promise<void> {
  await page.locator('[data-link=live]').first().waitFor({ state: 'attached' })
  await page.locator('[data-side=ask] button').first().waitFor()
}

/** Current best bid and ask, from text such as "60,432.1". */
export async function bestPrices(page: Page): Promise<{ bid: number; ask: number }> {
  // Both in one look: the market moves between two.
  return page.evaluate(() => {
    const read = (side: 'bid' | 'ask') => {
      const texts = [...document.querySelectorAll(`[data-side=${side}] button span:nth-of-type(2)`)]
      return Number((side === 'ask' ? texts.at(-1) : texts[0])?.textContent?.replaceAll(',', ''))
    }
    return { bid: read('bid'), ask: read('ask') }
  })
}
