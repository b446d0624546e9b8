// NFT market in a browser: gallery on a phone and a desktop, a work of each media type, a favourite, an application.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test.each(
  inTurn('nft', [
    { viewport: DESKTOP, name: 'desk' },
    { viewport: PHONE, name: 'phone' },
  ]),
)('Nao looks through the gallery at a $name', async ({ viewport, name }) => {
  const nao = await openVisitor(browser, 'en', { viewport })
  const { page } = nao
  const shot = async (what: string) => {
    if (process.env['SHOTS']) await page.screenshot({ path: `shots/nft-${what}-${name}.png`, fullPage: true })
  }
  await register(nao, '/nft')
  await page.goto('/nft?kind=video')
  expect(await page.locator('[data-work]').count()).toBe(5)
  await page.goto('/nft')
  await page.locator('[data-work]').first().waitFor()
  await shot('market')
  await page.goto('/nft?keyword=transit')
  await page.getByRole('link', { name: 'Transit' }).click()
  const video = page.locator('video')
  await video.waitFor()
  // The browser plays it by range requests.
  await video.evaluate((player: HTMLVideoElement) => {
    player.muted = true
    return player.play()
  })
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
  await page.getByRole('button', { name: 'Favourite' }).click()
  await page.locator('button[aria-pressed=true]').waitFor()
  await shot('work')
  await page.goto('/nft/collection')
  await page.getByRole('link', { name: 'Transit' }).waitFor()
  for (const path of ['/nft?kind=audio', '/nft/artists', '/nft/artists/1', '/nft/mine/artworks']) {
    await page.goto(path)
    expect(await page.locator('h1').count(), path).toBe(1)
  }
  await page.goto('/nft/mine/create')
  await page.getByRole('link', { name: 'Become an artist' }).click()
  await page.fill('[name=nickname]', name === 'desk' ? 'Riverine' : 'Delta')
  await page.fill('[name=words]', 'Draws rivers, and the bridges over them.')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Your application is under review.').waitFor()
  await shot('apply')
  expect(nao.errors).toEqual([])
  await page.context().close()
})

longTest('a sound that does not come is told of', async () => {
  const { page } = await openVisitor(browser, 'en', { viewport: PHONE })
  await page.route('**/media/*.wav', (route) => route.abort())
  await page.goto('/nft?kind=audio')
  await page.locator('[data-work]').first().getByRole('link').first().click()
  await page.locator('audio').evaluate((player: HTMLAudioElement) => player.play().catch(() => null))
  await page.getByText('The audio file cannot be played.').waitFor()
  await page.context().close()
})
