// Target of an audit line in words. A target is a table or place plus a key: "user:10001", "pair:TRX-USDT".

import type { AuditReader } from './audit-words'
import { pageWords } from './sheet-pages'

export function auditTarget(reader: AuditReader, target: string): string {
  const at = target.indexOf(':')
  const [place, rest] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
  const say = (key: string, facts: Readonly<Record<string, string>> = {}) =>
    reader.words.t(key, { ns: 'desk', defaultValue: key, replace: facts })
  if (place === 'user') return say('user_title', { user: rest })
  if (place === 'review') return `${say('col_review')} #${rest}`
  if (place === 'staff') return `${say('staff')} · ${reader.staff.get(Number(rest)) ?? rest}`
  if (place === 'statement' || place === 'line') return `${say('statements')} · ${rest}`
  if (place === 'chain') return `${say('chains')} · ${rest}`
  if (place === 'support') return `${say('support')} · ${rest}`
  if (place === 'chat') return `${say('chat')} · ${rest}`
  if (place === 'coupon' && /^\d+$/.test(rest)) return say('coupon_number', { id: rest })
  // Reviews are named by the words of their kind.
  if (reader.words.exists(`case_${place}`, { ns: 'desk' })) return say(`case_${place}`, { number: rest })
  const page = pageWords(place)
  return page ? `${say(page)} · ${rowText(reader, place, rest)}` : target
}

/** "9/TRC20" as "TRX · TRC20". */
function rowText({ assets }: AuditReader, table: string, key: string): string {
  const parts = key.split('/')
  if (table === 'asset' || table === 'asset_network') parts[0] = assets.get(Number(parts[0]))?.code ?? parts[0] ?? ''
  return parts.join(' · ')
}
