// User of a test server who has used every personal and money feature: profile, verified identity, addresses, cards,
// requests in every state, coupons, a referral, devices. `desk` (trial-desk.mjs) makes the desk's decisions.

import { Secret, TOTP } from 'otpauth'
import { giveAuthenticator } from './authenticator.mjs'
import { importProduct } from './product.mjs'
import { actAsTrader, register } from './trial-user.mjs'

const PAY = 'a drawer of gold'
const USDT = '3'
const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'
const PHONE = { areaCode: '81', account: '9012345678' }

export async function makeTrialCustomer(browser, { url, desk, email }) {
  const user = await register(browser, url, { email })
  await actAsTrader(user)
  await setPayPassword(user, email)
  await keepPayees(user)
  await showOneself(user, email)
  await verify(user, desk)
  await moveMoney(user, desk)
  await useProducts(user)
  await promote(user, { browser, url })
  await addPasskey(user, { browser, url })
  return user
}

/** User with a lost authenticator, for the desk to remove. */
export async function makeSecuredCustomer(browser, { url, email }) {
  const user = await register(browser, url, { email })
  const path = '/settings/security/authenticator'
  await user.post(path, { intent: 'send_own_code' })
  await user.submit(path, { intent: 'start', own_code: await user.readCode(email) })
  const secret = /<code[^>]*>([A-Z2-7 ]{16,})</.exec(await user.read(path))[1].replaceAll(' ', '')
  await user.post(path, { intent: 'confirm', code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
  return user
}

/**
 * Screens that need an object of their user, and of an account with an authenticator.
 * @returns {Promise<import('./screens.mjs').Screen[]>}
 */
export async function listCustomerScreens({ read }) {
  const rows = await read('/assets/requests')
  const rowOf = (kind) => new RegExp(`/assets/requests/${kind}\\d+`).exec(rows)[0]
  const named = (name, path, who) => ({ name, path, who })
  return [
    named('assets-requests-deposit', rowOf('d'), 'user'),
    named('assets-requests-withdrawal', rowOf('w'), 'user'),
    named('assets-withdraw-card', '/assets/withdraw?asset=3&kind=card', 'user'),
    ...(await orderScreens(read)),
    ...['', '/authenticator', '/recovery', '/passkeys'].map((path) =>
      named(`settings-security${path.replace('/', '-')}.secured`, `/settings/security${path}`, 'secured'),
    ),
  ]
}

/** Lists of orders that have pages of their own, and what such a page's path is. */
const ORDER_LISTS = [
  ['/earn/lock/orders', '/earn/lock/orders/\\d+'],
  ['/earn/invest/mine', '/earn/invest/mine/\\d+'],
  ['/ieo/orders', '/ieo/orders/\\d+'],
  ['/buy/orders', '/buy/orders/\\d+'],
]

async function orderScreens(read) {
  const screens = []
  for (const [list, row] of ORDER_LISTS) {
    const [path] = new RegExp(row).exec(await read(list)) ?? []
    if (!path) throw new Error(`${list} shows no order`)
    screens.push({ name: `${list.slice(1).replaceAll('/', '-')}-row`, path, who: 'user' })
  }
  const named = (name, path) => ({ name, path, who: 'user' })
  return [...screens, named('orders-seconds-row', '/orders/seconds/1'), named('receipt', '/receipts/trade-BTC-USDT-1')]
}

/** Reports a USDT deposit for review. */
export async function tellOfDeposit(user, amount) {
  const account = await upload(user, '#e8f3e8', `${amount} USDT`)
  await user.call('/wallet/charge_req', { account, amount, currency: USDT, sub_type: 'TRC20' })
}

async function setPayPassword({ post, submit, readCode }, email) {
  const path = '/settings/security/pay-password'
  await post(path, { intent: 'send_own_code' })
  await submit(path, { intent: 'change', own_code: await readCode(email), password: PAY, password_again: PAY })
  await submit('/settings/security', { intent: 'phrase', phrase: 'Blue elephant' })
}

async function keepPayees({ call, submit }) {
  const address = { currency: USDT, type: 'TRC20', address: TRON, pay_password: PAY }
  await call('/user/wallet/save', { ...address, name: 'Ledger at home' })
  const bitcoin = { currency: '1', type: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }
  await call('/user/wallet/save', { ...bitcoin, name: 'Savings', pay_password: PAY })
  const card = { real_name: 'Hanako Yamada', bank_account: '6222020200112233', pay_password: PAY }
  await submit('/settings/cards', { ...card, bank_name: 'Mizuho' })
  const abroad = { bank_branch: 'Oxford', swift: 'MIDLGB22', city: 'Oxford', phone: '+441865000000' }
  const address2 = { holder_address: '1 Broad Street' }
  await submit('/settings/cards/international', { ...card, ...abroad, ...address2, bank_name: 'Bank of Oxford' })
}

async function showOneself(user, email) {
  const { call, post, submit, readCode } = user
  const head_portrait = await upload(user, '#2f6df6', 'H')
  await call('/user/uploadHeadPortrait', { head_portrait })
  await call('/user/editNickname', { nickname: 'Hanako', signature: 'Slow and steady' })
  const path = '/settings/security/mobile'
  await post(path, { intent: 'send_code', ...PHONE })
  const code = await readCode(`+${PHONE.areaCode}${PHONE.account}`)
  // Another own code was sent within this minute; a password reset code proves the same mailbox.
  await call('/sms_mail', { user_string: email, scene: 'forget' })
  const own_code = await readCode(email)
  await submit(path, { intent: 'bind', ...PHONE, code, own_code, pay_password: PAY })
}

/** Level 1 passed, level 2 with its pictures in the queue. */
async function verify(user, desk) {
  const { call } = user
  const document = { id_type: '1', name: 'Hanako Yamada', card_id: 'TR1234567', country: 'JP' }
  await call('/user/real', { real_type: '1', ...document })
  await desk.decide('identity', ['approve'])
  const [front_pic, reverse_pic] = [await upload(user, '#d8d2c4', 'PASSPORT'), await upload(user, '#c4d2d8', 'REVERSE')]
  await call('/user/real', { real_type: '2', front_pic, reverse_pic })
}

async function moveMoney(user, desk) {
  const { call, submit } = user
  const payOut = (number) => {
    const form = { currency: USDT, number, address: TRON, network: 'TRC20', type: '0' }
    return patiently(() => call('/wallet/out', { ...form, remark: 'Rent', pay_password: PAY }))
  }
  await tellOfDeposit(user, '250')
  await desk.decide('deposit', ['approve', 'approve'])
  await tellOfDeposit(user, '75')
  await desk.decide('deposit', ['reject'], 'The voucher cannot be read.')
  await tellOfDeposit(user, '120')
  await payOut('100')
  await desk.decide('withdrawal', ['approve', 'approve'])
  await payOut('40')
  await desk.decide('withdrawal', ['reject'], 'The address is reported.')
  await payOut('50')
  const address = await call('/wallet/get_in_address', { currency: '1' })
  await submit('/faucet', { place: '1 BTC', amount: '0.05', address })
  await call('/user/Transfer', { from_currency_id: USDT, to_currency_id: '1', number: '600' })
  await submit('/assets/transfer', { step: 'confirm', assetId: USDT, from: 'change', to: 'legal', amount: '300' })
}

/** An order of each product that has a page for it. */
async function useProducts({ call, read }) {
  const { demoSaleIds } = await importProduct('db/platform/seed/ieo.ts')
  const [, sale] = demoSaleIds(Date.now())
  for (const to_field of ['lever', 'micro'])
    await call('/wallet/change', { currency_id: USDT, number: '500', from_field: 'change', to_field })
  await call('/v1/futures/order', { symbol: 'BTC-USDT', direction: 'long', lots: '10', leverage: '10' })
  await call('/v1/options/order', { symbol: 'BTC-USDT', direction: 'rise', seconds: '60', stake: '20' })
  await call('/lh/deposit', { config_id: '1', amount: '100' })
  const [series] = JSON.parse(await read('/api/v1/invest/series?kind=put')).message
  await call('/v1/invest/buy', { series_id: String(series.series_id), shares: '1' })
  // Lists make the sales of the day.
  await read('/ieo')
  await call('/v1/ieo/order', { project_id: String(sale), quantity: '10', pay: 'USDT' })
  const { quote_id } = await call('/v1/buy/quote', { route_id: '11', pay: '100' })
  const payer = { first_name: 'Hanako', last_name: 'Yamada', email: 'hanako@example.com', phone: '+15550001111' }
  await call('/v1/buy/order', { quote_id, ...payer })
}

async function promote(user, { browser, url }) {
  const { call } = user
  await call('/v1/coupons/claim', { coupon_id: '1' })
  const { extension_code: code } = await call('/user/info', {})
  const friend = await register(browser, url, { email: 'ken@example.com', path: `/register?code=${code}` })
  await actAsTrader(friend)
  await friend.leave()
}

/** Passkeys need a host name, and 127.0.0.1 is none. */
async function addPasskey({ context }, { browser, url }) {
  const baseURL = url.replace('127.0.0.1', 'localhost')
  const here = await browser.newContext({ baseURL })
  const cookies = (await context.cookies()).filter(({ name }) => name.endsWith('cm_session'))
  await here.addCookies(cookies.map(({ name, value }) => ({ name, value, url: baseURL })))
  const page = await here.newPage()
  await giveAuthenticator(page)
  await page.goto('/settings/security/passkeys')
  const form = page.locator('form:has([name=pay_password])')
  await form.locator('[name=name]').fill('Laptop')
  await form.locator('[name=pay_password]').fill(PAY)
  const isKept = (answer) =>
    answer.request().method() === 'POST' && answer.url().includes('/settings/security/passkeys')
  await Promise.all([page.waitForResponse(isKept), form.locator('button.button-brand').click()])
  await here.close()
}

/** Uploads a picture with a text; returns its reference. */
async function upload({ context, call }, colour, word) {
  const page = await context.newPage()
  await page.setViewportSize({ width: 640, height: 400 })
  await page.setContent(`<body bgcolor="${colour}"><br><br><br><center><font size="7">${word}</font></center>`)
  const buffer = await page.screenshot({ type: 'jpeg' })
  await page.close()
  return call('/upload', { file: { name: 'picture.jpg', mimeType: 'image/jpeg', buffer } })
}

/** Retries, because withdrawals to a new address must wait: one minute with play money. */
async function patiently(act, triesLeft = 90) {
  try {
    return await act()
  } catch (error) {
    if (triesLeft === 0 || !/ is new /.test(error.message)) throw error
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return patiently(act, triesLeft - 1)
  }
}
