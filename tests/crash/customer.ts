// A customer under load: converts, buys, withdraws to a card, cancels withdrawals, claims a coupon and sends coins of the simulated chain.
// Records acknowledgements, and repeats unanswered commands with the same Idempotency-Key after a restart.

import { setTimeout as wait } from 'node:timers/promises'
import type { Pace } from './lives'
import { Busy, type Envelope, REPEATED_AFTER_MS, askProcess, answerAll } from './sender'
import { PASSWORD, type RegisteredUser } from './traders'
import type { Random } from './random'

interface Sent {
  readonly key: string
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

interface WithdrawalRow {
  readonly id: number
  readonly status: number
}

export class Customer {
  readonly #random: Random
  /** Keys of acknowledged commands, by path. */
  readonly acknowledged = new Map<string, Set<string>>()
  /** Ids of withdrawals whose end was acknowledged. */
  readonly takenBack = new Set<number>()
  readonly complaints: string[] = []
  lost = 0
  coinsSent = 0
  readonly #unanswered: Sent[] = []
  #count = 0

  constructor(
    readonly user: RegisteredUser,
    readonly place: { readonly address: string },
    random: Random,
  ) {
    this.#random = random
  }

  countOf = (path: string): number => this.acknowledged.get(path)?.size ?? 0

  /** Sends commands one by one until the process dies or `goOn` returns false. */
  async work(url: string, goOn: Pace): Promise<void> {
    while (await goOn()) {
      try {
        await this.#step(url)
      } catch (failure) {
        // The process died; unanswered commands are kept.
        if (!(failure instanceof Busy)) return
        await wait(REPEATED_AFTER_MS)
      }
    }
  }

  /** Repeats every unanswered command. All must be answered now. */
  settle(url: string): Promise<void> {
    return answerAll(this.#unanswered, (sent) => this.#answer(url, sent))
  }

  async #step(url: string): Promise<void> {
    const draw = this.#random()
    if (draw < 0.3) return this.#send(url, CONVERT, { number: '20', from_currency_id: '3', to_currency_id: '1' })
    if (draw < 0.55) {
      // Another pair than that of the traders, whose check knows both sides of every trade.
      const order = { symbol: 'ETH-USDT', side: 'buy', kind: 'market', quote_amount: '50' }
      return this.#send(url, ORDER, order)
    }
    if (draw < 0.75)
      return this.#send(url, WITHDRAW, { currency: '3', number: '30', type: '1', pay_password: PASSWORD })
    if (draw < 0.85) return this.#takeBack(url)
    if (draw < 0.9) return this.#send(url, CLAIM, { coupon_id: '1' })
    return this.#sendCoins(url)
  }

  async #takeBack(url: string): Promise<void> {
    const { type, message } = await this.#fetch(`${url}/api/user/withdraw/list?limit=100`)
    if (type !== 'ok') return
    const { data } = message as { data: WithdrawalRow[] }
    const open = data.filter(({ status }) => status === 1)
    const chosen = open[Math.floor(this.#random() * open.length)]
    if (chosen) await this.#send(url, TAKE_BACK, { id: String(chosen.id) })
  }

  /** Uses the page of the simulated chain. After a lost answer the test reads the chain itself. */
  async #sendCoins(url: string): Promise<void> {
    const response = await fetch(`${url}/faucet`, {
      method: 'POST',
      headers: { Cookie: `cm_session=${this.user.token}`, Origin: url },
      body: new URLSearchParams({ place: '3 TRC20', amount: '25', address: this.place.address, memo: '' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    })
    await response.arrayBuffer()
    if (response.status >= 500) throw new Busy(`HTTP ${response.status}`)
    if (response.status === 302) this.coinsSent += 1
    else this.complaints.push(`coins could not be sent: ${response.status}`)
  }

  #send(url: string, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    this.#count += 1
    return this.#deliver(url, { key: `${this.user.userId}-${this.#count}`, path, fields })
  }

  async #deliver(url: string, sent: Sent): Promise<void> {
    try {
      await this.#answer(url, sent)
    } catch (failure) {
      this.#unanswered.push(sent)
      if (!(failure instanceof Busy)) this.lost += 1
      throw failure
    }
  }

  /** A refusal is an answer, too: no effect happened. */
  async #answer(url: string, { key, path, fields }: Sent): Promise<void> {
    const { type } = await this.#fetch(url + path, { key, fields })
    if (type !== 'ok') return
    this.acknowledged.set(path, (this.acknowledged.get(path) ?? new Set()).add(key))
    if (path === TAKE_BACK) this.takenBack.add(Number(fields['id']))
  }

  async #fetch(
    address: string,
    sent?: { readonly key: string; readonly fields: Readonly<Record<string, string>> },
  ): Promise<Envelope> {
    const headers = { Authorization: this.user.token, ...(sent && { 'Idempotency-Key': sent.key }) }
    const body = sent && new URLSearchParams(sent.fields)
    const answer = await askProcess(address, { method: sent ? 'POST' : 'GET', headers, ...(body && { body }) })
    if (answer.type === '999') this.complaints.push('the session did not survive')
    return answer
  }
}

export const CONVERT = '/api/user/Transfer'
export const ORDER = '/api/v1/order'
export const WITHDRAW = '/api/wallet/out'
export const TAKE_BACK = '/api/user/withdraw/cancel'
export const CLAIM = '/api/v1/coupons/claim'
