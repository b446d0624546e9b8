// The entries of the home menu, in the order of the wire's icons. The seed, /api/menu and the names that pages give the entries derive from
// this list; operators show, hide and sort the entries.

export const OPEN_TYPES = ['navigateTo', 'redirectTo', 'reLaunch', 'switchTab'] as const
export type OpenType = (typeof OPEN_TYPES)[number]

interface MenuEntry<Title extends string> {
  /** Key of the client's "home" texts. */
  readonly title: Title
  /** Address on the wire. An entry without one has no page yet and is not stored. */
  readonly url: string
  readonly openType: OpenType
  readonly isFinancial: boolean
}

const entry = <const Title extends string>(
  title: Title,
  url: string,
  { openType = 'navigateTo', isFinancial = false }: Partial<Omit<MenuEntry<Title>, 'title' | 'url'>> = {},
): MenuEntry<Title> => ({ title, url, openType, isFinancial })

export const MENU = [
  entry('market', '/pages/market/market', { openType: 'switchTab' }),
  entry('exchange', '/pages/transaction/currency'),
  entry('transaction', '/pages/transaction/order', { openType: 'switchTab' }),
  entry('transfer', '/pages/fund/transfer'),
  entry('bills', '/pages/setting/bill'),
  entry('recharge', '/pages/fund/select?url=receive'),
  entry('withdraw', '/pages/fund/withdraw'),
  entry('futures', '/pages/transaction/contract'),
  entry('seconds', '/pages/transaction/index2'),
  entry('copytrade', '/pages/copytrade/copy'),
  entry('ieo', '/pages/ieo/ieo', { isFinancial: true }),
  entry('lockming', '/pages/lockming/lockming', { isFinancial: true }),
  entry('invest', '/pages/invest/invest', { isFinancial: true }),
  entry('nft', '/pages/nft/nft'),
  entry('borrowing', '/pages/common/borrowing'),
  entry('otc', '/pages/otc/otc'),
  // Clients with a page of markets alone are led there.
  entry('stock', '/pages/market/market?list=stocks', { openType: 'reLaunch' }),
  entry('coupon', '/pages/setting/coupon'),
  entry('chatroom', '/pages/chat/chat'),
  entry('game', '/pages/game/game'),
  entry('share', '/pages/setting/share'),
  entry('quiz', '/pages/quiz/quiz'),
] as const

export type MenuTitle = (typeof MENU)[number]['title']

/** File stem of the icon of an entry at a place of the list, from 0. Clients tell entries apart by it, so none has another's. */
export const menuIcon = (index: number): string => `home-nav-${index + 1}`

/** What the clients' texts have a word for: another title would be an entry without a label. */
const CLIENT_TITLES =
  'ieo lockming invest seconds futures exchange transfer nft copytrade otc game stock chatroom margin mining coupon bills borrowing market transaction recharge withdraw'.split(
    ' ',
  )
export const isClientTitle = (title: string): boolean => CLIENT_TITLES.includes(title)
