// Facts of an audit line in words, each with its label. An unknown fact of another version is shown in readable form;
// an empty one is omitted.

import type { Asset } from '#domain/catalogue'
import { ROLES } from '#domain/desk/role'
import { SHEETS } from '#domain/desk/sheet'
import type { Cell, Sheet } from '#domain/desk/sheet-cell'
import { COUPON_KINDS } from '#domain/promotion/coupon'
import { instantWords } from '../text/dates'
import { type CellReader, cellText, correctionText, walletsText } from './cell-words'
import type { WordKey } from '../../locales/key'

export interface AuditReader extends CellReader {
  /** By id. */
  readonly assets: ReadonlyMap<number, Pick<Asset, 'scale' | 'code'>>
  readonly staff: ReadonlyMap<number, string>
}

export interface AuditFact {
  readonly label: string
  readonly value: string
}

interface NamedFacts {
  readonly target: string
  /** JSON of names and texts. */
  readonly facts: string
}

const LABELS: Readonly<Record<string, WordKey<'desk'>>> = {
  act: 'col_action',
  amount: 'fact_amount',
  by: 'factors',
  claimUntil: 'fact_until',
  correction: 'fact_reference',
  digest: 'screening_digest',
  email: 'email',
  entries: 'screening_entries',
  lists: 'fact_screened',
  published: 'screening_published',
  filter: 'log_filter',
  flag: 'fact_flag',
  from: 'log_from',
  granted: 'fact_granted',
  ip: 'log_ip',
  isEnabled: 'fact_enabled',
  isListed: 'fact_listed',
  isWelcome: 'fact_welcome',
  kind: 'fact_coupon',
  list: 'log_list',
  minutes: 'fact_minutes',
  name: 'fact_name',
  note: 'log_note',
  picture: 'fact_reference',
  lines: 'log_lines',
  order: 'log_order',
  position: 'log_position',
  blocks: 'log_blocks',
  reason: 'fact_reason',
  refusal: 'log_refusal',
  review: 'col_review',
  role: 'role',
  stock: 'fact_stock',
  subject: 'fact_reference',
  text: 'fact_text',
  to: 'log_to',
  trading: 'trading_frozen',
  user: 'col_user',
  wallet: 'fact_wallet',
  withdrawals: 'withdrawals_frozen',
}

/** Words of requested acts. */
const ACTS: Readonly<Record<string, WordKey<'desk'>>> = {
  invite: 'invite',
  reinvite: 'new_link',
  role: 'action_staff_role_changed',
  coupon_add: 'coupon_new',
  customer_removal: 'own_customer_remove',
}
/** Lists that are taken away as files. */
const LISTS: Readonly<Record<string, WordKey<'desk'>>> = {
  audit: 'audit',
  balances: 'balances',
  coupons: 'coupons',
  entries: 'entries',
  feeds: 'feeds',
  holds: 'holds',
  orders: 'orders',
  reserves: 'reports',
  staff: 'staff',
  users: 'users',
}
const FACTORS: Readonly<Record<string, WordKey<'desk'>>> = { app: 'app', passkey: 'log_passkey' }

const find = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const readable = (name: string): string => name.replaceAll('_', ' ')

export function auditFacts(reader: AuditReader, { target, facts: text }: NamedFacts): AuditFact[] {
  // `writeAudited` alone writes these texts.
  const facts = JSON.parse(text) as Readonly<Record<string, string>>
  const [place = '', rest = ''] = target.split(':')
  const cells: readonly Cell[] = sheetOf(place)?.cells ?? []
  // The `kind` of a coupon names no kind of review.
  const kind = reader.words.exists(`case_${facts['kind']}`, { ns: 'desk' }) ? facts['kind'] : undefined
  const named = Object.entries(facts)
    // Drop facts that are empty or already part of another fact.
    .filter(
      ([name, value]) =>
        value !== '' && !(name === 'user' && value === '0') && !(name === 'asset' && 'amount' in facts),
    )
    .filter(([name]) => !(kind && (name === 'kind' || name === 'review')))
    .map(([name, value]): AuditFact => {
      const cell = cells.find((each) => each.name === name)
      if (!cell) return { label: labelText(reader, name), value: valueText(reader, name, value, facts) }
      const of = { name, kind: cell.is.kind }
      return { label: say(reader, `cell_${name}`), value: eachSide(value, (side) => cellText(reader, of, side)) }
    })
  if (!kind) return named
  const number = place === 'review' ? rest : (facts['review'] ?? '')
  return [{ label: say(reader, 'col_review'), value: say(reader, `case_${kind}`, { number }) }, ...named]
}

