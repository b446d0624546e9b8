// An API key of a new user over HTTP, as its owner makes one on the page: registration, pay password, key.

import { ask, readCode, register } from './first-order.mjs'

const PAY = 'staple of payments'

/**
 * @param {string} url
 * @param {string} email
 * @param {string[]} [scopes]
 * @returns {Promise<{ id: string, secret: string }>}
 */
export async function makeKey(url, email, scopes = ['read', 'trade', 'transfer']) {
  const token = await register(url, email)
  await ask(url, 'POST', '/sms_mail', { user_string: email, scene: 'forget' }, token)
  const code = await readCode(url, email)
  await ask(url, 'POST', '/safe/update_password', { password: PAY, re_password: PAY, code }, token)
  const form = new URLSearchParams({
    ...{ intent: 'make', name: 'A program', kind: 'hmac', public_key: '', addresses: '', days: '7' },
    ...{ pay_password: PAY, commandId: crypto.randomUUID(), language: 'en' },
  })
  for (const scope of scopes) form.append('scope', scope)
  const answer = await fetch(`${url}/settings/api`, {
    method: 'POST',
    headers: { Origin: url, Cookie: `cm_session=${token}; cm_language=en` },
    body: form,
  })
  const page = await answer.text()
  const [, id] = /([1-9]\d*\.[0-9a-f]{48})/.exec(page) ?? []
  const [, secret] = />([0-9a-f]{64})</.exec(page) ?? []
  if (!id || !secret) throw new Error(`/settings/api made no key: ${answer.status}`)
  return { id, secret }
}
