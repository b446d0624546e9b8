// A user’s identity between two windows: sent on a phone, seen and rejected at the desk, sent again and passed; and who never sees its pictures.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { type OpenedPage, PHONE, openBrowser, openPage, waitUntilAlive } from '../kit/browser'
import { longTest } from '../kit/long'
import { decideFirst, openAtWork, openFirst } from './desk-people'
import { bindMobile, press, sendPassport } from './identity-forms'
import { type Visitor, openVisitor, register } from './visitor'

const REASON = 'The back is out of focus.'

let browser: Browser
let alice: Visitor
let rita: OpenedPage
/** Addresses of the front’s picture: Alice’s own, and the desk’s. */
let ownPicture = ''
let deskPicture = ''

beforeAll(async () => {
  browser = await openBrowser()
  alice = await openVisitor(browser, 'en', { viewport: PHONE })
  await register(alice, '/settings')
  rita = await openAtWork(browser, 'rita')
})
afterAll(() => browser.close())

/** The user's own row in the table of limits. */
const ownLimits = (page: Page, words: RegExp) => page.locator('tr[aria-current=true]', { hasText: words }).waitFor()

/** A photo as from a phone camera: larger than the browser uploads. */
const photograph = (page: Page, words: string): Promise<string> =>
  page.evaluate((text) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1200, height: 800 })
    const context = canvas.getContext('2d')
    if (!context) return ''
    context.font = '96px sans-serif'
    context.fillStyle = 'white'
    context.fillRect(0, 0, 1200, 800)
    context.fillStyle = 'black'
    context.fillText(text, 60, 400)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, words)

async function sendPictures(page: Page): Promise<void> {
  await waitUntilAlive(page)
  for (const side of ['front', 'reverse']) {
    const buffer = Buffer.from(await photograph(page, `Passport, ${side}`), 'base64')
    await page.setInputFiles(`[name=${side}]`, { name: `${side}.png`, mimeType: 'image/png', buffer })
  }
  await expect.poll(() => page.getByAltText('Preview of the chosen image').count()).toBe(2)
  await press(page, 'Submit')
  await page.getByText('We are checking your details.').waitFor()
}

describe('Alice on a phone, and Rita at the desk', () => {
  longTest(
    'level 1: Alice types her passport, Rita approves, and Alice’s page shows the limits of level 1 by itself',
    async () => {
      const { page } = alice
      await bindMobile(alice)
      await page.goto('/settings/identity')
      await ownLimits(page, /Not verified/)
      await sendPassport(page)

      await decideFirst(rita.page, 'identity', 'Approve', { whose: alice.email })
      await rita.page.getByText('Decided and carried out').waitFor()
      await ownLimits(page, /Basic \(Lv1\).*200 BTC/)
    },
  )

  longTest(
    'level 2: Rita sees both pictures and rejects them, Alice reads why, sends others, and passes when Rita and Rob agree',
    async () => {
      const { page } = alice
      await page.getByRole('link', { name: 'Continue to advanced verification' }).click()
      await page.waitForURL('**/settings/identity/advanced')
      await sendPictures(page)
      ownPicture = (await page.getByRole('img', { name: 'Front of the document' }).getAttribute('src')) ?? ''

      await openFirst(rita.page, 'identity', alice.email)
      const pictures = rita.page.locator('img[src^="/admin/image"]')
      await expect.poll(() => pictures.count()).toBe(2)
      await expect
        .poll(() =>
          pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0)),
        )
        .toEqual([true, true])
      deskPicture = (await pictures.first().getAttribute('src')) ?? ''
      await decideFirst(rita.page, 'identity', 'Reject', { reason: REASON, whose: alice.email })

      await page.getByText(`Not approved. Reason: ${REASON}`).waitFor()
      await sendPictures(page)
      await decideFirst(rita.page, 'identity', 'Approve', { whose: alice.email })
      await rita.page.getByText('A second person must approve too').waitFor()
      const rob = await openAtWork(browser, 'rob')
      await decideFirst(rob.page, 'identity', 'Approve', { whose: alice.email })
      await page.getByRole('main').getByText('Verified', { exact: true }).waitFor()
      await page.goto('/settings/identity')
      await ownLimits(page, /Advanced \(Lv2\).*500 BTC.*1,000,000 USDT/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    },
  )

  longTest('every decision has come as a message', async () => {
    const { page } = alice
    await page.goto('/messages/all')
    await page.getByText('You have passed basic identity verification.').first().waitFor()
    await page.getByText(`Your advanced identity verification was not approved. Reason: ${REASON}`).first().waitFor()
    await page.getByText('You have passed advanced identity verification.').first().waitFor()
    for (const { errors } of [alice, rita]) expect(errors).toEqual([])
  })
})

describe('her pictures', () => {
  const statusFor = async ({ page }: OpenedPage, path: string): Promise<number> =>
    (await page.request.get(inject('appUrl') + path, { maxRedirects: 0 })).status()

  longTest('are hers and Rita’s to see; Bob, a guest, and Sam of support get none of them', async () => {
    const guest = await openPage(browser)
    const bob = await openVisitor(browser, 'en')
    await register(bob, '/settings')
    const sam = await openAtWork(browser, 'sam')
    const seen = async (opened: OpenedPage) => [
      await statusFor(opened, ownPicture),
      await statusFor(opened, deskPicture),
    ]
    expect({
      alice: await seen(alice),
      rita: await seen(rita),
      sam: await seen(sam),
      bob: await seen(bob),
      guest: await seen(guest),
    }).toEqual({ alice: [200, 302], rita: [404, 200], sam: [404, 403], bob: [404, 302], guest: [404, 302] })

    await sam.page.goto('/admin/queue/identity?view=approved')
    await sam.page.locator('tr', { hasText: alice.email }).locator('a[href^="/admin/reviews/"]').first().click()
    await sam.page.getByText('Only people who can decide this review see the pictures.').waitFor()
    expect(await sam.page.locator('img[src^="/admin/image"]').count()).toBe(0)
    expect(sam.errors).toEqual([])
  })
})
