// First steps of a new user over HTTP: registration with the code from the outbox, login, order. Node built-ins only.

const PASSWORD = 'correct horse'
const PRICE_LIMIT_MS = 120_000
const AGAIN_MS = 250

/** @param {string} url @param {string} email @returns {Promise<string>} the session's token */
export async function register(url, email) {
  await ask(url, 'POST', '/sms_mail', { user_string: email, scene: 'register' })
  const code = await readCode(url, email)
  await ask(url, 'POST', '/user/register', { user_string: email, code, password: PASSWORD, re_password: PASSWORD })
  return login(url, email)
}

/** @returns {Promise<string>} the session's token */
export const login = (url, email) => ask(url, 'POST', '/user/login', { user_string: email, password: PASSWORD })

/** Buys 0.01 BTC; the first prices of a market that has just been opened may take a moment. @param {string} url @param {string} token */
export async function buy(url, token) {
  const order = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.01' }
  for (const until = Date.now() + PRICE_LIMIT_MS; ; await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))) {
    try {
      return await ask(url, 'POST', '/v1/order', order, token)
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/**
 * API payload of a success; throws with the answer's message otherwise.
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} [fields]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export async function ask(url, method, path, fields = {}, token) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: token === undefined ? {} : { Authorization: token },
    ...(method === 'POST' && { body: new URLSearchParams({ ...fields, lang: 'en' }) }),
  })
  const { type, message } = await response.json()
  if (type !== 'ok') throw new Error(`${path}: ${message}`)
  return message
}

export async function readCode(url, email) {
  const page = await (await fetch(`${url}/outbox`)).text()
  const [, after = ''] = page.split(`data-target="${email}"`)
  return />(\d{6})</.exec(after)?.[1] ?? ''
}
