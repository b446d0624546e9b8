// Account with a clock set by the bench: the product's engine over a real room's SQLite. Also the bare call for
// comparison, which writes one row.

import { createHash, createHmac, randomBytes } from 'node:crypto'
import { DurableObject } from 'cloudflare:workers'
import type { Catalogue } from '#domain/catalogue'
import { AccountEngine } from '#party/account/engine'
import type { EnginePorts } from '#party/account/engine-ports'
import { FEATURES } from '#party/account/features'
import { migrate } from '#party/lib/migrations'
import { remotesOf } from '#party/account/remotes'
import { openStore } from '#party/lib/store'
import migrations from '../db/account/migrations/migrations'

const WALLETS = ['legal', 'change', 'lever', 'micro', 'stocks', 'earn', 'margin'] as const
export const USDT = { id: 3, code: 'USDT', scale: 6, name: 'Tether', logo: '', networks: [], wallets: WALLETS, sort: 1 }
const CATALOGUE: Catalogue = { assets: [USDT], pairs: [], fiats: [] }
export const SESSION = 'bench'

export abstract class ClockedAccount<BenchEnv extends Env = Env> extends DurableObject<BenchEnv> {
  #now = 0
  #engine: AccountEngine | null = null

  /** Ports of this account that differ from the product. */
  protected others(): Partial<EnginePorts> {
    return {}
  }

  async verify(now: number): Promise<string> {
    return JSON.stringify(await this.at(now).tell({ type: 'verify' }))
  }

  /** A bare durable call. */
  bare(text: string): string {
    this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, text TEXT)')
    this.ctx.storage.sql.exec('INSERT INTO bare (text) VALUES (?)', text)
    return ''
  }

  /** Account engine with its clock set to an instant. */
  protected at(now: number): AccountEngine {
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
      // The directory is outside this measurement.
      claimSupply: () => Promise.resolve({ isGranted: true, no: 1, upTo: 1 }),
      reportDueDeposits: () => Promise.resolve(),
      reportLoans: () => Promise.resolve(),
      reportFigures: () => Promise.resolve(),
      oweNotices: () => Promise.resolve(),
      setAlarm: () => undefined,
      later: () => undefined,
      publish: () => undefined,
      hasListeners: () => false,
      isConnected: () => false,
      closeSockets: () => undefined,
      admit: () => 0,
      digest: (text) => createHash('sha256').update(text).digest('hex'),
      hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
      keySecret: () => '',
      isSignedWithEd25519: () => false,
      salt: () => randomBytes(16).toString('hex'),
      report: (text) => console.error(text),
      ...this.others(),
    }
    this.#engine = new AccountEngine(store, ports, FEATURES)
    return this.#engine
  }
}
