// Customers who report deposits and request withdrawals through the API, and the desk's intended decisions.

import { expect } from 'vitest'
import type { StartedApp } from '../kit/miniflare'
import { makeJpeg, pictureForm } from '../kit/pictures'
import type { Random } from './random'
import { PASSWORD, type RegisteredUser, letWithdraw } from './traders'

const USDT = '3'
const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'
const REJECTED_SHARE = 0.25

/** A desk review and its intended decision. */
export interface Case {
  readonly reviewId: number
  readonly kind: 'deposit' | 'withdrawal'
  readonly subjectId: number
  readonly userId: number
  readonly verdict: 'approve' | 'reject'
}

/** Each customer reports two deposits and requests three withdrawals of play money, to an address past its waiting time. */
export async function askForMoney(
  app: StartedApp,
  customers: readonly RegisteredUser[],
  random: Random,
): Promise<Case[]> {
  const database = await app.miniflare.getD1Database('DB')
  for (const { userId, token } of customers) {
    await letWithdraw(app, userId)
    await call(app.url, token, '/api/user/wallet/save', { currency: USDT, type: 'TRC20', name: 'home', address: TRON })
    await database.prepare('UPDATE saved_address SET changed_at = 1 WHERE user_id = ?').bind(userId).run()
  }
  for (const [index, { token }] of customers.entries()) {
    for (const turn of [1, 2]) {
      // A voucher is valid for one deposit: each picture has another size.
      const body = pictureForm(makeJpeg({ width: 8 + index * 2 + turn }))
      const voucher = String(await post(app.url, token, '/api/upload', body))
      const deposit = { account: voucher, amount: `${70 + turn}`, currency: USDT, sub_type: 'TRC20' }
      await call(app.url, token, '/api/wallet/charge_req', deposit)
    }
    for (const turn of [1, 2, 3]) {
      const payee = { currency: USDT, network: 'TRC20', address: TRON, pay_password: PASSWORD }
      await call(app.url, token, '/api/wallet/out', { ...payee, number: `${50 + turn}` })
    }
  }
  const { results } = await database
    .prepare(
      `SELECT id AS reviewId, kind, subject_id AS subjectId, user_id AS userId FROM review
        WHERE user_id IN (${customers.map(({ userId }) => userId).join()}) ORDER BY id`,
    )
    .all<Omit<Case, 'subjectId' | 'verdict'> & { readonly subjectId: string }>()
  expect(results).toHaveLength(5 * customers.length)
  return results.map((row) => {
    const verdict = random() < REJECTED_SHARE ? 'reject' : 'approve'
    return { ...row, subjectId: parseInt(row.subjectId, 10), verdict }
  })
}

const call = (url: string, token: string, path: string, fields: Readonly<Record<string, string>>) =>
  post(url, token, path, new URLSearchParams(fields))

async function post(url: string, token: string, path: string, body: URLSearchParams | FormData): Promise<unknown> {
  const headers = { Authorization: token, 'Idempotency-Key': crypto.randomUUID() }
  const response = await fetch(url + path, { method: 'POST', headers, body })
  const { type, message } = await response.json<{ type: string; message: unknown }>()
  if (type !== 'ok') throw new Error(`${path} answered ${type}: ${String(message)}`)
  return message
}
