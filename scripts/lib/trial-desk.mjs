// Desk of a test server with staff who enrolled and logged in; with pending and decided reviews, and the list of its
// screens.

import { Secret, TOTP } from 'otpauth'
import { BANK } from './bank.mjs'
import { FIRST_ADMINS, inviteFirstAdmins } from './first-admins.mjs'
import { openPerson } from './trial-person.mjs'

const PASSWORD = 'a long night shift'
const STEP_MS = 30_000

/** Two admins: Ada, whose screens are drawn, and Otto, who approves. */
export async function openTrialDesk(browser, app) {
  const links = await inviteFirstAdmins(app)
  const [ada, otto] = await Promise.all(
    links.map((link, at) => joinDesk(browser, { url: app.url, link, email: FIRST_ADMINS[at] })),
  )
  const reviewOf = async (kind) => first(await ada.read(`/admin/queue/${kind}`), /\/admin\/reviews\/\d+/)
  const take = async (person, path, note) => {
    await person.submit(path, { step: 'claim' })
    if (note) await person.submit(path, { step: 'note', text: note })
  }
  /** The oldest that waits, decided by Otto first. */
  const decide = async (kind, verdicts, reason = '') => {
    const path = await reviewOf(kind)
    for (const [at, verdict] of verdicts.entries()) {
      const person = [otto, ada][at]
      await take(person, path)
      await person.submit(path, { step: 'decide', verdict, reason })
    }
  }
  const userPage = async (email) =>
    first(await ada.read(`/admin/users?text=${encodeURIComponent(email)}`), /\/admin\/users\/\d+/)
  return { ada, otto, reviewOf, userPage, take, decide }
}

/** Creates a desk history: per kind one decided and one pending review. Returns a newcomer's enrolment link. */
export async function workAtDesk({ ada, otto, reviewOf, userPage, take, decide }, { customer, lost }) {
  const [customerPage, lostPage] = [await userPage(customer), await userPage(lost)]
  const invite = (email, name, role) => ada.submit('/admin/staff', { step: 'invite', email, name, role })
  await invite('rita@cm.example', 'Rita', 'reviewer')
  await decide('staff', ['approve'])
  await invite('mika@cm.example', 'Mika', 'support')

  const correction = { step: 'correct', direction: 'add', wallet: 'change', assetId: '3' }
  await ada.submit(customerPage, { ...correction, amount: '25', reason: 'Credited to somebody else by the bank.' })
  await decide('correction', ['approve'])
  await ada.submit(customerPage, { ...correction, amount: '12.5', reason: 'Fee of a transfer that never left.' })

  const revision = /name="revision" value="(\d+)"/.exec(await ada.read(lostPage))[1]
  await ada.submit(lostPage, { step: 'freeze', revision, withdrawals: 'on', reason: 'Has lost the app.' })
  await ada.submit(lostPage, { step: 'recover', reason: 'Video call with the passport in hand.' })

  const coupon = { kind: 'trial_bonus', amount: '20', assetId: '3', code: 'WELCOME20', stock: '500' }
  const days = { useWithinDays: '14', claimFrom: dayField(0), claimUntil: dayField(20) }
  await ada.submit('/admin/coupons', { step: 'add', ...coupon, ...days, isListed: '1' })
  await decide('change', ['approve'])
  await setBank({ ada, decide })
  await askForFee(ada)

  await take(ada, await reviewOf('identity'))
  await take(ada, await reviewOf('deposit'), 'Asked the bank for the sender’s name.')
  const withdrawal = await reviewOf('withdrawal')
  await take(otto, withdrawal, 'In the book since the morning; one was paid out to it.')
  await otto.submit(withdrawal, { step: 'decide', verdict: 'approve' })
  return ada.readLink('rita@cm.example')
}

/**
 * All pages in the desk menu, the first row of each list, and login pages.
 * @returns {Promise<import('./screens.mjs').Screen[]>}
 */
export async function listDeskScreens({ ada, userPage }, { link, customer }) {
  const menu = (await ada.read('/admin')).matchAll(/href="(\/admin(?:\/[\w/-]+)?)"/g)
  const lists = []
  // One after the other: a small machine answers forty at once too late.
  for (const path of new Set([...menu].map(([, each]) => each))) {
    const row = path.startsWith('/admin/queue/') ? '/admin/reviews/\\d+' : `${path}/[\\w~.-]+`
    lists.push({ path, row: path === '/admin' ? null : first(await ada.read(path), new RegExp(row)) })
  }
  const named = (name, path, who = 'staff') => ({ name, path, who })
  return [
    named('admin-login', '/admin/login', 'guest'),
    named('admin-enrol', link, 'guest'),
    named('admin-enrol-spent', '/admin/enrol?token=spent', 'guest'),
    ...lists.flatMap(({ path, row }) => {
      const name = path.slice(1).replaceAll('/', '-')
      return [named(name, path), ...(row ? [named(`${name}-row`, row)] : [])]
    }),
    named('admin-users-customer', await userPage(customer)),
    named('admin-audit-check', '/admin/audit?check=1'),
    ...(await decidedScreens(ada)),
  ]
}

async function decidedScreens({ read }) {
  const path = '/admin/queue/deposit?view=approved'
  const row = first(await read(path), /\/admin\/reviews\/\d+/)
  return [
    { name: 'admin-decided', path, who: 'staff' },
    { name: 'admin-decided-row', path: row, who: 'staff' },
  ]
}

async function joinDesk(browser, { url, link, email }) {
  const person = await openPerson(browser, url)
  const { page } = person
  await page.goto(link)
  const secret = ((await page.locator('main code').textContent()) ?? '').trim()
  const codeAt = (timestamp) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=again]', PASSWORD)
  await page.fill('[name=code]', codeAt(Date.now()))
  await page.click('button[type=submit]')
  await page.waitForURL(/\/admin\/login/)
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', PASSWORD)
  // Codes are single-use, so take the next one.
  await page.fill('[name=code]', codeAt(Date.now() + STEP_MS))
  await page.click('button[type=submit]')
  await page.waitForURL(/\/admin$/)
  return person
}

/** Sets the bank account for customers' dollar transfers; each of its lines needs two approvals. */
async function setBank({ ada, decide }) {
  for (const [key, value] of Object.entries(BANK)) {
    await askForCell(ada, { path: `/admin/sheets/settings/${key}`, cell: 'value', value })
    await decide('change', ['approve'])
  }
}

const askForFee = (ada) => askForCell(ada, { path: '/admin/sheets/pairs/TRX-USDT', cell: 'maker_fee', value: '0.0007' })

/** The form contains its rendered values, so it is filled in the browser. */
async function askForCell({ page }, { path, cell, value }) {
  await page.goto(path)
  await page.fill(`[name="cell.${cell}"]`, value)
  await page.click(`form:has([name="cell.${cell}"]) button[type=submit]`)
  await page.waitForURL(/done=asked/)
}

const first = (html, pattern) => pattern.exec(html)?.[0] ?? null
const dayField = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)
