// Links of products on pages of other products.

import type { IconName } from '../components/icon'
import type { WordKey } from '../../locales/key'

/** Beside a pair in chart and market list. `words` take `pair`. */
export const PAIR_LINKS = [
  { to: (symbol: string) => `/alerts?${new URLSearchParams({ symbol }).toString()}`, icon: 'bell', words: 'alert_set' },
] as const satisfies readonly { to: (symbol: string) => string; icon: IconName; words: WordKey<'market'> }[]

/** Above the market list. */
export const MARKET_LINKS = [{ to: '/alerts', icon: 'bell', words: 'alerts' }] as const satisfies readonly {
  to: string
  icon: IconName
  words: WordKey<'market'>
}[]

/** On the desk's user page, to separate list pages. */
export const ACCOUNT_LINKS = [
  { to: (userId: number) => `/admin/users/${userId}/alerts`, words: 'alerts' },
] as const satisfies readonly { to: (userId: number) => string; words: WordKey<'desk'> }[]
