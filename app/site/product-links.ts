// Links of products on pages of other products.

import type { IconName } from '../components/icon'

/** Beside a pair in chart and market list. `words` belong to namespace `market` and take `pair`. */
export const PAIR_LINKS = [
  { to: (symbol: string) => `/alerts?${new URLSearchParams({ symbol }).toString()}`, icon: 'bell', words: 'alert_set' },
] as const satisfies readonly { to: (symbol: string) => string; icon: IconName; words: string }[]

/** Above the market list. `words` belong to namespace `market`. */
export const MARKET_LINKS = [{ to: '/alerts', icon: 'bell', words: 'alerts' }] as const satisfies readonly {
  to: string
  icon: IconName
  words: string
}[]

/** On the desk's user page, to separate list pages. `words` belong to namespace `desk`. */
export const ACCOUNT_LINKS = [
  { to: (userId: number) => `/admin/users/${userId}/alerts`, words: 'alerts' },
] as const satisfies readonly { to: (userId: number) => string; words: string }[]
