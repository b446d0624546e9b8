// User of a test server with data to display: play money, open and filled orders, a watched asset. Created by forms
// only.

import { openPerson } from './trial-person.mjs'

const EMAIL = 'hanako@example.com'
const PASSWORD = 'correct horse'

/** Registers in a fresh context and returns its cookies for other contexts. */
export async function makeTrialUser(browser, baseURL, email = EMAIL) {
  const user = await register(browser, baseURL, { email })
  await actAsTrader(user)
  return user.leave()
}

/** @returns {Promise<Awaited<ReturnType<typeof openPerson>>>} logged in */
export async function register(browser, baseURL, { email, path = '/register' }) {
  const user = await openPerson(browser, baseURL)
  const { page } = user
  await page.goto(path)
  await page.fill('[name=account]', email)
  await page.click('button[value=send_code]')
  await page.fill('[name=code]', await user.readCode(email))
  await page.fill('[name=password]', PASSWORD)
  if (await page.locator('[name=passwordAgain]').count()) await page.fill('[name=passwordAgain]', PASSWORD)
  await page.locator('[name=consent]').check()
  await page.locator('button[value=register]:visible').click()
  await page.waitForURL((url) => url.pathname !== '/register')
  return user
}

export async function actAsTrader({ post }) {
  const order = (symbol, form) =>
    post(`/trade/spot/${symbol}`, { intent: 'place', sizeIn: 'base', timeInForce: 'gtc', ...form })
  const market = (symbol, side, quantity) => order(symbol, { kind: 'market', side, quantity })
  const limit = (symbol, side, price, quantity) => order(symbol, { kind: 'limit', side, price, quantity })

  await market('BTC-USDT', 'buy', '0.05')
  await market('ETH-USDT', 'buy', '1')
  await market('BTC-USDT', 'sell', '0.01')
  await limit('BTC-USDT', 'buy', '58000', '0.02')
  await limit('BTC-USDT', 'sell', '66000', '0.015')
  await limit('ETH-USDT', 'buy', '2000', '0.5')
  await post('/market', { assetId: '1', watchId: '0' })
}
