// Browser storage between visits (spec §4): language, fiat, fiat list, public profile. Never the session token, which
// is an HttpOnly cookie. The server renders from cookies; this storage restores lost ones.

import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#domain/language'

/** Stored fiat; `rate` is the number of its units per unit of the base currency (USD). */
export interface StoredFiat {
  readonly currency_code: string
  /** Decimal text. */
  readonly rate: string
}

/** Public profile of a user, with the level. */
export interface PublicProfile {
  readonly id: number
  readonly nickname: string
  readonly head_portrait: string
  readonly level: number
}

export interface ClientState {
  readonly lang: Language
  readonly user: PublicProfile | null
  readonly fiat: StoredFiat
  readonly fiats: readonly StoredFiat[]
  /** Time of the last fiat list update (ms since 1970); 0 for never. */
  readonly saveTime: number
}

export type ClientStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

/** Result of `work`; null when storage is full or forbidden, since pages work without storage. */
export function inStorage<Answer>(work: (storage: Storage) => Answer): Answer | null {
  try {
    return work(localStorage)
  } catch {
    return null
  }
}

/** Spec §9: JPY at 153 until the list is loaded. */
export const DEFAULT_FIAT: StoredFiat = { currency_code: 'JPY', rate: '153' }

/** Default fiat of each language, if listed; spec §9 defines it for Japanese. */
export const FIAT_OF_LANGUAGE: Readonly<Record<Language, string>> = {
  jp: DEFAULT_FIAT.currency_code,
  en: 'USD',
  zh: 'CNY',
  hk: 'HKD',
  kor: 'KRW',
  th: 'THB',
  fra: 'EUR',
  spa: 'EUR',
}
export const FIATS_FRESH_MS = 3_600_000
/** Storage written by an older version is cleared once. */
const H5_VERSION = 1

export const readClientState = (storage: ClientStorage): ClientState => {
  const lang = storage.getItem('lang')
  const stored = parseJson(storage.getItem('fiat'))
  const fiats = parseJson(storage.getItem('fiats'))
  const user = parseProfile(storage.getItem('user'))
  return {
    lang: lang && isLanguage(lang) ? lang : DEFAULT_LANGUAGE,
    user,
    fiat: isFiat(stored) ? { currency_code: stored.currency_code, rate: stored.rate } : DEFAULT_FIAT,
    fiats: Array.isArray(fiats) ? fiats.filter(isFiat) : [],
    saveTime: hasSaveTime(stored) ? stored.saveTime : 0,
  }
}

/** Clears storage of an older build once; removes a leftover token every time. */
export function clearOldStorage(storage: ClientStorage): void {
  if (!(Number(storage.getItem('h5Version')) >= H5_VERSION)) {
    storage.clear()
    storage.setItem('h5Version', String(H5_VERSION))
  }
  storage.removeItem('token')
}

export const keepLanguage = (storage: ClientStorage, language: Language): void => storage.setItem('lang', language)

/** Saves a fiat with its rate from the stored list. */
export function keepFiat(storage: ClientStorage, code: string): void {
  const { fiats, fiat, saveTime } = readClientState(storage)
  writeFiat(storage, fiats.find((listed) => listed.currency_code === code) ?? fiat, saveTime)
}

/** Saves a newer fiat list at most once an hour, and updates the current fiat's rate from it. */
export function keepFiats(storage: ClientStorage, fiats: readonly StoredFiat[], now: number): void {
  const { fiat, saveTime } = readClientState(storage)
  if (fiats.length === 0 || (now - saveTime < FIATS_FRESH_MS && saveTime <= now)) return
  storage.setItem('fiats', JSON.stringify(fiats))
  writeFiat(storage, fiats.find((listed) => listed.currency_code === fiat.currency_code) ?? fiat, now)
}

/** Replaces the stored user. */
export const keepUser = (storage: ClientStorage, profile: PublicProfile): void =>
  storage.setItem('user', writeProfile(profile))

/** Public fields only, as JSON. */
export const writeProfile = ({ id, nickname, head_portrait, level }: PublicProfile): string =>
  JSON.stringify({ id, nickname, head_portrait, level })

/** Null for text that is no profile: storage and cookies are untrusted. */
export function parseProfile(text: string | null): PublicProfile | null {
  const profile = parseJson(text)
  return isProfile(profile) ? profile : null
}

export const forgetUser = (storage: ClientStorage): void => storage.removeItem('user')

function writeFiat(storage: ClientStorage, { currency_code, rate }: StoredFiat, saveTime: number): void {
  storage.setItem('fiat', JSON.stringify({ currency_code, rate, saveTime }))
}

/** Storage is untrusted: invalid JSON counts as absent. */
function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown
  } catch {
    return null
  }
}

const has = <Key extends string>(value: unknown, ...keys: Key[]): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && keys.every((key) => key in value)

const isFiat = (value: unknown): value is StoredFiat =>
  has(value, 'currency_code', 'rate') && typeof value.currency_code === 'string' && typeof value.rate === 'string'

const hasSaveTime = (value: unknown): value is { saveTime: number } =>
  has(value, 'saveTime') && typeof value.saveTime === 'number'

export const isProfile = (value: unknown): value is PublicProfile =>
  has(value, 'id', 'nickname', 'head_portrait', 'level') &&
  typeof value.id === 'number' &&
  typeof value.nickname === 'string' &&
  typeof value.head_portrait === 'string' &&
  typeof value.level === 'number'