const sheetOf = (table: string): Sheet | undefined =>
  Object.values(SHEETS).find((sheet: Sheet) => sheet.table === table)

const say = ({ words }: AuditReader, key: string, facts?: Readonly<Record<string, string>>): string =>
  words.t(key, { ns: 'desk', defaultValue: key, ...(facts && { replace: facts }) })

/** "0 → 1" as its two sides. */
const eachSide = (value: string, write: (side: string) => string): string => value.split(' → ').map(write).join(' → ')

function labelText(reader: AuditReader, name: string): string {
  const key = find(LABELS, name)
  return key ? say(reader, key) : readable(name)
}

function valueText(reader: AuditReader, name: string, value: string, facts: Readonly<Record<string, string>>): string {
  switch (name) {
    case 'act':
      return worded(reader, ACTS, value)
    case 'amount':
      return amountText(reader, value, facts)
    case 'by':
      return worded(reader, FACTORS, value)
    case 'claimUntil':
      return eachSide(value, (at) =>
        /^\d{13}$/.test(at) ? instantWords(Number(at), { offset: 0, language: reader.language }) : at,
      )
    case 'from':
    case 'role':
    case 'to':
      return ROLES.some((role) => role === value) ? say(reader, `role_${value}`) : staffText(reader, value)
    case 'flag':
      return reader.words.exists(`flag_${value}`, { ns: 'desk' }) ? say(reader, `flag_${value}`) : readable(value)
    case 'granted':
    case 'isEnabled':
    case 'isListed':
    case 'isWelcome':
    case 'trading':
    case 'withdrawals':
      return eachSide(value, (side) => say(reader, side === 'true' ? 'yes' : 'no'))
    case 'kind':
      return COUPON_KINDS.some((kind) => kind === value) ? say(reader, `coupon_${value}`) : readable(value)
    case 'list':
      return listText(reader, value)
    case 'refusal':
      return refusalText(reader, value)
    case 'review':
      return `#${value}`
    case 'wallet':
      return walletsText(reader.words, value)
    default:
      return value
  }
}

const worded = (reader: AuditReader, table: Readonly<Record<string, WordKey<'desk'>>>, value: string): string => {
  const key = find(table, value)
  return key ? say(reader, key) : readable(value)
}

const staffText = ({ staff }: AuditReader, value: string): string =>
  /^\d+$/.test(value) ? (staff.get(Number(value)) ?? value) : value

function amountText({ assets, numbers }: AuditReader, stored: string, facts: Readonly<Record<string, string>>): string {
  const asset = assets.get(Number(facts['asset']))
  if (!asset) return stored
  return 'correction' in facts
    ? correctionText(numbers, asset, stored)
    : `${numbers.storedAmount(asset, stored)} ${asset.code}`
}

/** "queue-deposit", "sheet-news-texts", "users". */
function listText(reader: AuditReader, list: string): string {
  const key = list.replace(/^queue-/, 'kind_').replaceAll('-', '_')
  const isFamily = key.startsWith('kind_') || key.startsWith('sheet_')
  return isFamily && reader.words.exists(key, { ns: 'desk' }) ? say(reader, key) : worded(reader, LISTS, list)
}

function refusalText(reader: AuditReader, code: string): string {
  const { words } = reader
  if (words.exists(`refused_${code}`, { ns: 'desk' })) return say(reader, `refused_${code}`)
  return words.exists(code, { ns: 'refusals' }) ? words.t(code, { ns: 'refusals', defaultValue: code }) : readable(code)
}
