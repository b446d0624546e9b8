// `npm run html`: the HTML of every screen through the Nu HTML checker, which npx fetches when asked for and which needs
// Java. Fails on any error or warning that is no named exception. The pages stay in .cache/html.
//
//   npm run html -- --only /market,/admin --lang fra

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { again } from './lib/again.mjs'
import { installBrowser } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { serve } from './lib/miniflare.mjs'
import { ROOT, fail, withoutNpm } from './lib/run.mjs'
import { choiceCookies } from './lib/trial-person.mjs'
import { settle } from './lib/trial-site.mjs'

const CHECKER = 'vnu-jar@26.9.27'
const FOLDER = `${ROOT}.cache/html`
const OUTPUT_BYTES_MAX = 100_000_000

/** Findings that are meant, each with its reason. */
const EXCEPTIONS = [
  // Tables are displayed as blocks on a phone, and some browsers then drop the roles of their parts.
  /^The “(?:table|rowgroup|row|cell|columnheader|rowheader)” role is unnecessary/,
  /^The “role” attribute must not be used on a “t[drh]” element/,
  // Only this keeps a browser from restoring an old tick after going back.
  /^Attribute “autocomplete” is only allowed when the input type is/,
  // SVG 2 has it on every shape.
  /^Attribute “pathLength” not allowed on element “circle”/,
]

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    lang: { type: 'string', default: 'en' },
    'no-build': { type: 'boolean', default: false },
  },
})

/** Saves the screens that are asked for; returns their number. */
async function savePages({ url, screens, people }) {
  const only = options.only?.split(',')
  const isAsked = ({ path }) => !only || only.some((each) => each === path || path.startsWith(`${each}/`))
  const asked = screens.filter(isAsked)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const { path, who, name } of asked) {
    const cookies = [...choiceCookies(url, { language: options.lang }), ...people[who]]
    const Cookie = cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')
    const text = await again(async () => (await fetch(url + path, { headers: { Cookie } })).text())
    // Behind the end of a document the framework streams late data as scripts, where a parser gives up.
    const [document] = text.split('</html>')
    writeFileSync(`${FOLDER}/${name}.html`, `${document}</html>`)
  }
  return asked.length
}

/** Messages of the checker, without exceptions and remarks. */
function check() {
  const words = ['--yes', '--package', CHECKER, '--', 'vnu', '--format', 'json', '--exit-zero-always', FOLDER]
  const { stderr, status, error } = spawnSync('npx', words, {
    encoding: 'utf8',
    env: withoutNpm(process.env),
    shell: process.platform === 'win32',
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  if (error || status !== 0 || !stderr.includes('"messages"')) throw new Error(`The checker failed: ${error ?? stderr}`)
  const { messages } = JSON.parse(stderr.slice(stderr.indexOf('{"')))
  const isRemark = ({ type, subType }) => type === 'info' && subType !== 'warning'
  return messages.filter((each) => !isRemark(each) && !EXCEPTIONS.some((exception) => exception.test(each.message)))
}

/** Findings by kind, the most frequent first. */
function report(messages) {
  const kinds = Map.groupBy(messages, ({ message }) => message)
  const sorted = [...kinds].toSorted(([, one], [, other]) => other.length - one.length)
  return sorted.flatMap(([message, found]) => {
    const pages = [...new Set(found.map(({ url }) => basename(url, '.html')))]
    return [`✗ ${message}`, `    on ${pages.length}: ${pages.slice(0, 5).join(', ')}`, `    ${found[0].extract ?? ''}`]
  })
}

try {
  if (!options['no-build']) await build()
  const app = await serve()
  const browser = await chromium.launch({
    executablePath: installBrowser(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  let count = 0
  try {
    count = await savePages({ url: app.url, ...(await settle(browser, app)) })
  } finally {
    await browser.close()
    await app.stop()
  }
  const messages = check()
  console.log([...report(messages), '', `${count} pages, ${messages.length} findings`].join('\n'))
  process.exit(messages.length > 0 ? 1 : 0)
} catch (error) {
  fail(error)
}
