// Addresses of an account without scripts: what was typed stays through refusals and codes, and the mailed link proves a mobile.

import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import funds from '../../locales/en/funds.json'
import identity from '../../locales/en/identity.json'
import { readCode } from '../kit/identity'
import { Visitor, openPerson } from '../kit/visitor'

const drawMobile = () => `090${randomInt(10_000_000, 99_999_999)}`

test.each([
  ['mobile', '/settings/security/mobile?country=JP', '12', drawMobile()],
  ['email', '/settings/security/email', 'nobody', `new-${randomInt(1_000_000)}@example.com`],
])('the %s to be bound is not typed again after a refusal or a code', async (_, path, wrong, right) => {
  const mai = await openPerson()
  let page = await mai.open(path)
  page = await page.form(identity.send_code, 0).fill({ account: wrong }).send()
  expect(page.problemAt('account')).not.toBe('')
  expect(page.field('account')).toBe(wrong)
  page = await page.form(identity.send_code, 0).fill({ account: right }).send()
  expect(page.problemAt('account')).toBe('')
  expect(page.field('account')).toBe(right)
  page = await page.form(funds.save).fill({ code: '000000', own_code: '000000' }).send()
  expect(page.field('account')).toBe(right)
  expect(page.field('code')).toBe('')
})

test('a mobile that an old client has bound is confirmed by the button of the mailed page, once', async () => {
  const rin = await openPerson()
  const mobile = drawMobile()
  const api = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...fields, lang: 'en' })
    const answer = await rin.ask(`/api${path}`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ type: 'ok' })
  }
  await api('/sms_send', { area_code: '81', mobile })
  await api('/safe/mobile', {
    mobile: mobile.slice(1),
    area_code: '81',
    code: await readCode(rin, `+81${mobile.slice(1)}`),
  })
  const outbox = await (await rin.ask('/outbox')).text()
  const link = /\/confirm-mobile\?[^"\s<]+/.exec(outbox.split(`data-target="${rin.email}"`)[1] ?? '')?.[0] ?? ''
  // Opened by whoever reads the mail, logged in or not.
  const reader = new Visitor()
  const open = () => reader.open(link.replaceAll('&amp;', '&'))
  // Looking confirms nothing, as mail scanners look.
  await open()
  let page = await open()
  expect(page.main).toContain(`+81${mobile.slice(1)} was added to your account.`)
  page = await page.press(identity.confirm_mobile)
  expect(page.main).toContain(identity.confirm_mobile_done)
  expect(page.hasButton(identity.confirm_mobile)).toBe(false)
  page = await open()
  expect(page.main).toContain('This link has been used or is no longer valid.')
  expect(page.hasButton(identity.confirm_mobile)).toBe(false)
})
