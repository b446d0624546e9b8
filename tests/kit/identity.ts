// Verification and step-up inputs of an English user: mailed codes, mobile number, passport, pay password.

import { randomInt } from 'node:crypto'
import funds from '../../locales/en/funds.json'
import identity from '../../locales/en/identity.json'
import { makeJpeg } from './pictures'
import type { Page } from './page'
import type { Person, Visitor } from './visitor'

/** The newest code that the local outbox shows for an address or a number. */
export async function readCode(visitor: Visitor, target: string): Promise<string> {
  const outbox = await (await visitor.ask('/outbox')).text()
  // The newest message comes first.
  const [, after = ''] = outbox.split(`data-target="${target}"`)
  return />(\d{6})</.exec(after)?.[1] ?? ''
}

/** A unique picture: many places refuse a picture sent before. */
export const jpeg = (name: string): File =>
  new File([makeJpeg({ width: randomInt(8, 2_000), height: randomInt(8, 2_000) })], name, { type: 'image/jpeg' })

export async function bindMobile(person: Person): Promise<void> {
  const account = `090${randomInt(10_000_000, 99_999_999)}`
  let page = await person.open('/settings/security/mobile?country=JP')
  page = await page.form(identity.send_code, 0).fill({ account }).send()
  const code = await readCode(person, `+81${account.slice(1)}`)
  page = await page.form(identity.send_code, -1).fill({ account, code }).send()
  const own = await readCode(person, person.email)
  page = await page.form(funds.save).fill({ account, code, own_code: own }).send()
  if (page.url.pathname !== '/settings/security') throw new Error(`not bound: ${page.problem}`)
}

/** The document of level 1. */
export async function sendPassport(person: Person): Promise<Page> {
  const page = await person.open('/settings/identity')
  return page
    .form('Submit')
    .fill({ country: 'JP', Passport: true, name: 'Alice Liddell', card_id: `TK${randomInt(1_000_000, 9_999_999)}` })
    .send()
}

export async function setPayPassword(person: Person, password: string): Promise<Page> {
  let page = await person.open('/settings/security/pay-password')
  page = await page.press(identity.send_code, 0)
  const code = await readCode(person, person.email)
  return page.form(funds.save).fill({ own_code: code, password, password_again: password }).send()
}
