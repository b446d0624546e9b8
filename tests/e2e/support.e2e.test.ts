// Customer service and the chat room in a browser: a guest asks, two people talk, one of them through a cut.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { openPerson } from '../kit/visitor'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { longTest } from '../kit/long'
import { openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

longTest.concurrent('a guest asks support, writes once more, and takes the transcript along', async () => {
  const guest = await openVisitor(browser, 'en', { viewport: PHONE })
  const { page } = guest
  await page.goto('/support')
  await page.getByRole('link', { name: 'Start a chat' }).click()
  await page.getByText('Our staff never ask for your password').waitFor()
  await page.selectOption('[name=topic]', 'deposit')
  await page.fill('[name=text]', 'Where is my deposit?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('[data-no="1"]').getByText('Where is my deposit?').waitFor()
  await page.fill('[name=text]', 'It was yesterday.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('[data-no="2"]').getByText('It was yesterday.').waitFor()
  expect(await page.inputValue('[name=text]')).toBe('')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Transcript').click()])
  expect(file.suggestedFilename()).toBe('support.txt')
  expect(guest.errors).toEqual([])
  await page.context().close()
})

/** Whether the browser lets this page use a feature. Chromium's name for it. */
const isPermitted = (page: Page, feature: string): Promise<boolean> =>
  page.evaluate((name) => {
    const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature: (name: string) => boolean } }
    return featurePolicy.allowsFeature(name)
  }, feature)

test.concurrent('the chat may use the microphone and the choice of a place the location, however one gets there', async () => {
  const { page, errors } = await openVisitor(browser, 'en', { viewport: PHONE })
  await page.goto('/support')
  expect(await isPermitted(page, 'microphone')).toBe(false)
  await page.getByRole('link', { name: 'Start a chat' }).click()
  await page.getByText('Our staff never ask for your password').waitFor()
  await expect.poll(() => isPermitted(page, 'microphone')).toBe(true)
  expect(await isPermitted(page, 'geolocation')).toBe(false)
  await page.goto('/location')
  await page.locator('a[href="/location/choose"]').click()
  await page.locator('[name=latitude]').waitFor()
  await expect.poll(() => isPermitted(page, 'geolocation')).toBe(true)
  expect(errors).toEqual([])
  await page.context().close()
})

test.concurrent('what Mai writes in the chat room Nao hears, also after a cut, and hides', async () => {
  const mai = await openVisitor(browser, 'en', { viewport: DESKTOP })
  const nao = await openVisitor(browser, 'en', { viewport: PHONE })
  await Promise.all([register(mai, '/chat?room=th'), register(nao, '/chat?room=th')])
  const room = '/chat?room=th'
  await Promise.all([mai.page.goto(room), nao.page.goto(room)])
  await nao.page.locator('[data-link=live]').waitFor()
  const say = async (text: string) => {
    await mai.page.fill('[name=text]', text)
    await mai.page.press('[name=text]', 'Shift+Enter')
    await mai.page.locator('[name=text]').pressSequentially('to all')
    await mai.page.press('[name=text]', 'Enter')
    await mai.page.locator('li[data-no]').getByText(`${text} to all`).waitFor()
  }
  await say('Good morning')
  await nao.page.getByText('Good morning').waitFor()
  await mai.page.fill('[name=text]', 'Too soon')
  await mai.page.getByRole('button', { name: 'Send' }).click()
  await mai.page.getByRole('alert').filter({ hasText: 'every 5 seconds' }).waitFor()
  await nao.page.context().setOffline(true)
  const ken = await openPerson()
  await (await ken.open(room)).form('Send').fill({ text: 'Welcome' }).send()
  await nao.page.context().setOffline(false)
  await nao.page.locator('li[data-no]').filter({ hasText: 'Welcome' }).waitFor()
  expect(await nao.page.locator('li[data-no]').count()).toBe(2)
  await nao.page.reload()
  await nao.page.locator('[data-link=live]').waitFor()
  expect(await nao.page.getByTestId('unread').count()).toBe(0)
  const hana = await openPerson()
  await nao.page.goto('/messages')
  await (await hana.open(room)).form('Send').fill({ text: 'Hello' }).send()
  await nao.page.goto(room)
  await nao.page.locator('[data-testid=unread] + li').filter({ hasText: 'Hello' }).waitFor()
  await nao.page.getByRole('button', { name: 'Reply' }).last().click()
  expect(await nao.page.inputValue('[name=text]')).toMatch(/^@.+ $/)
  await nao.page.locator('li[data-no] summary').first().click()
  await nao.page.getByRole('button', { name: 'Hide this person' }).first().click()
  await nao.page.getByText('People you have hidden').waitFor()
  expect(await nao.page.locator('li[data-no]').count()).toBe(2)
  // The offline browser reports failed loads.
  expect(mai.errors).toEqual([])
  expect(nao.errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await Promise.all([mai.page.context().close(), nao.page.context().close()])
})
