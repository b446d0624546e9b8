// Accounts with running lock mining deposits. The bare call writes one row as long as the engine's row for a day.

import { ClockedAccount, SESSION, USDT } from './clocked-account'

export class YieldRoom extends ClockedAccount {
  /** Opens deposits of 365 days that begin at the next midnight. */
  async open(now: number, deposits: number): Promise<string> {
    const engine = this.at(now)
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

  /** Runs all work due by an instant. */
  async day(now: number): Promise<string> {
    await this.at(now).ring()
    return ''
  }
}
