// Accounts whose clock a bench moves: the product's engine over a real room's SQLite, with deposits that run. And the bare room beside it,
// which writes for each call one row as long as what the engine writes for a day.

import { createHash, createHmac } from 'node:crypto'
import { DurableObject } from 'cloudflare:workers'
import type { Catalogue } from '#domain/catalogue'
import { AccountEngine } from '#party/account/engine'
import type { EnginePorts } from '#party/account/engine-ports'
import { FEATURES } from '#party/account/features'
import { migrate } from '#party/lib/migrations'
import { remotesOf } from '#party/account/remotes'
import { openStore } from '#party/lib/store'
import migrations from '../db/account/migrations/migrations'

const WALLETS = ['legal', 'change', 'lever', 'micro', 'stocks', 'earn'] as const
const USDT = { id: 3, code: 'USDT', scale: 6, name: 'Tether', logo: '', networks: [], wallets: WALLETS, sort: 1 }
const CATALOGUE: Catalogue = { assets: [USDT], pairs: [], fiats: [] }
const SESSION = 'bench'

export class YieldRoom extends DurableObject<Env> {
  #now = 0
  #engine: AccountEngine | null = null

  /** Opens deposits of a year that begin at the next midnight. */
  async open(now: number, deposits: number): Promise<string> {
    const engine = this.#at(now)
    await engine.tell({ type: 'open_session', ...{ sessionId: SESSION, expiresAt: now + 3e10, device: '' } })
    const grants = [{ assetId: USDT.id, amount: '1000000000000', wallet: 'change' }]
    await engine.tell({ type: 'grant_demo', ...{ ref: 'bench', grants } })
    const terms = { version: 'v1', days: 365, dailyRate: '300000', penaltyRatio: '400000', payMinute: 480 }
    const lock = { productId: 2, assetId: USDT.id, amount: '100000000', steps: 100, userMax: '1000000000000', terms }
    for (let number = 1; number <= deposits; number++)
      void engine.ask(SESSION, {
        type: 'lock_deposit',
        commandId: `lock-${number}`,
        ...lock,
        ...{ coupon: null, isRenewed: false },
      })
    await Promise.resolve()
    await engine.ring()
    await engine.ring()
    return JSON.stringify(await engine.tell({ type: 'verify' }))
  }

  /** Everything that is due by an instant. */
  async day(now: number): Promise<string> {
    await this.#at(now).ring()
    return ''
  }

  async verify(now: number): Promise<string> {
    return JSON.stringify(await this.#at(now).tell({ type: 'verify' }))
  }

  /** A bare durable call. */
  bare(text: string): string {
    this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, text TEXT)')
    this.ctx.storage.sql.exec('INSERT INTO bare (text) VALUES (?)', text)
    return ''
  }

  #at(now: number): AccountEngine {
    this.#now = now
    if (this.#engine) return this.#engine
    const store = openStore(this.ctx.storage)
    migrate(store, migrations)
    const ports: EnginePorts = {
      account: 10_001,
      now: () => this.#now,
      catalogue: () => CATALOGUE,
      askMarket: () => Promise.reject(new Error('no Market is asked in this bench')),
      ...remotesOf(this.env, 10_001),
      // The directory is not what is measured.
      claimSupply: () => Promise.resolve({ isGranted: true, no: 1, upTo: 1 }),
      tellDueDeposits: () => Promise.resolve(),
      tellDirectory: () => Promise.resolve(),
      oweNotices: () => Promise.resolve(),
      setAlarm: () => undefined,
      later: () => undefined,
      tell: () => undefined,
      isHeard: () => false,
      closeSockets: () => undefined,
      admit: () => 0,
      digest: (text) => createHash('sha256').update(text).digest('hex'),
      hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
      report: (text) => console.error(text),
    }
    this.#engine = new AccountEngine(store, ports, FEATURES)
    return this.#engine
  }
}
