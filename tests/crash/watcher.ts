// A user who sets price alerts near the price and removes some, under load, and records acknowledgements.

import type { Pace } from './lives'
import { type Envelope, Sender, type Sent } from './sender'

export interface AlertShown {
  readonly alert_id: number
  readonly state: 'open' | 'told' | 'removed' | 'void'
}

const SET = '/api/v1/alerts/price'
const REMOVE = '/api/v1/alerts'

export class Watcher extends Sender {
  /** Alerts that were acknowledged, by key. */
  readonly alerts = new Map<string, number>()
  readonly removed = new Set<number>()
  answers = 0

  watch(url: string, midPrice: number, goOn: Pace): Promise<void> {
    return this.work(url, () => this.#next(midPrice), goOn)
  }

  async listAlerts(url: string): Promise<AlertShown[]> {
    const { message } = await this.read(url, REMOVE)
    return [...(message as { list: AlertShown[] }).list, ...(await this.list<AlertShown>(url, `${REMOVE}/history`))]
  }

  /** How many messages alerts have brought. */
  async countMessages(url: string): Promise<number> {
    const rows = await this.list<{ kind: string }>(url, '/api/mailMessage/getList')
    return rows.filter(({ kind }) => kind === 'alert_price').length
  }

  protected remember({ key, path, fields }: Sent, { type, message }: Envelope): void {
    this.answers += 1
    if (type !== 'ok') return
    const { alert_id: id } = message as AlertShown
    if (path === SET) {
      const before = this.alerts.get(key)
      if (before !== undefined && before !== id) this.complaints.push(`${key} is ${before} and ${id}`)
      this.alerts.set(key, id)
    } else this.removed.add(Number(fields['alert_id']))
  }

  #next(midPrice: number): Sent {
    const key = this.nextKey()
    const ids = [...this.alerts.values()].filter((id) => !this.removed.has(id))
    const oldest = ids[Math.floor(this.random() * ids.length)]
    if (oldest !== undefined && this.random() < 0.3) {
      const fields = { alert_id: String(oldest) }
      return { key, path: `${REMOVE}?alert_id=${oldest}`, method: 'DELETE', fields }
    }
    const price = (midPrice * (1 + (this.random() - 0.5) * 0.002)).toFixed(1)
    return { key, path: SET, method: 'POST', fields: { symbol: 'BTC-USDT', price } }
  }
}
