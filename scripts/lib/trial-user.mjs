// A user of a test server who has something to show: play money, orders open and filled, a transfer, a watched asset. By forms alone.

const EMAIL = 'hanako@example.com'
const PASSWORD = 'correct horse'

/** Registers in a fresh context and answers its cookies, for others to start from. */
export async function makeTrialUser(browser, baseURL, email = EMAIL) {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  await context.addCookies(choiceCookies(baseURL, { language: 'en' }))
  const page = await context.newPage()
  await page.goto('/register')
  await page.fill('[name=account]', email)
  await page.click('button[value=send_code]')
  const outbox = await context.newPage()
  await outbox.goto('/outbox')
  const code = await outbox.locator(`[data-target="${email}"] [data-testid=code]`).first().textContent()
  await outbox.close()
  await page.fill('[name=code]', code.trim())
  await page.fill('[name=password]', PASSWORD)
  if (await page.locator('[name=passwordAgain]').count()) await page.fill('[name=passwordAgain]', PASSWORD)
  await page.locator('button[value=register]:visible').click()
  await page.waitForURL((url) => url.pathname !== '/register')
  await actAsTrader(context, baseURL)
  const cookies = (await context.cookies()).filter(({ name }) => name.endsWith('cm_session'))
  await context.close()
  return cookies
}

/** The plain cookies that say how a visitor wants to read. */
export const choiceCookies = (url, { language, theme }) => [
  { name: 'cm_language', value: language, url },
  ...(theme ? [{ name: 'cm_theme', value: theme, url }] : []),
]

async function actAsTrader({ request }, origin) {
  const post = async (path, form) => {
    const answer = await request.post(path, {
      form: { commandId: crypto.randomUUID(), language: 'en', ...form },
      headers: { Origin: origin },
    })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()} to ${JSON.stringify(form)}`)
  }
  const order = (symbol, form) => post(`/trade/spot/${symbol}`, { intent: 'place', timeInForce: 'gtc', ...form })
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
