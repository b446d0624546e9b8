// `npm run shots`: screenshots of every screen into shots/ (narrow and wide, light and dark, four languages), and a
// report of rule violations. Serves the built app with its own data. A path includes its sub-paths; a name selects one
// screen.
//
//   npm run shots -- --only /market,/admin,admin-login --lang jp --theme dark --width 390 --full

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { installBrowser } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { lookOver } from './lib/look-over.mjs'
import { serve } from './lib/miniflare.mjs'
import { ROOT, fail } from './lib/run.mjs'
import { choiceCookies } from './lib/trial-person.mjs'
import { settle } from './lib/trial-site.mjs'

const FOLDER = `${ROOT}shots/`
const HEIGHTS = { 390: 844, 1280: 800 }
/** Settling time (ms) for sockets, charts and fonts before the screenshot. */
const SETTLE_MS = 700
/** Pages rendered concurrently: most of a page's time is waiting. */
const TABS = 3
/** Findings reported without failing: deliberate in single-line rows. */
const TOLERATED = new Set(['cut with an ellipsis'])

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    lang: { type: 'string', default: 'jp,en,fra,th' },
    theme: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '390,1280' },
    full: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
})

/** Findings with their screenshots. */
const findings = new Map()
function note(kind, text, shot) {
  const key = `${kind}: ${text}`
  findings.set(key, { kind, text, shots: [...(findings.get(key)?.shots ?? []), shot] })
}

/** Texts by file and key, since two files may use the same key. */
function readWords(language) {
  const folder = `${ROOT}locales/${language}`
  return new Map(
    readdirSync(folder).flatMap((name) =>
      Object.entries(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))).map(([key, text]) => [
        `${name} ${key}`,
        text,
      ]),
    ),
  )
}

/** English sentences that have a translation; short texts are often names. */
function wordsFor(language) {
  const texts = readWords(language)
  const own = new Set(texts.values())
  const english = language === 'en' ? [] : [...readWords('en').values()]
  return {
    keys: [...texts.keys()].map((path) => path.split(' ')[1]),
    english: english.filter((text) => !own.has(text) && text.length > 2),
  }
}

async function drawScreens(browser, { url, people, screens, language, theme, width }) {
  const contexts = {}
  for (const [who, cookies] of Object.entries(people)) {
    contexts[who] = await browser.newContext({
      baseURL: url,
      viewport: { width, height: HEIGHTS[width] ?? 900 },
      colorScheme: theme,
      deviceScaleFactor: width < 600 ? 2 : 1,
      isMobile: width < 600,
      hasTouch: width < 600,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await contexts[who].addCookies([...choiceCookies(url, { language, theme }), ...cookies])
  }
  const words = wordsFor(language)
  const waiting = screens.values()
  const drawRest = async () => {
    for (const screen of waiting) {
      const shot = `${screen.name}/${language}-${theme}-${width}`
      await drawScreen(contexts[screen.who], { screen, shot, words })
    }
  }
  await Promise.all(Array.from({ length: TABS }, drawRest))
  await Promise.all(Object.values(contexts).map((context) => context.close()))
}

async function drawScreen(context, { screen, shot, words }) {
  const page = await context.newPage()
  page.on('pageerror', (error) => note('error', error.message, shot))
  page.on('console', (message) => {
    if (message.type() === 'error' && !(screen.status && message.text().includes(String(screen.status))))
      note('console', message.text(), shot)
  })
  try {
    const answer = await page.goto(screen.path, { waitUntil: 'load' })
    if (answer.status() !== (screen.status ?? 200)) note('status', `${screen.path} answered ${answer.status()}`, shot)
    const { pathname } = new URL(page.url())
    if (!screen.path.startsWith(pathname)) note('status', `${screen.path} led to ${pathname}`, shot)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.waitForTimeout(SETTLE_MS)
    for (const { kind, text } of await page.evaluate(lookOver, words)) note(kind, text, shot)
    mkdirSync(`${FOLDER}${screen.name}`, { recursive: true })
    await page.screenshot({ path: `${FOLDER}${shot}.png`, fullPage: options.full })
  } catch (error) {
    note('not drawn', error.message.split('\n')[0], shot)
  } finally {
    await page.close()
  }
}

/** Report of findings by kind, with links to screenshots. */
function report(count) {
  const rows = [...findings.values()].toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || b.shots.length - a.shots.length,
  )
  const lines = rows.map(({ kind, text, shots }) => {
    const more = shots.length > 3 ? ` and ${shots.length - 3} more` : ''
    return `${TOLERATED.has(kind) ? '·' : '✗'} ${kind}: ${text}\n    ${shots.slice(0, 3).join(', ')}${more}`
  })
  const wrong = rows.filter(({ kind }) => !TOLERATED.has(kind)).length
  return {
    wrong,
    text: [...lines, '', `${count} pictures in shots/, ${wrong} findings, ${rows.length - wrong} remarks`].join('\n'),
  }
}

try {
  const list = (text) => text.split(',').filter(Boolean)
  const only = options.only && list(options.only)
  const isAsked = ({ path, name }) =>
    !only || only.some((each) => each === name || each === path || path.startsWith(`${each}/`))
  if (!only) rmSync(FOLDER, { recursive: true, force: true })
  if (!options['no-build']) await build()

  const app = await serve()
  const browser = await chromium.launch({
    executablePath: installBrowser(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  let count = 0
  try {
    const { people, screens: all } = await settle(browser, app)
    const screens = all.filter(isAsked)
    if (screens.length === 0) throw new Error(`No screen is called ${options.only}.`)
    for (const language of list(options.lang))
      for (const theme of list(options.theme))
        for (const width of list(options.width).map(Number)) {
          await drawScreens(browser, { url: app.url, people, screens, language, theme, width })
          count += screens.length
          console.log(`${language} ${theme} ${width}: ${screens.length} screens`)
        }
  } finally {
    await browser.close()
    await app.stop()
  }
  const { wrong, text } = report(count)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}report.txt`, `${text}\n`)
  console.log(`\n${text}`)
  process.exit(wrong > 0 ? 1 : 0)
} catch (error) {
  fail(error)
}
