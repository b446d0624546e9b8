// Leaving without scripts: a file by a code from the mail, what must end before the account closes, and the way there from the settings.

import { expect, test } from 'vitest'
import identity from '../../locales/en/identity.json'
import leaving from '../../locales/en/leaving.json'
import { readCode } from '../kit/identity'
import { Visitor, openPerson } from '../kit/visitor'

test('Mia takes her data along with a code that was mailed to her', async () => {
  const mia = await openPerson()
  const settings = await mia.open('/settings')
  let page = await settings.click(leaving.title)
  expect(page.path).toBe('/settings/leave')
  page = await page.form(leaving.take_make).fill({ own_code: '000000' }).send()
  expect(page.problemAt('own_code')).not.toBe('')
  page = await page.press(identity.send_code)
  page = await page
    .form(leaving.take_make)
    .fill({ own_code: await readCode(mia, mia.email) })
    .send()
  expect(page.main).toContain(leaving.take_ready)
  const path = page.link(leaving.take_download) ?? ''
  const answer = await mia.ask(path)
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  const file = await answer.json<{
    directory: { user: readonly { email: string }[] }
    account: { entry: readonly object[] }
  }>()
  expect(file.directory.user.map(({ email }) => email)).toEqual([mia.email])
  expect(file.account.entry.length).toBeGreaterThan(0)
  // Of somebody else the address is worth nothing.
  const other = await openPerson()
  expect((await other.ask(path)).headers.get('Location')).toBe('/settings/leave')
  expect((await new Visitor().ask(path)).headers.get('Location')).toMatch(/^\/login\?/)
})

test('her account does not close while money is in it, and the page says so', async () => {
  const mia = await openPerson()
  const page = await (await mia.open('/settings/leave')).click(leaving.close_title)
  expect(page.main).toContain(leaving.left_title)
  expect(page.main).toContain(leaving.left_balances)
  expect(page.hasButton(leaving.close_do)).toBe(false)
  const body = new URLSearchParams({ intent: 'close', is_confirmed: 'on', own_code: '000000' })
  const answer = await mia.ask('/settings/leave/close', { method: 'POST', body })
  expect(answer.status).toBeLessThan(500)
  expect((await mia.open('/settings')).main).toContain(String(mia.userId))
})
