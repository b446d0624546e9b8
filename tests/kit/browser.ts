// A Chromium for tests, and pages that fail the test when they report an error.

import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core'
import { TestRunner, onTestFinished } from 'vitest'
import { takeContext } from './contexts'
import { LONG } from './long'
import { findBrowser, findShell } from '../../scripts/lib/browser.mjs'

export { waitForScripts, waitUntilAlive } from './alive'
export { giveAuthenticator } from '../../scripts/lib/authenticator.mjs'

/** Browsers by executable: one Chromium for all files of this process. */
const browsers = new Map<string, Promise<Browser>>()
/** No optimizing compiler and no threads of the engine's own, because test pages live for seconds and two cores are busy. One renderer process per context, because a new process compiles all scripts again. */
const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--js-flags=--no-opt --single-threaded',
  '--renderer-process-limit=1',
]

/** `close` only closes the caller's pages; the browser keeps running for the next file. */
export async function openBrowser(find: () => string | undefined = findShell): Promise<Browser> {
  const executablePath = find()
  if (!executablePath) throw new Error('No Chromium found: `npm test` installs one, or set CHROMIUM_PATH.')
  const opening = browsers.get(executablePath) ?? chromium.launch({ executablePath, args: ARGS })
  browsers.set(executablePath, opening)
  const browser = await opening
  const close = () => Promise.all(browser.contexts().map((context) => context.close()))
  return Object.create(browser, { close: { value: close } }) as Browser
}

/** Pages of this process that are open now. */
export async function openPages(): Promise<readonly Page[]> {
  const opened = await Promise.all(browsers.values())
  return opened.flatMap((browser) => browser.contexts()).flatMap((context) => context.pages())
}

/** The full browser shows notifications; the headless shell doesn't. */
export const openWholeBrowser = () => openBrowser(findBrowser)

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

export interface OpenedPage {
  readonly page: Page
  /** What the page reported as an error so far: exceptions, console errors, refused policies. */
  readonly errors: readonly string[]
}

/** Console errors of a navigation or socket cancelled by a later navigation: harmless. */
const LET_GO = /^AbortError:|closed before the connection is established/

/**
 * A page of a new visitor with its own cookies; records all errors. A page opened in a test is closed with it, since a live page would go
 * on drawing during later tests.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  // Animations run with LONG=1 only.
  const motion = { reducedMotion: LONG ? 'no-preference' : 'reduce' } as const
  const context = await takeContext(browser, { viewport: DESKTOP, serviceWorkers: 'block', ...motion, ...options })
  // Among concurrent tests the opener is unknown, so their pages are closed with the file.
  const test = TestRunner.getCurrentTest()
  if (test && !test.concurrent) onTestFinished(() => context.close())
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !LET_GO.test(message.text())) errors.push(message.text())
  })
  return { page, errors }
}

interface Pull {
  readonly x: number
  readonly y: number
  readonly distance: number
}

/** A touch that moves down the page, slower than a flick, and ends. */
export async function touchDown(page: Page, { x, y, distance }: Pull): Promise<void> {
  const touches = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x, y: at }] })
  await send('touchStart', y)
  for (let step = 1; step <= 8; step += 1) {
    await send('touchMove', y + (distance * step) / 8)
    await page.waitForTimeout(40)
  }
  await send('touchEnd', null)
  await touches.detach()
}
